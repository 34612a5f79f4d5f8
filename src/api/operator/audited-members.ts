// The members of a call that the audit trail stores. Values that may be secret or personal are hidden.
import type { TSchema } from 'typebox';
import { withoutCardNumbers } from '../../model/card-numbers.ts';
import { HIDDEN, redactUrl } from '../../model/redact.ts';

/** Text members that are never secret or personal. All other free texts are hidden. */
const SHOWN_TEXTS = new Set([
  'access',
  'currency',
  'external_rate',
  'external_room',
  'label',
  'language',
  'plan',
  'protocol',
  'timezone',
  'type',
]);

/** URL members: shown without userinfo, query and path segments that are not plain words. */
const ADDRESSES = new Set(['ical_url', 'url', 'website']);

/** Longer lists and deeper values are replaced by their number of items. */
const MAX_ITEMS = 20;
const MAX_DEPTH = 4;

/** Maximum characters of the stored members. Of a longer body only the names of the members are stored. */
const MAX_LENGTH = 4_000;

/**
 * Returns the members of a request body as the audit trail stores them. Numbers where one is wanted, booleans, null, dates and values of
 * enumerations are shown; other texts only if SHOWN_TEXTS names their member. So a new member is hidden until somebody adds it there.
 */
export function auditedMembers(body: unknown, schema: TSchema | null): Record<string, unknown> | null {
  if (body === undefined || body === null) return null;
  const shown = show(body, schema as Schema, '', 0);
  const members = isRecord(shown) ? shown : { body: shown };
  if (JSON.stringify(members).length <= MAX_LENGTH) return members;
  return Object.fromEntries(Object.keys(members).map((name) => [name, HIDDEN]));
}

/** Returns the ids in an answer: those of the records that a call made or changed. */
export function idsIn(answer: unknown): Record<string, number> {
  if (!isRecord(answer)) return {};
  return Object.fromEntries(
    Object.entries(answer).filter(
      (member): member is [string, number] => /(^|_)id$/.test(member[0]) && Number.isInteger(member[1]),
    ),
  );
}

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  format?: string;
  anyOf?: Schema[];
} | null;

function show(value: unknown, schema: Schema, name: string, depth: number): unknown {
  if (typeof value === 'string') return showText(value, schema, name);
  if (Array.isArray(value)) {
    if (depth >= MAX_DEPTH) return `${value.length} items`;
    const shown = value.slice(0, MAX_ITEMS).map((item) => show(item, schema?.items ?? null, name, depth + 1));
    return value.length > MAX_ITEMS ? [...shown, `and ${value.length - MAX_ITEMS} more`] : shown;
  }
  if (isRecord(value)) {
    if (depth >= MAX_DEPTH) return HIDDEN;
    return Object.fromEntries(
      Object.entries(value).map(([member, inner]) => [
        member,
        // Credentials are secret in any form.
        name === 'credentials'
          ? HIDDEN
          : show(inner, schema?.properties?.[member] ?? null, member, depth + 1),
      ]),
    );
  }
  return typeof value === 'number' && !isShownNumber(value, schema) ? HIDDEN : value;
}

/**
 * Whether a number is a price or a count. Not where a text is wanted: a PIN or a telephone number may be sent so. One this long is more likely that of
 * a card or an account.
 */
function isShownNumber(value: number, schema: Schema): boolean {
  const wanted = [schema?.type, ...(schema?.anyOf ?? []).map((one) => one?.type)];
  return Math.abs(value) < 1e12 && (wanted.includes('number') || wanted.includes('integer'));
}

function showText(value: string, schema: Schema, name: string): string {
  if (ADDRESSES.has(name)) return redactUrl(value);
  const plain = schema?.enum || /^(date|date-time)$/.test(schema?.format ?? '') || SHOWN_TEXTS.has(name);
  return plain ? withoutCardNumbers(value.slice(0, 200)) : HIDDEN;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
