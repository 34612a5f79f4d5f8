// Converts message templates to public records.
import type { Static } from 'typebox';
import type { MessageTemplate } from '../model/message-template.ts';
import { presentMoment } from './present.ts';
import type { messageTemplateSchema } from './template-records.ts';

export function presentTemplate(from: MessageTemplate): Static<typeof messageTemplateSchema> {
  return {
    template_id: from.templateId,
    hotel_id: from.hotelId,
    name: from.name,
    texts: from.texts,
    updated_at: presentMoment(from.updatedAt),
  };
}
