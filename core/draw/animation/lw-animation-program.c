// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// WebM and MP4 by ffmpeg, which receives the pixels of the pictures through a socket. It writes to
// anonymous memory, so that no file remains however this program ends. Its error messages go to
// such memory too, so that it never blocks on a full pipe.

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lw-animation-private.h"

#define PROGRAM "ffmpeg"
/// Output of the program, as seen by that program.
#define OUTPUT_FD 3
#define OUTPUT_PATH "/dev/fd/3"
/// Most characters of an error message that are shown.
#define COMPLAINT_MAX 300
#define READ_SIZE 65536

/// Byte order of CAIRO_FORMAT_RGB24.
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
#define PIXEL_FORMAT "bgr0"
#else
#define PIXEL_FORMAT "0rgb"
#endif

typedef struct
{
  GSubprocess *process; ///< NULL if it could not be started
  GIOStream *stream;    ///< connection to it
  GCancellable *cancellable;
  int output, complaints; ///< file descriptors of anonymous memory
  int width, height;      ///< size of the pictures, px
  /// size of the film, px: even, as its format requires, and not smaller than the pictures
  int columns, rows;
} Program;

static void
program_close (gpointer writer)
{
  Program *self = writer;

  g_clear_object (&self->stream);
  if (self->process != NULL) {
    g_subprocess_force_exit (self->process);
    g_subprocess_wait (self->process, NULL, NULL);
  }
  g_clear_object (&self->process);
  g_clear_object (&self->cancellable);
  if (self->output >= 0)
    close (self->output);
  if (self->complaints >= 0)
    close (self->complaints);
  g_free (self);
}

// ---- reading --------------------------------------------------------------------------------

/// Returns the content of the memory, at most `most` bytes.
static GBytes *
read_memory (int fd, gsize most)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree guint8 *block = g_malloc (READ_SIZE);

  while (bytes->len < most) {
    const ssize_t n = pread (fd, block, MIN (READ_SIZE, most - bytes->len), bytes->len);

    if (n <= 0)
      break;
    g_byte_array_append (bytes, block, (guint) n);
  }
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

/// Returns the first line of the program's error messages.
static char *
dup_complaint (Program *self)
{
  g_autoptr (GBytes) bytes = read_memory (self->complaints, COMPLAINT_MAX);
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  g_autofree char *text = data != NULL ? g_utf8_make_valid (data, (gssize) size) : g_strdup ("");

  g_strchug (text);
  text[strcspn (text, "\r\n")] = '\0';
  g_strchomp (text);
  if (g_str_has_suffix (text, "."))
    text[strlen (text) - 1] = '\0';
  return g_steal_pointer (&text);
}

/// Sets `error` to the reason why the program ended or stopped reading. Returns FALSE.
static gboolean
refuse (Program *self, GError **error)
{
  g_autofree char *complaint = NULL;
  g_autofree char *reason = NULL;

  g_clear_object (&self->stream);
  if (!g_subprocess_wait (self->process, self->cancellable, error))
    return FALSE;
  complaint = dup_complaint (self);
  if (*complaint != '\0')
    // Translators: a program, and its error message
    reason = g_strdup_printf (_ ("%s says: %s"), PROGRAM, complaint);
  else
    reason = g_strdup_printf (_ ("%s ended without an error message"), PROGRAM);
  return lw_animation_refuse (reason, error);
}

// ---- starting -------------------------------------------------------------------------------

static void
add (GPtrArray *arguments, const char *first, const char *second)
{
  g_ptr_array_add (arguments, g_strdup (first));
  if (second != NULL)
    g_ptr_array_add (arguments, g_strdup (second));
}

static void
add_text (GPtrArray *arguments, const char *name, const char *text)
{
  if (text != NULL && *text != '\0') {
    add (arguments, "-metadata", NULL);
    g_ptr_array_add (arguments, g_strconcat (name, "=", text, NULL));
  }
}

static GPtrArray *
dup_arguments (const Program *self, const LwAnimation *animation, const char *const *encoder)
{
  const guint n = lw_animation_count (animation);
  const int length_ms = lw_animation_get_begin_ms (animation, n);
  GPtrArray *arguments = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *size = g_strdup_printf ("%dx%d", self->columns, self->rows);
  // All pictures have the same duration, and together exactly the length.
  g_autofree char *rate =
    g_strdup_printf ("%" G_GUINT64_FORMAT "/%d", (guint64) n * 1000, length_ms);

  add (arguments, PROGRAM, NULL);
  add (arguments, "-hide_banner", "-nostdin");
  add (arguments, "-loglevel", "error");
  add (arguments, "-f", "rawvideo");
  add (arguments, "-pixel_format", PIXEL_FORMAT);
  add (arguments, "-video_size", size);
  add (arguments, "-framerate", rate);
  add (arguments, "-i", "pipe:0");
  add (arguments, "-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p");
  add (arguments, "-colorspace", "bt709");
  add (arguments, "-color_primaries", "bt709");
  add (arguments, "-color_trc", "iec61966-2-1");
  for (gsize i = 0; encoder[i] != NULL; i++)
    add (arguments, encoder[i], NULL);
  // Omit the version of the program and random numbers from the file.
  add (arguments, "-fflags", "+bitexact");
  add (arguments, "-flags:v", "+bitexact");
  add_text (arguments, "title", animation->title);
  add_text (arguments, "comment", animation->provenance);
  add (arguments, "-y", OUTPUT_PATH);
  g_ptr_array_add (arguments, NULL);
  return arguments;
}

/// Runs in the child process before the program: ends the program together with the thread that
/// writes the film, however this process ends.
static void
child_cb (gpointer parent)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != GPOINTER_TO_INT (parent))
    _exit (1);
}

