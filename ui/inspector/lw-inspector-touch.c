// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contact between bodies in the inspector: for a body its outline and material, for pairs of bodies
// their contact settings, and for the mechanism the number of bodies in contact and the contact
// settings.

#include <glib/gi18n.h>
#include <stddef.h>

#include "lw-contact.h"
#include "lw-element-words.h"
#include "lw-help-mark.h"
#include "lw-inspector-private.h"
#include "lw-property.h"

// ---- a body ---------------------------------------------------------------------------------

enum
{
  AS_LINK,
  AS_HALF_PLANE,
};

static const char *const outlines[] = { N_ ("Link"), N_ ("Half-plane"), NULL };

static void
get_outline (const LwMechanism *mechanism, int id, double *values)
{
  values[0] = lw_mechanism_find_body (mechanism, id)->contact.half_plane ? AS_HALF_PLANE : AS_LINK;
}

/// Returns the mechanism with this outline. The engine refuses invalid ones.
static LwMechanism *
with_outline (const LwMechanism *mechanism, int id, const double *values)
{
  LwContact contact = lw_mechanism_find_body (mechanism, id)->contact;
  LwMechanism *next;
  LwBody *body;

  contact.half_plane = values[0] == AS_HALF_PLANE;
  next = lw_contact_with_body (mechanism, id, &contact, NULL);
  if (next != NULL)
    return next;
  body = lw_body_copy (lw_mechanism_find_body (mechanism, id));
  body->contact = contact;
  return lw_mechanism_replace_body (mechanism, body);
}

static const LwFieldSpec outline_field = { N_ ("Outline"),     N_ ("Change Outline"),
                                           LW_EDITOR_CHOICE,   .choices = outlines,
                                           .get = get_outline, .set = with_outline };

/// Describes the outline with which the body makes contact.
static const char *
describe_outline (LwInspector *self, const LwBody *body)
{
  LwContactOutline outline;
  MbdShapeKind kind;
  guint corners;

  if (!lw_contact_get_outline (lw_inspector_get_mechanism (self), body, &outline, NULL))
    return _ ("None");
  kind = outline.kind;
  corners = outline.points->len;
  lw_contact_outline_clear (&outline);
  if (body->shape.kind == LW_SHAPE_BOX)
    return _ ("Box");
  if (body->shape.kind == LW_SHAPE_LINK && kind == MBD_SHAPE_POLYGON)
    return _ ("Hull with round corners");
  if (kind == MBD_SHAPE_CAPSULE)
    return _ ("Link with round ends");
  if (kind == MBD_SHAPE_DISC)
    return _ ("Disc");
  if (kind == MBD_SHAPE_HALF_PLANE)
    return _ ("Half-plane");
  return corners == 3 ? _ ("Triangle") : _ ("Polygon");
}

static bool
can_be_half_plane (const LwBody *body)
{
  return body->def.mobility == MBD_FIXED && body->shape.kind == LW_SHAPE_LINK
         && body->shape.points != NULL && body->shape.points->len == 2;
}

// ---- pairs ----------------------------------------------------------------------------------

// Contact of the pair is a field of the mechanism; the id is the index of the pair in its list.

static LwContactPair
get_pair (const LwMechanism *mechanism, int index)
{
  const GArray *pairs = lw_mechanism_get_contact_pairs (mechanism);

  return (guint) index < pairs->len ? g_array_index (pairs, LwContactPair, index)
                                    : (LwContactPair){ .touches = true };
}

/// Returns the mechanism with this pair. The engine refuses invalid ones.
static LwMechanism *
with_pair (const LwMechanism *mechanism, const LwContactPair *pair)
{
  LwMechanism *next = lw_mechanism_copy (mechanism);

  if (pair->body[0] != pair->body[1])
    lw_mechanism_add_contact_pair (next, pair);
  return next;
}

static const char *const meetings[] = { N_ ("They touch"), N_ ("They never touch"), NULL };

