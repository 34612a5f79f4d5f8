// Builds a valid request for any operation from its declaration: its examples, with the ids that a test
// gives.
import type { TObject, TSchema } from 'typebox';
import { exampleOf } from '../../src/api/openapi.ts';
import { operatorOperations, publicOperations } from '../../src/api/operations.ts';
import type { Ids } from './populated.ts';

export type AnyOperation = (typeof publicOperations)[number] | (typeof operatorOperations)[number];

export const operations: readonly { side: 'public' | 'operator'; operation: AnyOperation }[] = [
  ...publicOperations.map((operation) => ({ side: 'public' as const, operation })),
  ...operatorOperations.map((operation) => ({ side: 'operator' as const, operation })),
];

/** The place of an id in an operation's input. */
export type IdPlace = { where: 'path' | 'query' | 'body'; name: string; kind: keyof Ids };

/** Returns the ids that an operation takes. A new kind of id must be added here before tests can use it. */
export function idsOf(operation: AnyOperation): IdPlace[] {
  const query = Object.keys(queryOf(operation).properties);
  const body =
    operation.kind !== 'list' && 'body' in operation && operation.body ? membersOf(operation.body) : [];
  return [
    ...[...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      where: 'path' as const,
      name: name!,
    })),
    ...query.map((name) => ({ where: 'query' as const, name })),
    ...body.map((name) => ({ where: 'body' as const, name })),
  ].flatMap((place) => {
    const kind = kindOf(place.name, place.where, operation.path);
    return kind ? [{ ...place, kind }] : [];
  });
}

function kindOf(name: string, where: string, path: string): keyof Ids | null {
  if (name === 'api_token' || ALONE.has(name)) return null;
  if (name === 'hotel_id') return 'hotel';
  if (name === 'room_id' || (name === 'id' && where === 'query' && path.includes('/tasks'))) return 'room';
  if (name === 'rid') return 'order';
  // As a filter it may be a reference too, which the tests of bookings cover.
  if (name === 'order_id') return 'order';
  if (name === 'guest_id') return 'guest';
  // ids that others give
  if (name === 'vat_id' || name === 'ota_id') return null;
  if (name === 'reverses_id') return 'posting';
  if (name === 'group_id') return 'group';
  if (name === 'into') return 'otherGuest';
  if (name === 'task_id') return 'task';
  if (name === 'message_id') return 'message';
  if (name === 'photo_id') return 'photo';
  if (name === 'unit_id') return 'unit';
  if (name === 'closure_id') return 'closure';
  if (name === 'attachment_id') return 'attachment';
  if (name === 'template_id') return 'template';
  if (name === 'proposal_id') return 'proposal';
  if (name === 'inquiry_id') return 'inquiry';
  if (name === 'guest_request_id') return 'guestRequest';
  if (name === 'guest_review_id') return 'guestReview';
  if (name === 'change_id') return 'change';
  if (name === 'entry_id') return 'log';
  if (name === 'channel' && where === 'path') return 'channel';
  if (name === 'user_id') return 'user';
  if (name === 'id' && path.includes('/tokens/')) return 'token';
  if (name === 'id' && path.includes('/reviews/')) return 'review';
  if (name === 'id' && path.includes('/webhooks/')) return 'webhook';
  if (name === 'id' && path.includes('/ical/')) return 'link';
  if (/(^|_)id$/.test(name)) throw new Error(`sample-requests.ts must learn what ${name} of ${path} is`);
  return null;
}

export type SampleRequest = { method: string; path: string; body?: unknown };

/**
 * Builds a valid request: the examples of the declaration with these ids. Optional query parameters are left
 * out unless `withQuery` names them.
 */
export function sampleRequest(
  operation: AnyOperation,
  ids: Ids,
  token: string,
  withQuery: readonly string[] = [],
): SampleRequest {
  const places = idsOf(operation);
  const idAt = (where: IdPlace['where'], name: string): unknown => {
    const place = places.find((one) => one.where === where && one.name === name);
    return place && ids[place.kind];
  };
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(name === 'api_token' ? token : idAt('path', name))),
  );
  const query = queryOf(operation);
  const required = (query.required ?? []) as readonly string[];
  const parameters = new URLSearchParams();
  for (const [name, schema] of Object.entries(query.properties)) {
    // The connection may exist already and is then replaced.
    if (name === 'replace') parameters.set(name, 'true');
    else if (required.includes(name) || withQuery.includes(name))
      parameters.set(name, String(idAt('query', name) ?? exampleOf(schema as never)));
  }
  const search = parameters.size > 0 ? `?${parameters}` : '';
  const body = 'body' in operation && operation.body ? exampleOf(operation.body as never) : undefined;
  return {
    method: operation.method,
    path: path + search,
    ...(body !== undefined && { body: withIds(body, (name) => idAt('body', name)) }),
  };
}

function queryOf(operation: AnyOperation): TObject {
  return (('query' in operation && operation.query) || { type: 'object', properties: {} }) as TObject;
}

/** Returns the names of all members of a body, including nested ones. */
function membersOf(schema: TSchema): string[] {
  const {
    properties = {},
    items,
    anyOf = [],
  } = schema as {
    properties?: Record<string, TSchema>;
    items?: TSchema;
    anyOf?: TSchema[];
  };
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf];
  return [...new Set([...Object.keys(properties), ...inner.flatMap(membersOf)])];
}

function withIds(value: unknown, idFor: (name: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withIds(item, idFor));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !ALONE.has(name))
      .map(([name, member]) => [
        name,
        Object.hasOwn(FIXED, name) ? FIXED[name] : (idFor(name) ?? withIds(member, idFor)),
      ]),
  );
}

/** Members whose examples do not fit the populated property: rooms, rates and units to be removed would have to be mapped; its room has nine units. */
const FIXED: Record<string, unknown> = { remove_rooms: [], remove_rates: [], remove_units: [], units: 9 };

/** Members that do not go with the examples of the others: the tests of their own operation send them. */
const ALONE = new Set([
  'reverses_id',
  'method',
  'reference',
  'keep_hold',
  'group_with',
  'preset',
  'hotel_ids',
  'remove_hotel_ids',
]);
