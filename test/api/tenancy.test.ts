// Isolation of properties: in every operation an id of another property is treated as one that does not
// exist.
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiResponse, useApi } from '../harness/api.ts';
import { dumpProperty, fingerprint } from './database-dump.ts';
import { type Ids, type Populated, populate } from './populated.ts';
import { type AnyOperation, idsOf, operations, sampleRequest } from './sample-requests.ts';

/** Operations that affect all properties by design. */
const EVERYWHERE = new Set(['pauseEverything', 'resumeEverything']);

const api = useApi();
let own: Populated;
let other: Populated;

const NOBODY: Ids = {
  hotel: 999_999,
  room: 999_999,
  order: 999_999,
  guest: 999_999_999,
  group: 999_999,
  otherGuest: 999_999_999,
  template: 999_999_999,
  message: 999_999_999,
  attachment: 999,
  inquiry: 999_999_999,
  guestRequest: 999_999_999,
  guestReview: 999_999_999,
  proposal: 999_999_999,
  task: 999_999,
  photo: 999_999,
  unit: 999_999,
  closure: 999_999,
  change: 999_999,
  token: 999_999,
  user: 999_999,
  review: 999_999,
  log: 999_999_999,
  posting: 999_999_999,
  webhook: 999_999,
  link: 999_999,
  channel: 'nobody',
};

beforeAll(async () => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
  own = await populate(api, 'Our own');
  other = await populate(api, 'Of the other', 'vrbo');
});

const send = (side: string, operation: AnyOperation, ids: Ids, withQuery: readonly string[] = []) => {
  const { method, path, body } = sampleRequest(operation, ids, own.token, withQuery);
  return side === 'operator'
    ? api.operator(method, path.slice('/operator'.length), body)
    : api.request(method, path, body === undefined ? {} : { body });
};

/** Returns the content of an answer with the requested id replaced by `#`. */
const contentOf = ({ status, body }: ApiResponse, id: number | string) => {
  const { timestamp: _, request_id: __, ...rest } = Array.isArray(body) ? { list: body } : body;
  return { status, text: JSON.stringify(rest).replaceAll(new RegExp(`\\b${id}\\b`, 'g'), '#') };
};

describe.each(
  operations.map(({ side, operation }) => [operation.name, side, operation] as const),
)('%s (%s)', (_, side, operation) => {
  // To the operator people belong to no property; users.test.ts says which of them owners reach.
  const foreign = idsOf(operation).filter(({ kind }) => kind !== 'hotel' && kind !== 'user');

  // What a test of this operation changes must not be missing in the next.
  const renewOwn = async () => {
    if (operation.method !== 'GET') own = await populate(api, 'Our own');
  };

  test.each(
    foreign.map((place) => [place.where, place.name, place] as const),
  )('with the %s %s of another property', async (where, name, { kind }) => {
    const query = where === 'query' ? [name] : [];
    const before = await fingerprint(api.db);
    // A channel is identified by its name; whether another property has it as well makes no difference.
    const ofOther = kind === 'channel' ? await dumpProperty(api.db, other.hotelId) : {};
    const unknown = await send(side, operation, { ...own.ids, [kind]: NOBODY[kind] }, query);
    const connects = kind === 'channel' && unknown.status === 200;
    // The calendar that was connected would stand in the way of the same one at another channel.
    if (connects) await renewOwn();
    const answer = await send(side, operation, { ...own.ids, [kind]: other.ids[kind] }, query);
    if (connects) {
      await renewOwn();
      expect(answer.status).toBe(200);
      expect(await dumpProperty(api.db, other.hotelId)).toEqual(ofOther);
    } else {
      expect(await fingerprint(api.db)).toBe(before);
      expect(contentOf(answer, other.ids[kind])).toEqual(contentOf(unknown, NOBODY[kind]));
      if (operation.method === 'GET') expect([200, 400, 404]).toContain(answer.status);
      else expect([400, 404]).toContain(answer.status);
    }
    expect(answer.text).not.toContain('Of the other');
  });

  test('with its own ids neither shows nor touches anything of another property', async () => {
    const before = await dumpProperty(api.db, other.hotelId);
    const answer = await send(side, operation, own.ids);
    await renewOwn();
    // The operator's lists of all properties, people and actions contain every property.
    if (!['listProperties', 'listUsers', 'listAudit'].includes(operation.name)) {
      expect(answer.text).not.toContain('Of the other');
      expect(answer.text).not.toMatch(new RegExp(`"hotel_id":${other.hotelId}\\b`));
    }
    if (EVERYWHERE.has(operation.name)) return;
    expect(await dumpProperty(api.db, other.hotelId)).toEqual(before);
  });

  if (!operation.path.includes('{hotel_id}')) return;
  test('with an unknown property changes nothing', async () => {
    const before = await fingerprint(api.db);
    const answer = await send(side, operation, { ...own.ids, hotel: NOBODY.hotel });
    expect([answer.status, answer.body.code]).toEqual([404, 'unknown_property']);
    expect(await fingerprint(api.db)).toBe(before);
  });
});
