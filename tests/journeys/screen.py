# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Contents of the screen of the X server of tests/with-display.sh, read from its memory: a file in the
# format of xwd.

import os
import struct
import zlib

WIDTH, HEIGHT, DEPTH, BITS, STRIDE, N_COLOURS = 4, 5, 3, 11, 12, 19  # words of the header
N_WORDS = 25


def read ():
  """Returns width, height and the pixels of the whole screen: red, green, blue, row by row."""
  with open (os.environ['LW_FRAMEBUFFER'], 'rb') as file:
    data = file.read ()
  words = struct.unpack (f'>{N_WORDS}I', data[:4 * N_WORDS])
  width, height, stride = words[WIDTH], words[HEIGHT], words[STRIDE]
  if words[BITS] != 32 or stride != 4 * width:
    raise RuntimeError (f'a screen of {words[DEPTH]} bits is not supported')
  start = words[0] + 12 * words[N_COLOURS]
  shown = data[start:start + height * stride]  # blue, green, red, unused
  pixels = bytearray (3 * width * height)
  pixels[0::3], pixels[1::3], pixels[2::3] = shown[2::4], shown[1::4], shown[0::4]
  return width, height, bytes (pixels)


def grey (left, top, width, height):
  """Returns the grey values of a part of the screen, row by row."""
  whole, _, pixels = read ()
  values = bytearray ()
  for y in range (top, top + height):
    row = pixels[3 * (y * whole + left):3 * (y * whole + left + width)]
    values += bytes ((54 * r + 183 * g + 19 * b) >> 8 for r, g, b in zip (row[0::3], row[1::3], row[2::3]))
  return bytes (values)


def save (path):
  """Saves the screen as a PNG file."""
  width, height, pixels = read ()
  rows = b''.join (b'\0' + pixels[3 * width * y:3 * width * (y + 1)] for y in range (height))
  with open (path, 'wb') as file:
    file.write (b'\x89PNG\r\n\x1a\n')
    for kind, data in ((b'IHDR', struct.pack ('>IIBBBBB', width, height, 8, 2, 0, 0, 0)),
                       (b'IDAT', zlib.compress (rows)), (b'IEND', b'')):
      file.write (struct.pack ('>I', len (data)) + kind + data
                  + struct.pack ('>I', zlib.crc32 (kind + data)))