/// Starts the program with its end of a socket; the other end is `stream`.
static gboolean
start (Program *self, const GPtrArray *arguments, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GError) why = NULL;
  int ends[2];

  self->output = memfd_create ("linkwright-film", MFD_CLOEXEC);
  self->complaints = memfd_create ("linkwright-film-errors", MFD_CLOEXEC);
  if (self->output < 0 || self->complaints < 0
      || socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return lw_animation_refuse (g_strerror (errno), error);
  g_subprocess_launcher_set_child_setup (launcher, child_cb, GINT_TO_POINTER (getpid ()), NULL);
  g_subprocess_launcher_take_stdin_fd (launcher, ends[1]);
  g_subprocess_launcher_take_stderr_fd (launcher, dup (self->complaints));
  g_subprocess_launcher_take_fd (launcher, dup (self->output), OUTPUT_FD);
  socket = g_socket_new_from_fd (ends[0], &why);
  if (socket == NULL)
    close (ends[0]);
  else {
    self->stream = G_IO_STREAM (g_socket_connection_factory_create_connection (socket));
    self->process = g_subprocess_launcher_spawnv (
      launcher, (const char *const *) (const void *) arguments->pdata, &why);
  }
  return self->process != NULL || lw_animation_refuse (why->message, error);
}

static gpointer
open_program (const LwAnimation *animation,
              const LwAnimationFrames *film,
              const char *const *encoder,
              GCancellable *cancellable,
              GError **error)
{
  g_autoptr (GPtrArray) arguments = NULL;
  Program *self;

  if (!lw_animation_format_is_there (animation->format, error))
    return NULL;
  self = g_new0 (Program, 1);
  *self = (Program){
    .output = -1,
    .complaints = -1,
    .cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL,
    .width = lw_animation_frames_get_width (film),
    .height = lw_animation_frames_get_height (film),
  };
  self->columns = self->width + self->width % 2;
  self->rows = self->height + self->height % 2;
  arguments = dup_arguments (self, animation, encoder);
  if (start (self, arguments, error))
    return self;
  program_close (self);
  return NULL;
}

static gpointer
webm_open (const LwAnimation *animation,
           const LwAnimationFrames *film,
           GCancellable *cancellable,
           GError **error)
{
  static const char *const encoder[] = { "-c:v", "libvpx-vp9", "-crf", "24",        "-b:v",
                                         "0",    "-deadline",  "good", "-cpu-used", "4",
                                         "-f",   "webm",       NULL };

  return open_program (animation, film, encoder, cancellable, error);
}

static gpointer
mp4_open (const LwAnimation *animation,
          const LwAnimationFrames *film,
          GCancellable *cancellable,
          GError **error)
{
  static const char *const encoder[] = { "-c:v",    "libx264", "-crf",      "18",
                                         "-preset", "medium",  "-movflags", "+faststart",
                                         "-f",      "mp4",     NULL };

  return open_program (animation, film, encoder, cancellable, error);
}

// ---- pictures -------------------------------------------------------------------------------

/// Returns the pixels of a picture; an odd side is extended by one line, which repeats the pixels
/// of its edge.
static unsigned char *
dup_pixels (const Program *self, cairo_surface_t *image)
{
  const unsigned char *data = cairo_image_surface_get_data (image);
  const gsize stride = (gsize) cairo_image_surface_get_stride (image);
  const gsize width = 4 * (gsize) self->width;
  const gsize row = 4 * (gsize) self->columns;
  unsigned char *pixels = g_malloc (row * (gsize) self->rows);

  for (int y = 0; y < self->rows; y++) {
    const unsigned char *from = data + (gsize) MIN (y, self->height - 1) * stride;
    unsigned char *to = pixels + (gsize) y * row;

    memcpy (to, from, width);
    if (row > width)
      memcpy (to + width, from + width - 4, 4);
  }
  return pixels;
}

static gboolean
program_keep (cairo_surface_t *image, guint k, void *writer, GError **error)
{
  Program *self = writer;
  GOutputStream *stream = g_io_stream_get_output_stream (self->stream);
  g_autofree unsigned char *pixels = dup_pixels (self, image);
  g_autoptr (GError) why = NULL;

  if (g_output_stream_write_all (stream, pixels, 4 * (gsize) self->columns * (gsize) self->rows,
                                 NULL, self->cancellable, &why))
    return TRUE;
  if (g_error_matches (why, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    g_propagate_error (error, g_steal_pointer (&why));
    return FALSE;
  }
  return refuse (self, error);
}

static GBytes *
program_finish (gpointer writer, GError **error)
{
  Program *self = writer;
  g_autoptr (GBytes) bytes = NULL;

  // Mark the end of the pictures.
  g_clear_object (&self->stream);
  if (!g_subprocess_wait (self->process, self->cancellable, error))
    return NULL;
  if (g_subprocess_get_successful (self->process))
    bytes = read_memory (self->output, G_MAXUINT);
  if (bytes == NULL || g_bytes_get_size (bytes) == 0) {
    refuse (self, error);
    return NULL;
  }
  return g_steal_pointer (&bytes);
}

const LwAnimationClass lw_animation_webm_class = {
  .suffixes = { ".webm" },
  .rate = 25,
  .tick = 1e-3,
  .shortest = 1,
  .program = PROGRAM,
  .open = webm_open,
  .keep = program_keep,
  .finish = program_finish,
  .close = program_close,
};

const LwAnimationClass lw_animation_mp4_class = {
  .suffixes = { ".mp4" },
  .rate = 25,
  .tick = 1e-3,
  .shortest = 1,
  .program = PROGRAM,
  .open = mp4_open,
  .keep = program_keep,
  .finish = program_finish,
  .close = program_close,
};