static void
get_meeting (const LwMechanism *mechanism, int index, double *values)
{
  values[0] = !get_pair (mechanism, index).touches;
}

static LwMechanism *
with_meeting (const LwMechanism *mechanism, int index, const double *values)
{
  LwContactPair pair = get_pair (mechanism, index);

  pair.touches = values[0] == 0;
  return with_pair (mechanism, &pair);
}

static const LwFieldSpec meeting_field = { N_ ("When they meet"), N_ ("Change Pair"),
                                           LW_EDITOR_CHOICE,      .choices = meetings,
                                           .get = get_meeting,    .set = with_meeting };
/// Fields of a pair. The property name of each number is created for the pair.
static const LwFieldSpec pair_fields[] = {
  { N_ ("Friction μ"), N_ ("Change Friction of Pair"), LW_EDITOR_NUMBERS, .n = 1, .unit = "1",
    .property = "friction" },
  { N_ ("Restitution e"), N_ ("Change Restitution of Pair"), LW_EDITOR_NUMBERS, .n = 1, .unit = "1",
    .property = "restitution" },
  { N_ ("Rolling friction"), N_ ("Change Rolling Friction of Pair"), LW_EDITOR_NUMBERS, .n = 1,
    .unit = "m", .property = "rolling" },
};

static void
edit (LwInspector *self, const char *step, LwMechanism *next)
{
  lw_document_edit (self->document, step, next);
  lw_mechanism_unref (next);
}

static void
remove_cb (GtkWidget *button, LwInspector *self)
{
  const int index = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "pair"));
  const LwContactPair pair = get_pair (lw_inspector_get_mechanism (self), index);

  edit (self, _ ("Remove Pair"),
        lw_contact_without_pair (lw_inspector_get_mechanism (self), pair.body[0], pair.body[1]));
}

static void
add_pair (LwInspector *self, guint index, const char *title)
{
  const LwElementRef none = { LW_SELECTION_NONE, (int) index };
  const LwContactPair pair = get_pair (lw_inspector_get_mechanism (self), (int) index);
  GtkWidget *heading = lw_inspector_new_row (title);
  GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");

  gtk_widget_add_css_class (heading, "row-heading");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _ ("Let the Materials Decide"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Let the materials decide"), -1);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_object_set_data (G_OBJECT (button), "pair", GINT_TO_POINTER ((int) index));
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_cb), self, 0);
  gtk_box_append (GTK_BOX (heading), button);
  lw_inspector_add (self, heading);
  lw_inspector_add_fields (self, none, &meeting_field, 1);
  for (guint i = 0; i < G_N_ELEMENTS (pair_fields) && pair.touches; i++) {
    LwElementRef owner;
    g_autofree char *name = lw_property_dup_pair_name (&pair, pair_fields[i].property, &owner);

    g_autofree char *number = g_strconcat ("field:", name, NULL);
    GtkWidget *field = lw_field_editor_new_named (self->document, owner, &pair_fields[i], name);

    lw_help_mark_number (field, number);
    lw_inspector_add (self, field);
  }
}

/// Adds contact settings for a pair, starting with the values of the materials.
static void
say_of_pair (LwInspector *self, int a, int b)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  LwContactPair pair = lw_contact_get_pair (mechanism, a, b);
  g_autoptr (GError) error = NULL;
  LwMechanism *next;

  next = lw_contact_with_pair (mechanism, &pair, &error);
  if (next == NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", error->message);
  else
    edit (self, _ ("Add Pair"), next);
}

static void
chosen_cb (GtkDropDown *choice, GParamSpec *pspec, LwInspector *self)
{
  const GArray *others = g_object_get_data (G_OBJECT (choice), "others");
  const guint chosen = gtk_drop_down_get_selected (choice);

  // The first item is only a prompt.
  if (chosen > 0 && chosen <= others->len)
    say_of_pair (self, self->live_target.id, g_array_index (others, int, chosen - 1));
}

