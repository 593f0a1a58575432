# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Pointer and keyboard of a test, by the XTEST extension through the libraries that xdotool uses:
# thousands of events per second without a process for each. Can also wait until a window has
# handled all events that were sent.

import ctypes
import subprocess
import time

import screen

X = ctypes.CDLL ('libX11.so.6')
XTEST = ctypes.CDLL ('libXtst.so.6')

CLIENT_MESSAGE = 33
SUBSTRUCTURE_NOTIFY = 1 << 19
NO_EVENTS = 0


class ClientMessage (ctypes.Structure):
  _fields_ = [('type', ctypes.c_int), ('serial', ctypes.c_ulong), ('send_event', ctypes.c_int),
              ('display', ctypes.c_void_p), ('window', ctypes.c_ulong),
              ('message_type', ctypes.c_ulong), ('format', ctypes.c_int),
              ('data', ctypes.c_long * 5)]


class Event (ctypes.Union):
  _fields_ = [('type', ctypes.c_int), ('client', ClientMessage), ('pad', ctypes.c_long * 24)]


X.XOpenDisplay.restype = ctypes.c_void_p
X.XOpenDisplay.argtypes = [ctypes.c_char_p]
X.XDefaultRootWindow.restype = ctypes.c_ulong
X.XInternAtom.restype = ctypes.c_ulong
X.XStringToKeysym.restype = ctypes.c_ulong
X.XKeysymToKeycode.restype = ctypes.c_ubyte
for function, arguments in (
    (X.XDefaultRootWindow, [ctypes.c_void_p]),
    (X.XInternAtom, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]),
    (X.XStringToKeysym, [ctypes.c_char_p]),
    (X.XKeysymToKeycode, [ctypes.c_void_p, ctypes.c_ulong]),
    (X.XSelectInput, [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_long]),
    (X.XSendEvent, [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_long,
                    ctypes.POINTER (Event)]),
    (X.XPending, [ctypes.c_void_p]),
    (X.XNextEvent, [ctypes.c_void_p, ctypes.POINTER (Event)]),
    (X.XFlush, [ctypes.c_void_p]),
    (XTEST.XTestFakeMotionEvent, [ctypes.c_void_p] + [ctypes.c_int] * 3 + [ctypes.c_ulong]),
    (XTEST.XTestFakeButtonEvent, [ctypes.c_void_p, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]),
    (XTEST.XTestFakeKeyEvent, [ctypes.c_void_p, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong])):
  function.argtypes = arguments


ANSWER = 180  # s
REST = 20  # s


def find_window ():
  """Waits for the window of the program, and returns its number."""
  return int (subprocess.run (['xdotool', 'search', '--sync', '--onlyvisible', '--class', 'linkwright'],
                              check=True, capture_output=True, text=True, timeout=ANSWER).stdout.split ()[0])


def is_saved (window):
  """Returns true if there are no unsaved changes, according to the title, which changes when the file
  has been written."""
  return not subprocess.run (['xdotool', 'getwindowname', str (window)], check=True,
                             capture_output=True, text=True).stdout.startswith ('●')


class Pointer:
  def __init__ (self):
    self.display = X.XOpenDisplay (None)
    if not self.display:
      raise RuntimeError ('no display')
    self.root = X.XDefaultRootWindow (self.display)
    self.pings = 0
    X.XSelectInput (self.display, self.root, SUBSTRUCTURE_NOTIFY)

  def atom (self, name):
    return X.XInternAtom (self.display, name.encode (), 0)

  def move (self, x, y):
    XTEST.XTestFakeMotionEvent (self.display, -1, x, y, 0)
    X.XFlush (self.display)

  def button (self, number, down):
    XTEST.XTestFakeButtonEvent (self.display, number, int (down), 0)
    X.XFlush (self.display)

  def click (self, number=1):
    self.button (number, True)
    self.button (number, False)

  def double_click (self):
    """Sends both clicks together, because a double click must be fast."""
    for down in True, False, True, False:
      XTEST.XTestFakeButtonEvent (self.display, 1, int (down), 0)
    X.XFlush (self.display)

  def hold (self, name, down):
    code = X.XKeysymToKeycode (self.display, X.XStringToKeysym (name.encode ()))
    if code == 0:
      raise ValueError (f'no key "{name}"')
    XTEST.XTestFakeKeyEvent (self.display, code, int (down), 0)
    X.XFlush (self.display)

  def key (self, keys):
    """Presses keys, named as for xdotool: "ctrl+shift+z"."""
    names = [{'ctrl': 'Control_L', 'shift': 'Shift_L', 'alt': 'Alt_L'}.get (name, name)
             for name in keys.split ('+')]
    for name in names:
      self.hold (name, True)
    for name in reversed (names):
      self.hold (name, False)

  def ping (self, window, timeout, alive=lambda: True):
    """Returns the time until `window` has handled all earlier events and responds, s; None if it does
    not respond."""
    event = Event ()
    self.pings += 1
    event.client.type = CLIENT_MESSAGE
    event.client.window = window
    event.client.message_type = self.atom ('WM_PROTOCOLS')
    event.client.format = 32
    event.client.data[0] = self.atom ('_NET_WM_PING')
    event.client.data[1] = self.pings
    event.client.data[2] = window
    X.XSendEvent (self.display, window, 0, NO_EVENTS, ctypes.byref (event))
    X.XFlush (self.display)
    start = time.monotonic ()
    while time.monotonic () < start + timeout and alive ():
      while X.XPending (self.display):
        X.XNextEvent (self.display, ctypes.byref (event))
        if event.type == CLIENT_MESSAGE and event.client.data[1] == self.pings:
          return time.monotonic () - start
      time.sleep (0.001)
    return None

  def wait (self, window, pause, alive=lambda: True):
    """Waits for `pause` seconds, and until `window` has handled all earlier events."""
    time.sleep (pause)
    if self.ping (window, ANSWER, alive) is None:
      raise RuntimeError ('the window does not respond')

  def save (self, window, alive=lambda: True):
    """Saves by Ctrl+S, unless nothing has changed, and waits until it is done. Returns false if it
    fails."""
    self.wait (window, 0, alive)
    if is_saved (window):
      return True
    self.key ('ctrl+s')
    end = time.monotonic () + ANSWER
    while alive () and not is_saved (window) and time.monotonic () < end:
      time.sleep (0.05)
    return alive () and is_saved (window)

  def rest (self, window, alive=lambda: True):
    """Waits until the screen does not change any more, for a limited time because a cursor may blink."""
    end = time.monotonic () + REST
    self.wait (window, 0.3, alive)
    before, now = None, screen.read ()
    while now != before and time.monotonic () < end:
      self.wait (window, 0.3, alive)
      before, now = now, screen.read ()
