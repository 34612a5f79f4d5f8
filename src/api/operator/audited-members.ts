// What the audit trail keeps of a call: its members, with every value hidden that may be secret or personal.
import type { TSchema } from 'typebox';
import { withoutCardNumbers } from '../../model/card-numbers.ts';
import { HIDDEN, redactUrl } from '../../model/redact.ts';

/** Texts that are neither secret nor personal, whatever they are. All other free texts are hidden. */
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

/** Addresses: shown without userinfo, query and everything in the path that is not a plain word. */
const ADDRESSES = new Set(['ical_url', 'url', 'website']);

/** Longer lists and deeper values are described by their number. */
const MAX_ITEMS = 20;
const MAX_DEPTH = 4;

/** A row is for people: of a body that says more, only the names of its members are kept. */
const MAX_LENGTH = 4_000;

/**
 * The members of a request body as the audit trail keeps them. Numbers, booleans, null, dates and the words of an
 * enumeration are shown; other texts only if their member is known to hold nothing secret or personal (see SHOWN_TEXTS).
 * So a new member is hidden until somebody decides otherwise.
 */
export function auditedMembers(body: unknown, schema: TSchema | null): Record<string, unknown> | null {
  if (body === undefined || body === null) return null;
  const shown = show(body, schema as Schema, '', 0);
  const members = isRecord(shown) ? shown : { body: shown };
  if (JSON.stringify(members).length <= MAX_LENGTH) return members;
  return Object.fromEntries(Object.keys(members).map((name) => [name, HIDDEN]));
}

/** Ids in an answer: of what a call made or changed. */
export function idsIn(answer: unknown): Record<string, number> {
  if (!isRecord(answer)) return {};
  return Object.fromEntries(
    Object.entries(answer).filter(
      (member): member is [string, number] => /(^|_)id$/.test(member[0]) && Number.isInteger(member[1]),
    ),
  );
}

type Schema = {
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
        // Whatever their form, credentials are secret.
        name === 'credentials'
          ? HIDDEN
          : show(inner, schema?.properties?.[member] ?? null, member, depth + 1),
      ]),
    );
  }
  // A number this long is more likely a card's or an account's than a price or a count.
  return typeof value === 'number' && Math.abs(value) >= 1e12 ? HIDDEN : value;
}

function showText(value: string, schema: Schema, name: string): string {
  if (ADDRESSES.has(name)) return redactUrl(value);
  const plain = schema?.enum || /^(date|date-time)$/.test(schema?.format ?? '') || SHOWN_TEXTS.has(name);
  return plain ? withoutCardNumbers(value.slice(0, 200)) : HIDDEN;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
