// If-Match of every write: it is compared with the ETag that reading the record answers, or it is refused.
import { beforeAll, describe, expect, test } from 'vitest';
import { sessionOperations } from '../../src/api/operations.ts';
import { OPERATOR_KEY, useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';
import { type Populated, populate } from './populated.ts';
import { type AnyOperation, operations, sampleRequest } from './sample-requests.ts';

const api = useApi();
let house: Populated;
beforeAll(async () => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
  house = await populate(api, 'Our own');
});

/** Where the record is read that an operation changes, by the operation's name. Whoever adds a write decides here. */
const READ_AT: Record<string, (house: Populated) => string> = {
  changeProperty: () => '',
  changeRoom: ({ ids }) => `/rooms/${ids.room}`,
  archiveRoom: ({ ids }) => `/rooms/${ids.room}`,
  changeUnit: ({ ids }) => `/units?unit_id=${ids.unit}`,
  archiveUnit: ({ ids }) => `/units?unit_id=${ids.unit}`,
  changeClosure: ({ ids }) => `/closures?closure_id=${ids.closure}`,
  endClosure: ({ ids }) => `/closures?closure_id=${ids.closure}`,
  changeBooking: ({ ids }) => `/bookings/${ids.order}`,
  cancelBooking: ({ ids }) => `/bookings?order_id=${ids.order}`,
  changeGuest: ({ ids }) => `/guests/${ids.guest}`,
  eraseGuest: ({ ids }) => `/guests?guest_id=${ids.guest}`,
  changeGroup: ({ ids }) => `/groups?group_id=${ids.group}`,
  cancelGroup: ({ ids }) => `/groups?group_id=${ids.group}`,
  payGroup: ({ ids }) => `/groups?group_id=${ids.group}`,
  changeMessageTemplate: ({ ids }) => `/message_templates?template_id=${ids.template}`,
  removeMessageTemplate: ({ ids }) => `/message_templates?template_id=${ids.template}`,
  changeTask: ({ ids }) => `/tasks?task_id=${ids.task}`,
  addTaskPhoto: ({ ids }) => `/tasks?task_id=${ids.task}`,
  removeTaskPhoto: ({ ids }) => `/tasks?task_id=${ids.task}`,
};

/** Writes of what has no ETag: what they make is new, or what they change is read in lists alone, or changes by itself. */
const REFUSING = [
  'addPasskey',
  'answerGuestRequest',
  'archiveProperty',
  'assignUnits',
  'beginPasskey',
  'beginPasskeySignIn',
  'beginSecondFactor',
  'bookAtPractice',
  'changeChannel',
  'changeMessage',
  'changePassword',
  'changeSession',
  'changeUser',
  'changeWebhook',
  'connectChannel',
  'connectPractice',
  'createBooking',
  'createClosure',
  'createGroup',
  'createIcalLink',
  'createMessageTemplate',
  'createPortfolioToken',
  'createProperty',
  'createRoom',
  'createSignInLink',
  'createTask',
  'createTestProperty',
  'createToken',
  'createUnits',
  'createUser',
  'createWebhook',
  'decideProposal',
  'deleteWebhook',
  'disableSecondFactor',
  'disconnectChannel',
  'dismissOtaProblems',
  'enableSecondFactor',
  'endSharing',
  'lockScreen',
  'mergeGuests',
  'pauseChannel',
  'pauseEverything',
  'postEntry',
  'readSignInLink',
  'removePasskey',
  'removePasskeys',
  'removePractice',
  'removeProperty',
  'removeSecondFactor',
  'removeUser',
  'renamePasskey',
  'replaceRecoveryCodes',
  'replayWebhook',
  'replyToInquiry',
  'replyToReview',
  'resumeChannel',
  'resumeEverything',
  'resyncChannel',
  'revokePortfolioToken',
  'revokeSession',
  'revokeToken',
  'rotateIcalLink',
  'rotateInboundUrl',
  'rotateWebhookSecret',
  'sendReply',
  'setAvailability',
  'setPin',
  'shareScreen',
  'signIn',
  'signOut',
  'signOutUser',
  'switchPerson',
  'testWebhook',
  'unarchiveProperty',
  'undoChange',
  'writeGuestReview',
];

