// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-commands.h"

#include <glib/gi18n.h>

/* clang-format off */
static const LwCommand commands[] = {
  { "win.new", N_ ("Begins a new mechanism on an empty sheet."), "<Control>n" },
  { "win.open", N_ ("Opens a project, a text form or a lesson."), "<Control>o" },
  { "win.save", N_ ("Saves the project; the file is replaced only when the new one is complete."), "<Control>s" },
  { "win.save-as", N_ ("Saves the project under another name."), "<Control><Shift>s" },
  { "win.import", N_ ("Makes bodies from outlines in a DXF or SVG file."), "<Control>i" },
  { "win.export-animation", N_ ("Writes a part of the run as a moving picture."), "<Control><Shift>f" },
  { "win.export-drawing", N_ ("Writes the drawing in true scale."), "<Control><Shift>e" },
  { "win.print", N_ ("Prints the drawing in true scale."), "<Control>p" },
  { "win.export-report", N_ ("Writes a report of drawing, parameters, plots and extreme values."), NULL },
  { "win.export-parts", N_ ("Writes the outlines of the parts for cutting or printing."), "<Control><Shift>u" },
  { "win.start-page", N_ ("Shows recent files, lessons and examples."), "<Alt>Home" },
  { "win.plots", N_ ("Shows or hides the plots."), "F9" },
  { "win.sidebar", N_ ("Shows or hides inspector and outline."), "F7" },
  { "win.hood", N_ ("Shows the equations at the shown time."), "F8" },
  { "win.drift", N_ ("Compares the errors of several stabilisations."), "<Shift>F8" },
  { "win.presentation", N_ ("Enlarges mechanism and plot for a projector."), "F5" },
  { "win.reset", N_ ("Ends the run and begins a new one at the start; the run is kept."), "<Control>Home" },
  { "win.search", N_ ("Searches the examples."), "<Control>f" },
  { "win.fullscreen", N_ ("Uses the whole screen."), "F11" },
  { "win.help", N_ ("Shows the page of the selection, or of the part with the focus."), "F1" },
  { "win.explain", N_ ("Explains the number under the pointer, or the one that has the focus."), "<Shift>F1" },
  { "app.preferences", N_ ("Shows units, style and recovery."), "<Control>comma" },
  { "app.new-window", N_ ("Opens a further window."), "<Control><Shift>n" },
  { "window.close", N_ ("Closes the window; asks about unsaved changes."), "<Control>w" },
  { "app.quit", N_ ("Closes all windows; they are restored at the next start."), "<Control>q" },
  { "app.about", N_ ("Shows version, licence and versions of the libraries."), NULL },
  { "app.style", N_ ("Chooses the light or the dark style, or that of the system."), NULL },
  { "win.show-help-overlay", N_ ("Lists all keys."), NULL },
  { "win.tour", N_ ("Shows the tour of the window again."), NULL },
  { "win.play", N_ ("Plays or pauses."), NULL },
  { "win.rewind", N_ ("Shows the start of the run."), NULL },
  { "win.step", N_ ("Goes one sample forward."), NULL },
  { "win.step-back", N_ ("Goes one sample back."), NULL },
  { "win.step-10", N_ ("Goes ten samples forward."), NULL },
  { "win.step-back-10", N_ ("Goes ten samples back."), NULL },
  { "win.loop", N_ ("Repeats the recorded motion."), NULL },
  { "win.speed", N_ ("Sets how fast the motion is played."), NULL },
  { "win.continue-here", N_ ("Begins a new run in the shown pose."), NULL },
  { "win.show-run", N_ ("Shows a kept run."), NULL },
  { "win.fit", N_ ("Shows the whole mechanism."), NULL },
  { "win.zoom-in", N_ ("Enlarges the view."), NULL },
  { "win.zoom-out", N_ ("Makes the view smaller."), NULL },
  { "win.overlays", N_ ("Chooses arrows, paths and marks on the canvas."), NULL },
  { "win.tool", N_ ("Chooses a tool."), NULL },
  { "win.undo", N_ ("Takes back the last edit."), NULL },
  { "win.redo", N_ ("Does an edit again that was taken back."), NULL },
  { "win.history", N_ ("Lists all edits; a click goes back to one."), NULL },
  { "win.cut", N_ ("Cuts the selection."), NULL },
  { "win.copy", N_ ("Copies the selection, as text that other programs can read."), NULL },
  { "win.paste", N_ ("Pastes elements from the clipboard."), NULL },
  { "win.duplicate", N_ ("Copies the selection beside itself."), NULL },
  { "win.delete", N_ ("Deletes the selection with the joints that need it."), NULL },
  { "win.select-all", N_ ("Selects everything."), NULL },
  { "win.select-connected", N_ ("Selects what is joined to the selection."), NULL },
  { "win.array", N_ ("Makes copies along a line or round a circle."), NULL },
  { "win.mirror", N_ ("Mirrors the selection."), NULL },
  { "win.turn", N_ ("Turns the selection by a quarter."), NULL },
  { "win.raise", N_ ("Draws the selection above or below others."), NULL },
  { "win.reorder", N_ ("Moves an element in the outline."), NULL },
  { "win.align", N_ ("Aligns edges or middles of the selected bodies."), NULL },
  { "win.distribute", N_ ("Makes the gaps between the selected bodies equal."), NULL },
  { "win.join", N_ ("Pins bodies together where they meet."), NULL },
  { "win.split", N_ ("Separates bodies that are joined."), NULL },
  { "win.merge", N_ ("Makes one body of several."), NULL },
  { "win.cut-body", N_ ("Cuts a body into two."), NULL },
  { "win.hide", N_ ("Hides the selection on the canvas; it still takes part."), NULL },
  { "win.lock", N_ ("Protects the selection from being moved."), NULL },
  { "win.lock-length", N_ ("Keeps the length of a link while it is dragged."), NULL },
  { "win.show-all", N_ ("Shows everything that is hidden."), NULL },
  { "win.assemble", N_ ("Moves the bodies until all joints are closed."), NULL },
  { "win.equilibrium", N_ ("Moves the bodies to where they rest, and says what the motors hold."), "<Control><Shift>b" },
  { "win.motor-sizing", N_ ("Plots torque and power of the motor against its angle."), "<Control><Shift>m" },
  { "win.transmission", N_ ("Plots transmission angle and mechanical advantage over a turn."), "<Control><Shift>t" },
  { "win.polygons", N_ ("Shows the velocities and accelerations of the joints as polygons."), "<Control><Shift>g" },
  { "win.centres", N_ ("Shows the instantaneous centres, and the centrodes of selected bodies."), "<Control><Shift>k" },
  { "win.replace", N_ ("Replaces a joint by a bushing, or back."), NULL },
  { "win.choose-constants", N_ ("Finds stiffness and damping from the required behaviour."), NULL },
  { "win.add-friction", N_ ("Adds dry friction to a joint."), NULL },
  { "win.background", N_ ("Puts an image under the drawing."), NULL },
  { "win.scale-background", N_ ("Gives the image its true size."), NULL },
  { "win.remove-background", N_ ("Removes the image."), NULL },
  { "win.focus-canvas", N_ ("Moves the focus to the canvas."), NULL },
  { "win.focus-number", N_ ("Moves the focus to the number of the selection."), NULL },
  { "win.next-part", N_ ("Moves the focus to the next part of the window."), NULL },
  { "win.previous-part", N_ ("Moves the focus to the previous part of the window."), NULL },
  { "win.part", N_ ("Chooses the part that a narrow window shows."), NULL },
  { "win.show-inspector", N_ ("Shows the inspector."), NULL },
  { "win.edit-lesson", N_ ("Writes a lesson in this project, or shows it as learners see it."), NULL },
  { "win.save-lesson", N_ ("Saves the lesson of this project as a file."), NULL },
  { "win.save-worksheet", N_ ("Saves the lesson as a page to print."), NULL },
  { "win.cancel-opening", N_ ("Stops opening a large file."), NULL },
  { "win.try", N_ ("Tries a remedy that a message offers."), NULL },
  { "win.push-off", N_ ("Gives a mechanism at a dead point a start velocity."), NULL },
  { "win.mend-and-play", N_ ("Assembles the drawing and plays."), NULL },
  { "win.dismiss-and-play", N_ ("Plays although there is a warning."), NULL },
  { "win.dismiss", N_ ("Closes the message."), NULL },
  { "win.hide-notes", N_ ("Closes the note on the canvas."), NULL },
  { "win.explain-channel", NULL, NULL },
  { "win.open-file", NULL, NULL },
  { "win.open-example", NULL, NULL },
  { "win.open-lesson", NULL, NULL },
  { "win.lesson-step", NULL, NULL },
  { "win.mark", NULL, NULL },
  { "win.restore-run", NULL, NULL },
  { "win.say", NULL, NULL },
  { "win.say-exported", NULL, NULL },
  { "win.say-started", NULL, NULL },
  { "win.select-element", NULL, NULL },
  { "win.show-exported", NULL, NULL },
  { "win.show-help", NULL, NULL },
  { "win.stop-wiggle", NULL, NULL },
  { "win.undo-start", NULL, NULL },
};
/* clang-format on */

const LwCommand *
lw_commands_get (guint *n)
{
  *n = G_N_ELEMENTS (commands);
  return commands;
}

const LwCommand *
lw_command_find (const char *action)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (commands[i].action, action))
      return &commands[i];
  return NULL;
}
