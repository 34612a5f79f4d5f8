// Templates of messages: the list, and a text filled from a stay.
import type { Static } from 'typebox';
import type { filledTemplateSchema, messageTemplateSchema } from '../../src/api/template-records.ts';
import { api, rightsOf } from './property.ts';
import { read } from './server.ts';
import { useList } from './use-list.ts';

export type DeskTemplate = Static<typeof messageTemplateSchema>;
type FilledTemplate = Static<typeof filledTemplateSchema>;

/** Returns the templates by name; undefined = not here yet, or the person may not use them. */
export function useTemplates(): readonly DeskTemplate[] | undefined {
  const list = useList<DeskTemplate>({
    path: rightsOf('messages').sees ? api('message_templates') : null,
    isConcerned: ({ kind }) => kind === 'template.changed',
  });
  return list?.toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Returns the text for the guest of a stay; `language`: absent = the guest's. Throws as `read` does. */
export function fillTemplate(
  templateId: number,
  orderId: number,
  language?: string,
): Promise<FilledTemplate> {
  return read(api('message_templates/filled'), { template_id: templateId, order_id: orderId, language });
}