const writes = operations.filter(({ operation }) => operation.method !== 'GET');
const named = writes.map(({ side, operation }) => [operation.name, side, operation] as const);
const taking = named.filter(([name]) => name in READ_AT);

/** Sends the operation's sample with If-Match. */
const send = (side: string, operation: AnyOperation, etag: string) => {
  const { method, path, body } = sampleRequest(operation, house.ids, house.token);
  const headers = {
    'if-match': etag,
    ...(side === 'operator' && { authorization: `Bearer ${OPERATOR_KEY}` }),
  };
  return api.request(method, path, { headers, ...(body !== undefined && { body }) });
};

/** Reads the ETag of the record that an operation changes. */
const readTag = async (name: string): Promise<string> => {
  const path = `/operator/properties/${house.hotelId}${READ_AT[name]!(house)}`;
  const answer = await api.request('GET', path, { headers: { authorization: `Bearer ${OPERATOR_KEY}` } });
  expect(answer.headers['etag'], answer.text).toMatch(/^"[\w-]{16}"$/);
  return answer.headers['etag']!;
};

test('is decided of every write', () => {
  const all = new Set(
    [...writes, ...sessionOperations.map((operation) => ({ operation }))].flatMap(({ operation }) =>
      operation.method === 'GET' ? [] : [operation.name],
    ),
  );
  expect([...all].toSorted()).toEqual([...Object.keys(READ_AT), ...REFUSING].toSorted());
});

describe('an ETag of another time', () => {
  test.each(named)('given to %s (%s) changes nothing', async (name, side, operation) => {
    const before = await fingerprint(api.db);
    const answer = await send(side, operation, '"of another time"');
    if (name in READ_AT) expectProblem(answer, 412, 'precondition_failed');
    else expectProblem(answer, 400, 'precondition_not_supported');
    expect(await fingerprint(api.db)).toBe(before);
  });

  test('is refused by a write of a browser that signs in', async () => {
    const answer = await api.post(
      '/session',
      { name: 'Ada', password: 'x' },
      { 'if-match': '*', 'sec-fetch-site': 'same-origin' },
    );
    expectProblem(answer, 400, 'precondition_not_supported');
  });
});

test.each(taking)('the ETag of the record lets %s (%s) through', async (name, side, operation) => {
  house = await populate(api, 'Our own');
  const answer = await send(side, operation, await readTag(name));
  expect(answer.status, answer.text).not.toBe(412);
  expect(answer.body.code).not.toBe('precondition_not_supported');
  if (answer.status !== 200 || operation.method !== 'PATCH') return;
  expect(answer.headers['etag']).toBe(await readTag(name));
});

test('the descriptions list it where it is taken', async () => {
  const described = {
    public: (await api.get('/api/openapi.json')).body,
    operator: (await api.operator('GET', '/openapi.json')).body,
  };
  for (const [name, side, operation] of named) {
    const { parameters } = described[side].paths[operation.path][operation.method.toLowerCase()];
    const isListed = parameters.some((one: { name: string }) => one.name === 'If-Match');
    expect([name, isListed]).toEqual([name, name in READ_AT]);
  }
});

test('one of many simultaneous changes with the same ETag is made', async () => {
  const etag = await readTag('changeUnit');
  const names = Array.from({ length: 8 }, (_, i) => `Unit of the race ${i}`);
  const path = `/api/units/${house.token}?unit_id=${house.ids.unit}`;
  const answers = await Promise.all(
    names.map((floor) => api.request('PATCH', path, { body: { floor }, headers: { 'if-match': etag } })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(412)]);
});
