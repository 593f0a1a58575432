// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scripts that load the CSV table of the same name beside them, and plot its columns over the first:
// Python, gnuplot and MATLAB. The samples are only in the table.

#include "lw-table-private.h"

/// Appends a text as a comment; line feeds would end it.
static void
append_comment (GString *script, const char *mark, const char *text)
{
  g_autofree char *line = NULL;

  if (text == NULL || *text == '\0')
    return;
  line = g_strdup (text);
  g_strdelimit (line, "\r\n", ' ');
  g_string_append_printf (script, "%s %s\n", mark, line);
}

/// Appends the title, the provenance and the columns.
static void
append_head (const LwTableWriter *self, const char *mark)
{
  append_comment (self->text, mark, self->head.title);
  append_comment (self->text, mark, self->head.provenance);
  for (guint i = 0; i < self->head.n_columns; i++) {
    g_autofree char *column =
      g_strdup_printf ("column %u: %s [%s]", i + 1, self->head.names[i], self->head.units[i]);

    append_comment (self->text, mark, column);
  }
}

static void
add_no_row (LwTableWriter *self, const double *values)
{
}

static void
begin_python (LwTableWriter *self)
{
  const bool comma = self->head.decimal_comma;

  g_string_append (self->text, "#!/usr/bin/python3\n");
  append_head (self, "#");
  g_string_append_printf (
    self->text,
    "\nimport csv\nimport pathlib\n\nimport matplotlib.pyplot as plt\nimport numpy as np\n\n"
    "with open(pathlib.Path(__file__).with_suffix(\".csv\"), newline=\"\", encoding=\"utf-8\") as file:\n"
    "    rows = list(csv.reader(file, delimiter=\"%s\"))\n"
    "names = rows[0]\n"
    "data = np.array([[float(value%s) for value in row] for row in rows[1:]])\n\n"
    "# One pair of axes for each unit.\n"
    "units = sorted({name.rpartition(\" [\")[2] for name in names[1:]})\n"
    "figure, axes = plt.subplots(max(len(units), 1), sharex=True, squeeze=False)\n"
    "for unit, axis in zip(units, axes[:, 0]):\n"
    "    for i, name in enumerate(names[1:], 1):\n"
    "        if name.endswith(\" [\" + unit):\n"
    "            axis.plot(data[:, 0], data[:, i], label=name)\n"
    "    axis.legend()\n"
    "axes[-1, 0].set_xlabel(names[0])\n"
    "plt.show()\n",
    comma ? ";" : ",", comma ? ".replace(\",\", \".\")" : "");
}

const LwTableClass lw_table_python_class = { .begin = begin_python, .add_row = add_no_row };

static void
begin_gnuplot (LwTableWriter *self)
{
  append_comment (self->text, "#", "Run it by: gnuplot -c FILE");
  append_head (self, "#");
  g_string_append_printf (
    self->text,
    "\nfile = exists(\"ARG0\") && strlen(ARG0) > 3 ? ARG0[1:strlen(ARG0) - 3].\".csv\" : \"table.csv\"\n"
    "set datafile separator \"%s\"\n%s"
    "set key outside autotitle columnheader noenhanced\n"
    "set xlabel \"%s [%s]\" noenhanced\n"
    "plot for [i = 2:%u] file using 1:i with lines\n"
    "pause mouse close\n",
    self->head.decimal_comma ? ";" : ",",
    self->head.decimal_comma ? "set decimalsign locale \"de_DE.UTF-8\"\n" : "", self->head.names[0],
    self->head.units[0], self->head.n_columns);
}

const LwTableClass lw_table_gnuplot_class = { .begin = begin_gnuplot, .add_row = add_no_row };

static void
begin_matlab (LwTableWriter *self)
{
  append_head (self, "%");
  g_string_append_printf (
    self->text,
    "\ndata = readtable([mfilename('fullpath') '.csv'], 'VariableNamingRule', 'preserve', ...\n"
    "                 'Delimiter', '%s', 'DecimalSeparator', '%s');\n"
    "names = data.Properties.VariableNames;\n"
    "plot(data{:, 1}, data{:, 2:end});\n"
    "xlabel(names{1}, 'Interpreter', 'none');\n"
    "legend(names(2:end), 'Interpreter', 'none', 'Location', 'eastoutside');\n",
    self->head.decimal_comma ? ";" : ",", self->head.decimal_comma ? "," : ".");
}

const LwTableClass lw_table_matlab_class = { .begin = begin_matlab, .add_row = add_no_row };