/// Adds a choice of the bodies that could have a pair with this one and have none.
static void
add_choice (LwInspector *self, const LwBody *body)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  GtkStringList *names = gtk_string_list_new (NULL);
  GArray *others = g_array_new (FALSE, FALSE, sizeof (int));
  GtkWidget *row, *choice;

  gtk_string_list_append (names, _ ("Choose a body"));
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwBody *other = lw_mechanism_get_body (mechanism, i);
    const int id = other->element.id;
    g_autofree char *name = NULL;

    if (other == body || !other->contact.takes_part
        || (body->def.mobility == MBD_FIXED && other->def.mobility == MBD_FIXED)
        || lw_contact_find_pair (mechanism, body->element.id, id) != NULL)
      continue;
    name = lw_inspector_dup_body_name (self, id);
    gtk_string_list_append (names, name);
    g_array_append_val (others, id);
  }
  if (others->len == 0) {
    g_array_unref (others);
    g_object_unref (names);
    return;
  }
  row = lw_inspector_new_row (_ ("Other values with"));
  choice = gtk_drop_down_new (G_LIST_MODEL (names), NULL);
  gtk_widget_add_css_class (choice, "editor");
  gtk_widget_set_valign (choice, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (choice), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Other values with"), -1);
  g_object_set_data_full (G_OBJECT (choice), "others", others, (GDestroyNotify) g_array_unref);
  g_signal_connect_object (choice, "notify::selected", G_CALLBACK (chosen_cb), self, 0);
  gtk_box_append (GTK_BOX (row), choice);
  lw_inspector_add (self, row);
}

static void
add_pairs (LwInspector *self, const LwBody *body)
{
  const GArray *pairs = lw_mechanism_get_contact_pairs (lw_inspector_get_mechanism (self));
  const int id = body->element.id;

  for (guint i = 0; i < pairs->len; i++) {
    const LwContactPair *pair = &g_array_index (pairs, LwContactPair, i);
    const int other = pair->body[pair->body[0] == id];

    if (pair->body[0] == id || pair->body[1] == id) {
      g_autofree char *name = lw_inspector_dup_body_name (self, other);
      // Translators: the other body of a pair that has its own contact settings
      g_autofree char *title = g_strdup_printf (_ ("With %s"), name);

      add_pair (self, i, title);
    }
  }
  add_choice (self, body);
}

static void
own_values_cb (LwInspector *self)
{
  say_of_pair (self, lw_inspector_get_target (self, 0).id, lw_inspector_get_target (self, 1).id);
}

/// Adds the contact settings of the two selected bodies.
static void
add_pair_of_two (LwInspector *self)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  const GArray *pairs = lw_mechanism_get_contact_pairs (mechanism);
  const int a = lw_inspector_get_target (self, 0).id, b = lw_inspector_get_target (self, 1).id;
  const LwContactPair *said = lw_contact_find_pair (mechanism, a, b);
  GtkWidget *button;

  lw_inspector_begin_card (self, _ ("Pair"), NULL);
  if (said != NULL) {
    add_pair (self, (guint) (said - (const LwContactPair *) (const void *) pairs->data),
              _ ("These two"));
    return;
  }
  lw_inspector_add_words (self, _ ("When they meet"),
                          lw_contact_get_pair (mechanism, a, b).touches ? _ ("They touch")
                                                                        : _ ("They pass through"));
  button = gtk_button_new_with_label (_ ("Other Values for This Pair"));
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect_object (button, "clicked", G_CALLBACK (own_values_cb), self, G_CONNECT_SWAPPED);
  lw_inspector_add (self, button);
}

// ---- cards ----------------------------------------------------------------------------------

