// Templates of messages to guests: stored and listed. They are filled with message-template-values.ts and message-template-text.ts.
import type { Queryable } from '../db/database.ts';
import { changesOf } from '../model/event.ts';
import { MAX_TEMPLATES, type MessageTemplate } from '../model/message-template.ts';
import { Problem } from '../problems.ts';
import { keyset, type Page } from './page.ts';
import { lockProperty } from './properties.ts';
import type { PropertyTransaction } from './property-transaction.ts';

type TemplateTexts = Pick<MessageTemplate, 'name' | 'texts'>;

/** Returns one page of the templates, in the order in which they were made. */
export async function listTemplates(
  db: Queryable,
  hotelId: number,
  filter: { templateId?: number | undefined },
  page: Page,
): Promise<MessageTemplate[]> {
  const { text, values } = keyset(
    `select template.* from message_templates as template`,
    [
      ['template.hotel_id = ?', hotelId],
      ['template.template_id = ?', filter.templateId],
    ],
    { columns: ['template.template_id'], types: ['bigint'] },
    page,
  );
  return (await db.query<TemplateRow>(text, values)).map(toTemplate);
}

/** Returns a template. Throws `unknown_template`. */
export async function findTemplate(
  db: Queryable,
  hotelId: number,
  templateId: number,
): Promise<MessageTemplate> {
  const [template] = await listTemplates(db, hotelId, { templateId }, { size: 1, after: null });
  if (!template) throw new Problem('unknown_template', { templateId });
  return template;
}

/** Stores a template. Throws `template_name_taken` and `too_many_templates`. */
export async function createTemplate(
  tx: PropertyTransaction,
  { name, texts }: TemplateTexts,
): Promise<MessageTemplate> {
  await lockTemplates(tx);
  const [counted] = await tx.query<{ count: number }>(
    `select count(*)::int as count from message_templates where hotel_id = $1`,
    [tx.hotelId],
  );
  if (counted!.count >= MAX_TEMPLATES) throw new Problem('too_many_templates', { max: MAX_TEMPLATES });
  await requireFreeName(tx, name, null);
  const [row] = await tx.query<TemplateRow>(
    `insert into message_templates (hotel_id, name, texts, created_at, updated_at) values ($1, $2, $3, $4, $4) returning *`,
    [tx.hotelId, name, JSON.stringify(texts), tx.now],
  );
  const template = toTemplate(row!);
  record(tx, template);
  return template;
}

/** Changes a template. `texts`: all of them. Throws `unknown_template` and `template_name_taken`. */
export async function changeTemplate(
  tx: PropertyTransaction,
  templateId: number,
  patch: Partial<TemplateTexts>,
): Promise<MessageTemplate> {
  await lockTemplates(tx);
  const before = await findTemplate(tx, tx.hotelId, templateId);
  if (patch.name !== undefined) await requireFreeName(tx, patch.name, templateId);
  const [row] = await tx.query<TemplateRow>(
    `update message_templates set name = $3, texts = $4, updated_at = $5
     where hotel_id = $1 and template_id = $2 returning *`,
    [tx.hotelId, templateId, patch.name ?? before.name, JSON.stringify(patch.texts ?? before.texts), tx.now],
  );
  const template = toTemplate(row!);
  record(tx, template, changesOf(before, template));
  return template;
}

/** Removes a template. Throws `unknown_template`. */
export async function removeTemplate(tx: PropertyTransaction, templateId: number): Promise<MessageTemplate> {
  await lockTemplates(tx);
  const [row] = await tx.query<TemplateRow>(
    `delete from message_templates where hotel_id = $1 and template_id = $2 returning *`,
    [tx.hotelId, templateId],
  );
  if (!row) throw new Problem('unknown_template', { templateId });
  const template = toTemplate(row);
  record(tx, template, { removed: true });
  return template;
}

/**
 * Has writes of a property's templates wait for each other. The number of templates and their names are checked before a row is written: without
 * the lock two at the same time would both pass.
 */
export async function lockTemplates(tx: PropertyTransaction): Promise<void> {
  await lockProperty(tx);
}

function record(tx: PropertyTransaction, template: MessageTemplate, more: object = {}): void {
  tx.record('template.changed', `template/${template.templateId}`, { ...template, ...more });
}

async function requireFreeName(
  tx: PropertyTransaction,
  name: string,
  templateId: number | null,
): Promise<void> {
  const [taken] = await tx.query(
    `select 1 from message_templates
     where hotel_id = $1 and lower(name) = lower($2) and template_id is distinct from $3`,
    [tx.hotelId, name, templateId],
  );
  if (taken) throw new Problem('template_name_taken', { name });
}

type TemplateRow = {
  template_id: number;
  hotel_id: number;
  name: string;
  texts: Record<string, string>;
  updated_at: Temporal.Instant;
};

function toTemplate(row: TemplateRow): MessageTemplate {
  const tags = Object.keys(row.texts).toSorted();
  return {
    templateId: row.template_id,
    hotelId: row.hotel_id,
    name: row.name,
    texts: Object.fromEntries(tags.map((tag) => [tag, row.texts[tag]!])),
    updatedAt: row.updated_at,
  };
}
