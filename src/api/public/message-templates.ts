// /api/message_templates: texts that people fill from a booking and send to its guest.

import { setImmediate } from 'node:timers/promises';
import {
  MAX_TEMPLATE_LANGUAGES,
  MAX_TEMPLATE_NAME,
  MAX_TEMPLATE_TEXT,
  PLACEHOLDERS,
} from '../../model/message-template.ts';
import { fillTemplate, findTemplateError, liquidErrorMessage } from '../../pms/message-template-text.ts';
import { chooseText, placeholderValues } from '../../pms/message-template-values.ts';
import {
  changeTemplate,
  createTemplate,
  findTemplate,
  listTemplates,
  removeTemplate,
} from '../../pms/message-templates.ts';
import { requireReservation } from '../../pms/reservations/find.ts';
import { requireRoom } from '../../pms/rooms.ts';
import { invalidData, Problem } from '../../problems.ts';
import { TEMPLATE } from '../changed-records.ts';
import { toLanguage, toLanguageTag, toName } from '../input.ts';
import { listOperation, readOperation, writeOperation } from '../operation.ts';
import { presentTemplate } from '../present-template.ts';
import { id, object, optional, text } from '../schema.ts';
import { filledTemplateSchema, messageTemplateSchema, templateTexts } from '../template-records.ts';

const path = '/message_templates';
const tag = 'Messages';
const query = object({ template_id: id('template', 1) });

/** The longest tag that RFC 5646 asks everybody to take. */
const MAX_LANGUAGE_TAG = 35;

const templateName = text({
  description: 'by which people know it; each different',
  minLength: 1,
  maxLength: MAX_TEMPLATE_NAME,
  example: 'Directions',
});

const LIQUID = `Texts are written in Liquid, with the placeholders ${PLACEHOLDERS.map((one) => `\`${one}\``).join(', ')}: \`Dear {{ first_name }}\`, \`{% if unit %}Your room is {{ unit }}.{% endif %}\`. What is not known is empty.`;

export const listMessageTemplatesOperation = listOperation({
  name: 'listMessageTemplates',
  audience: ['public', 'operator'],
  method: 'GET',
  path,
  scopes: ['messages'],
  tag,
  summary: 'List templates of messages',
  description: 'Texts that people fill from a booking, in the order in which they were made.',
  problems: [],
  query: object({ template_id: optional(id('only this template', 1)) }),
  item: messageTemplateSchema,
  caching: 'log',
  cursor: ['id'],
  filter: ({ template_id: templateId }) => ({ templateId }),
  page: ({ db, property }, filter, page) => listTemplates(db, property.hotelId, filter, page),
  key: ({ templateId }) => [templateId],
  present: (template) => presentTemplate(template),
  selectsOneRecord: (query) => query.template_id !== undefined,
});

export const createMessageTemplateOperation = writeOperation({
  name: 'createMessageTemplate',
  audience: ['public', 'operator'],
  method: 'POST',
  path,
  scopes: ['messages', 'settings'],
  tag,
  summary: 'Make a template of messages',
  description: `Stores a text in one or more languages. ${LIQUID}`,
  problems: ['template_name_taken', 'too_many_templates'],
  body: object({ name: templateName, texts: templateTexts }),
  answer: messageTemplateSchema,
  run: async (tx, _call, { body }) =>
    presentTemplate(
      await createTemplate(tx, {
        name: toName(body.name, 'name', MAX_TEMPLATE_NAME),
        texts: await toTexts(body.texts),
      }),
    ),
});

export const changeMessageTemplateOperation = writeOperation({
  name: 'changeMessageTemplate',
  audience: ['public', 'operator'],
  method: 'PATCH',
  path,
  scopes: ['messages', 'settings'],
  tag,
  summary: 'Change a template of messages',
  description: `Changes what is given and keeps the rest; \`texts\` replaces those of all languages. ${LIQUID}`,
  problems: ['unknown_template', 'template_name_taken'],
  query,
  body: object({ name: optional(templateName), texts: optional(templateTexts) }),
  changes: { record: TEMPLATE, id: ({ query }) => query.template_id },
  answer: messageTemplateSchema,
  run: async (tx, _call, { query: { template_id: templateId }, body }) =>
    presentTemplate(
      await changeTemplate(tx, templateId, {
        ...(body.name !== undefined && { name: toName(body.name, 'name', MAX_TEMPLATE_NAME) }),
        ...(body.texts !== undefined && { texts: await toTexts(body.texts) }),
      }),
    ),
});