void
lw_inspector_add_contact (LwInspector *self, LwElementRef target)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  const guint n = MAX (lw_inspector_get_n_targets (self), 1);
  bool all_take_part = true, all_half_planes = true;
  const LwBody *body = NULL;

  for (guint i = 0; i < n; i++) {
    const int id =
      lw_inspector_is_several (self) ? lw_inspector_get_target (self, i).id : target.id;

    body = lw_mechanism_find_body (mechanism, id);
    if (body->def.mobility == MBD_SPATIAL)
      return;
    all_take_part = all_take_part && body->contact.takes_part;
    all_half_planes = all_half_planes && can_be_half_plane (body);
  }
  lw_inspector_begin_card (self, _ ("Contact"), NULL);
  lw_inspector_add_card_fields (self, target, "contact");
  if (!all_take_part)
    return;
  if (all_half_planes)
    lw_inspector_add_fields (self, target, &outline_field, 1);
  else if (n == 1)
    lw_inspector_add_words (self, _ ("Outline"), describe_outline (self, body));
  lw_inspector_add_card_fields (self, target, "material");
  self->live_target = target;
  if (n == 1)
    add_pairs (self, body);
  else if (n == 2)
    add_pair_of_two (self);
}

void
lw_inspector_append_contact (LwInspector *self, GString *structure, const LwBody *body)
{
  const GArray *pairs = lw_mechanism_get_contact_pairs (lw_inspector_get_mechanism (self));

  g_string_append_printf (structure, " contact %u %u",
                          lw_contact_count (lw_inspector_get_mechanism (self)),
                          lw_contact_count_moving (lw_inspector_get_mechanism (self)));
  if (body == NULL)
    return;
  g_string_append_printf (structure, " %d %d", body->contact.takes_part, body->contact.half_plane);
  for (guint i = 0; i < pairs->len; i++) {
    const LwContactPair *pair = &g_array_index (pairs, LwContactPair, i);

    g_string_append_printf (structure, " %d-%d %d", pair->body[0], pair->body[1], pair->touches);
  }
}

// ---- the mechanism --------------------------------------------------------------------------

enum
{
  AUTOMATICALLY,
  ACCURATELY,
  BY_STEPS,
};

static const char *const ways[] = { N_ ("Automatic"), N_ ("Accurate, events"), N_ ("Time steps"),
                                    NULL };

static void
get_way (const LwMechanism *mechanism, int id, double *values)
{
  const MbdMethod method = lw_mechanism_get_run (mechanism)->integrator.method;

  values[0] = method == MBD_METHOD_AUTOMATIC       ? AUTOMATICALLY
              : method == MBD_METHOD_TIME_STEPPING ? BY_STEPS
                                                   : ACCURATELY;
}

static LwMechanism *
with_way (const LwMechanism *mechanism, int id, const double *values)
{
  LwRunSettings run = *lw_mechanism_get_run (mechanism);
  LwMechanism *next = lw_mechanism_copy (mechanism);

  run.integrator.method = values[0] == AUTOMATICALLY ? MBD_METHOD_AUTOMATIC
                          : values[0] == BY_STEPS    ? MBD_METHOD_TIME_STEPPING
                                                     : MBD_METHOD_VERNER65;
  lw_mechanism_set_run (next, &run);
  return next;
}

static const LwFieldSpec way_field = { N_ ("Followed"),  N_ ("Change Way of Running"),
                                       LW_EDITOR_CHOICE, .choices = ways,
                                       .get = get_way,   .set = with_way };
void
lw_inspector_add_contacts_of_all (LwInspector *self)
{
  const LwElementRef none = { LW_SELECTION_NONE, 0 };
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  const guint n = lw_contact_count (mechanism), moving = lw_contact_count_moving (mechanism);
  g_autofree char *words = NULL;

  if (n == 0)
    return;
  // Translators: the number of bodies in contact, and how many of them can move
  words = g_strdup_printf (_ ("%u, %u can move"), n, moving);
  lw_inspector_begin_card (self, _ ("Contact"), NULL);
  lw_help_mark_number (lw_inspector_add_words (self, _ ("Bodies in contact"), words),
                       "count:touching");
  lw_inspector_add_fields (self, none, &way_field, 1);
  lw_inspector_add_field (self, none, "step");
}
