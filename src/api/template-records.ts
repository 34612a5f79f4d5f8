// The public records of message templates: field names, types, order. Filled by present-template.ts.
import Type from 'typebox';
import { hotelId } from './records.ts';
import { boolean, id, moment, object, text } from './schema.ts';

/** The texts of a template by language tag. */
export const templateTexts = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'language tag → text',
  example: { en: 'Dear {{ first_name }}, we expect you on {{ arrival }}.', de: 'Hallo {{ first_name }}!' },
});

export const messageTemplateSchema = object(
  {
    template_id: id('template', 1),
    hotel_id: hotelId,
    name: text({ example: 'Directions' }),
    texts: templateTexts,
    updated_at: moment('when it last changed'),
  },
  { $id: 'MessageTemplate', description: 'A text for guests, which a booking fills.' },
);

export const filledTemplateSchema = object({
  template_id: id('template', 1),
  order_id: id('booking', 10001),
  language: text({ description: 'of the text', example: 'en' }),
  is_wanted_language: boolean({
    description:
      'the text is in the language that was asked for, or in that of the guest; false: there is none, or that of the guest is not known',
    example: true,
  }),
  text: text({ example: 'Dear Ada, we expect you on Tuesday 1 December.' }),
});