export const removeMessageTemplateOperation = writeOperation({
  name: 'removeMessageTemplate',
  audience: ['public', 'operator'],
  method: 'DELETE',
  path,
  scopes: ['messages', 'settings'],
  tag,
  summary: 'Remove a template of messages',
  description: 'Removes a template. Messages that were sent with it stay.',
  problems: ['unknown_template'],
  query,
  changes: { record: TEMPLATE, id: ({ query }) => query.template_id },
  answer: messageTemplateSchema,
  run: async (tx, _call, { query: { template_id: templateId } }) =>
    presentTemplate(await removeTemplate(tx, templateId)),
});

export const fillMessageTemplateOperation = readOperation({
  name: 'fillMessageTemplate',
  audience: ['public', 'operator'],
  method: 'GET',
  path: `${path}/filled`,
  scopes: ['messages', 'contacts', 'bookings:read'],
  tag,
  summary: 'Fill a template from a booking',
  description:
    "The text for the guest of a booking: in `language`, else in the guest's language, else in that of the house, else in any that there is. Nothing is sent.",
  problems: ['unknown_template', 'unknown_booking', 'template_not_fillable'],
  query: object({
    template_id: id('template', 1),
    order_id: id('booking', 10001),
    language: optional(
      text({
        description: "language tag; absent = the guest's language",
        maxLength: MAX_LANGUAGE_TAG,
        example: 'de',
      }),
    ),
  }),
  answer: filledTemplateSchema,
  caching: 'no-etag', // the day decides which of several units is named
  run: async ({ db, property, today }, wanted) => {
    const template = await findTemplate(db, property.hotelId, wanted.template_id);
    const booking = await requireReservation(db, property.hotelId, wanted.order_id);
    const room = await requireRoom(db, property.hotelId, booking.roomId);
    const asked = wanted.language === undefined ? booking.language : toLanguage(wanted.language, 'language');
    const chosen = chooseText(template, { wanted: asked, house: property.settings.language });
    const { language } = chosen;
    const values = placeholderValues(booking, { property, roomName: room.name, language, today });
    try {
      return {
        template_id: template.templateId,
        order_id: booking.reservationId,
        language,
        is_wanted_language: chosen.isWanted,
        text: await fillTemplate(chosen.text, values),
      };
    } catch (error) {
      throw new Problem('template_not_fillable', { language, reason: liquidErrorMessage(error) });
    }
  },
});

/** Returns texts by their language in its usual spelling. Throws `invalid_data` for what is no language or no Liquid. */
async function toTexts(given: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  const entries = Object.entries(given);
  if (entries.length === 0) throw invalidData({ field: 'texts', rule: 'too_few_items', limit: 1 });
  if (entries.length > MAX_TEMPLATE_LANGUAGES)
    throw invalidData({ field: 'texts', rule: 'too_many_items', limit: MAX_TEMPLATE_LANGUAGES });
  for (const [givenTag, written] of entries) {
    const field = `texts.${givenTag.slice(0, MAX_LANGUAGE_TAG)}`;
    const language = givenTag.length > MAX_LANGUAGE_TAG ? null : toLanguageTag(givenTag);
    if (language === null) throw invalidData({ field, rule: 'no_language' });
    if (Object.hasOwn(texts, language)) throw invalidData({ field, rule: 'given_twice' });
    if (written.trim() === '') throw invalidData({ field, rule: 'blank' });
    if (written.length > MAX_TEMPLATE_TEXT)
      throw invalidData({ field, rule: 'too_long', limit: MAX_TEMPLATE_TEXT });
    const wrong = await findTemplateError(written);
    // Requests are answered in between: a text takes some milliseconds.
    await setImmediate();
    if (wrong) throw invalidData({ field, ...wrong });
    texts[language] = written;
  }
  return texts;
}
