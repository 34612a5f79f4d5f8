// What each role may do: every operation of every audience for every role, for nobody, and for people of another property.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/api/operation.ts';
import { operatorOperations, publicOperations, sessionOperations } from '../../src/api/operations.ts';
import type { ApiResponse } from '../harness/api.ts';
import { useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';
import { type CanaryProperty, holdsCanary, populateWithCanary } from './guest-canary.ts';
import { PIXEL } from './images.ts';
import { type Browser, invite, nextAddress, openBrowser, signedIn, signedInByPin } from './people.ts';

const ROLES = ['owner', 'manager', 'desk', 'housekeeping', 'accounting', 'read'] as const;
type Role = (typeof ROLES)[number];

/** Who may call each operation, on whichever path. It is written by hand, and compared with nothing that the guard uses. */
const MAY_CALL: Record<string, string> = {
  // whoever has a role at the property
  getHotel: 'owner manager desk housekeeping accounting read',
  listOpenedProperties: 'owner manager desk housekeeping accounting read',
  getStatus: 'owner manager desk housekeeping accounting read',
  getDesk: 'owner manager desk housekeeping accounting read',
  listRentals: 'owner manager desk housekeeping accounting read',
  listEvents: 'owner manager desk housekeeping accounting read',
  // each gets the proposals that the role could decide
  listProposals: 'owner manager desk housekeeping accounting read',
  decideProposal: 'owner manager desk housekeeping',
  // bookings and guests
  listBookings: 'owner manager desk accounting read',
  getBooking: 'owner manager desk accounting read',
  listConflicts: 'owner manager desk accounting read',
  listGroups: 'owner manager desk accounting read',
  createBooking: 'owner manager desk',
  changeBooking: 'owner manager desk',
  cancelBooking: 'owner manager desk',
  assignUnits: 'owner manager desk',
  createGroup: 'owner manager desk',
  changeGroup: 'owner manager desk',
  cancelGroup: 'owner manager desk',
  payGroup: 'owner manager desk',
  listGuests: 'owner manager desk accounting',
  getGuest: 'owner manager desk accounting',
  listGuestSuggestions: 'owner manager desk accounting',
  changeGuest: 'owner manager desk',
  mergeGuests: 'owner manager desk',
  exportGuest: 'owner manager',
  eraseGuest: 'owner manager',
  // housekeeping
  listUnits: 'owner manager desk housekeeping read',
  changeUnit: 'owner manager desk housekeeping',
  listClosures: 'owner manager desk housekeeping read',
  createClosure: 'owner manager desk housekeeping',
  changeClosure: 'owner manager desk housekeeping',
  endClosure: 'owner manager desk housekeeping',
  listTasks: 'owner manager desk housekeeping read',
  createTask: 'owner manager desk housekeeping',
  changeTask: 'owner manager desk housekeeping',
  addTaskPhoto: 'owner manager desk housekeeping',
  getTaskPhoto: 'owner manager desk housekeeping read',
  removeTaskPhoto: 'owner manager desk housekeeping',
  createUnits: 'owner manager',
  archiveUnit: 'owner manager',
  // calendar and prices
  listAvailability: 'owner manager desk read',
  listOffers: 'owner manager desk read',
  listIcalLinks: 'owner manager',
  listChanges: 'owner manager desk read',
  listRooms: 'owner manager desk read',
  getRoom: 'owner manager desk read',
  setAvailability: 'owner manager',
  undoChange: 'owner manager',
  createRoom: 'owner manager',
  changeRoom: 'owner manager',
  archiveRoom: 'owner manager',
  createIcalLink: 'owner manager',
  rotateIcalLink: 'owner manager',
  // channels
  listChannels: 'owner manager desk read',
  listProtocols: 'owner manager',
  getChannel: 'owner manager desk read',
  listChannelNights: 'owner manager desk read',
  connectChannel: 'owner manager',
  changeChannel: 'owner manager',
  disconnectChannel: 'owner manager',
  resyncChannel: 'owner manager',
  dismissOtaProblems: 'owner manager',
  connectPractice: 'owner manager',
  listPracticeOffers: 'owner manager',
  bookAtPractice: 'owner manager',
  removePractice: 'owner manager',
  pauseChannel: 'owner manager',
  resumeChannel: 'owner manager',
  rotateInboundUrl: 'owner manager',
  // conversations
  listMessages: 'owner manager desk',
  sendReply: 'owner manager desk',
  changeMessage: 'owner manager desk',
  getMessageAttachment: 'owner manager desk',
  listMessageTemplates: 'owner manager desk',
  fillMessageTemplate: 'owner manager desk',
  createMessageTemplate: 'owner manager',
  changeMessageTemplate: 'owner manager',
  removeMessageTemplate: 'owner manager',
  listInquiries: 'owner manager desk',
  replyToInquiry: 'owner manager desk',
  listGuestRequests: 'owner manager desk',
  answerGuestRequest: 'owner manager desk',
  listReviews: 'owner manager',
  replyToReview: 'owner manager',
  listGuestReviews: 'owner manager',
  writeGuestReview: 'owner manager',
  // money and reports
  listAccounting: 'owner manager desk accounting',
  postEntry: 'owner manager desk',
  getReport: 'owner manager accounting',
  getPaceReport: 'owner manager accounting',
  getBookingsReport: 'owner manager accounting',
  getChargesReport: 'owner manager accounting',
  getBalancesReport: 'owner manager accounting',
  getToReturnReport: 'owner manager accounting',
  // settings
  getProperty: 'owner manager',
  changeProperty: 'owner manager',
  listLogs: 'owner manager',
  listExchanges: 'owner manager',
  listTokens: 'owner manager',
  listWebhooks: 'owner manager',
  listWebhookDeliveries: 'owner manager',
  // what would outlive a role, and people
  archiveProperty: 'owner',
  unarchiveProperty: 'owner',
  removeProperty: 'owner',
  createToken: 'owner',
  revokeToken: 'owner',
  createWebhook: 'owner',
  changeWebhook: 'owner',
  deleteWebhook: 'owner',
  rotateWebhookSecret: 'owner',
  replayWebhook: 'owner',
  testWebhook: 'owner',
  listUsers: 'owner',
  createUser: 'owner',
  changeUser: 'owner',
  removeUser: 'owner',
  createSignInLink: 'owner',
  signOutUser: 'owner',
  removeSecondFactor: 'owner',
  removePasskeys: 'owner',
  listAudit: 'owner',
  // owners of all properties
  createProperty: 'all',
  listProperties: 'all',
  createPortfolioToken: 'all',
  listPortfolioTokens: 'all',
  revokePortfolioToken: 'all',
  getInstallationStatus: 'all',
  pauseEverything: 'all',
  resumeEverything: 'all',
  // the operator key alone
  createTestProperty: '',
  // whoever is signed in; to sign in, and to ask who is, nobody needs to be
  listSessions: 'owner manager desk housekeeping accounting read',
  changeSession: 'owner manager desk housekeeping accounting read',
  revokeSession: 'owner manager desk housekeeping accounting read',
  changePassword: 'owner manager desk housekeeping accounting read',
  shareScreen: 'owner manager desk housekeeping accounting read',
  endSharing: 'owner manager desk housekeeping accounting read',
  setPin: 'owner manager desk housekeeping accounting read',
  beginSecondFactor: 'owner manager desk housekeeping accounting read',
  enableSecondFactor: 'owner manager desk housekeeping accounting read',
  replaceRecoveryCodes: 'owner manager desk housekeeping accounting read',
  disableSecondFactor: 'owner manager desk housekeeping accounting read',
  listPasskeys: 'owner manager desk housekeeping accounting read',
  beginPasskey: 'owner manager desk housekeeping accounting read',
  addPasskey: 'owner manager desk housekeeping accounting read',
  renamePasskey: 'owner manager desk housekeeping accounting read',
  removePasskey: 'owner manager desk housekeeping accounting read',
};

const OF_EVERYBODY = [
  'getSession',
  'signIn',
  'signOut',
  'getSharedScreen',
  'switchPerson',
  'lockScreen',
  'beginPasskeySignIn',
  'readSignInLink',
];

/**
 * What a session that began with a PIN is refused, whatever the role: what outlives it. Written by hand like the table above. What people
 * confirm with a password or a code is refused by that (shared-screens.test.ts).
 */
const FULL_SIGN_IN_ONLY = new Set([
  // secrets: shown, made, replaced
  'createToken',
  'createPortfolioToken',
  'listIcalLinks',
  'createIcalLink',
  'rotateIcalLink',
  'rotateInboundUrl',
  'rotateWebhookSecret',
  // where data go from now on
  'connectChannel',
  'changeChannel',
  'disconnectChannel',
  'createWebhook',
  'changeWebhook',
  'deleteWebhook',
  'replayWebhook',
  'testWebhook',
  // all data of a person, out of the house or for ever gone
  'exportGuest',
  'eraseGuest',
  // who gets in
  'revokeToken',
  'revokePortfolioToken',
  'createUser',
  'changeUser',
  'removeUser',
  'createSignInLink',
  'signOutUser',
  'removeSecondFactor',
  'removePasskeys',
  'addPasskey',
  'renamePasskey',
  'removePasskey',
  'enableSecondFactor',
  'replaceRecoveryCodes',
  // a property that nobody can change any more, or that is gone
  'archiveProperty',
  'unarchiveProperty',
  'removeProperty',
  // all properties
  'createProperty',
  'pauseEverything',
  'resumeEverything',
]);

/** Members that hold something in answers only for these roles. */
const SEEN_BY: Record<string, string> = { inbound_url: 'owner manager' };

const api = useApi();
let house: CanaryProperty;
let ids: Record<string, number | string>;
const browsers = {} as Record<
  Role | 'all' | 'by PIN' | 'nobody' | 'of another property' | 'with an unused link' | 'signed out',
  Browser
>;
beforeAll(async () => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
  house = await populateWithCanary(api);
  const other = await api.property();
  for (const role of ROLES) browsers[role] = (await signedIn(api, role, [house.hotelId])).browser;
  browsers.all = (await signedIn(api, 'owner', null)).browser;
  browsers['by PIN'] = await signedInByPin(api);
  browsers['of another property'] = (await signedIn(api, 'owner', [other.hotelId])).browser;
  browsers.nobody = openBrowser(api);
  browsers['with an unused link'] = openBrowser(api);
  browsers['with an unused link'].cookies.set('innwire', (await invite(api, 'owner', null)).secret);
  browsers['signed out'] = openBrowser(api);
  const { browser: left } = await signedIn(api, 'owner', null);
  browsers['signed out'].cookies.set('innwire', left.cookies.get('innwire')!);
  await left.request('DELETE', '/session');
  const at = async (method: string, path: string, body: object) => {
    const answer = await api.operator(method, `/properties/${house.hotelId}${path}`, body);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  await at('PUT', '/channels/vrbo', {
    protocol: 'open_channel',
    url: 'https://vrbo.example.com',
    settings: { hotel_code: 'H-1' },
    credentials: { api_key: 'a-key-of-the-channel' },
    rooms: [{ room_id: house.room, external_room: 'R-1' }],
  });
  const template = await at('POST', '/message_templates', { name: 'Directions', texts: { en: 'Here' } });
  const task = { room_id: house.room, task_name: 'The lamp', date: '2026-12-01' };
  const { task_id: taskId } = await at('POST', '/tasks', task);
  const { photos } = await at('POST', `/tasks/${taskId}/photos`, { image: PIXEL });
  const webhook = await at('POST', '/webhooks', { url: 'https://hooks.example.com/' });
  ids = {
    hotel_id: house.hotelId,
    api_token: 'session',
    room_id: house.room,
    order_id: house.order,
    guest_id: house.guest,
    channel: 'vrbo',
    template_id: template.template_id,
    task_id: taskId,
    photo_id: photos[0].photo_id,
    id: webhook.id,
  };
});

/** Returns the address of an operation of the populated property; ids that no record has are 1. */
function urlOf({ path }: Operation, query: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? 1)) + query;
}

/** Returns the query that a reading operation needs. */
function queryOf({ path }: Operation): string {
  const range = '?fromdate=2026-12-01&todate=2026-12-31';
  if (/\/reports(?!\/to_return)/.test(path))
    return path.startsWith('/api') ? `${range}&hotel_id=${house.hotelId}` : range;
  const stay = /\/offers/.test(path)
    ? '?checkin=2026-12-10&checkout=2026-12-12'
    : /\/messages\/attachments/.test(path)
      ? '?message_id=1&attachment_id=1'
      : /\/filled/.test(path)
        ? `?template_id=${ids['template_id']}&order_id=${house.order}`
        : '?';
  return path.startsWith('/api') && !path.startsWith('/api/properties')
    ? `${stay}&hotel_id=${house.hotelId}`
    : stay;
}

const operations = [...publicOperations, ...operatorOperations, ...sessionOperations];
const isRead = ({ method }: Operation) => method === 'GET';
const isOpenTo = (name: string, role: string) => MAY_CALL[name]!.split(' ').includes(role);

test('the table names every operation', () => {
  const named = [...Object.keys(MAY_CALL), ...OF_EVERYBODY].toSorted();
  expect([...new Set(operations.map(({ name }) => name))].toSorted()).toEqual(named);
});

describe.each(
  operations.filter(({ name }) => !OF_EVERYBODY.includes(name)).map((one) => [one.path, one] as const),
)('%s', (_, operation) => {
  // A parameter that no operation has is refused once the caller is let in, before anything is done.
  const ask = (browser: Browser) =>
    isRead(operation)
      ? browser.get(urlOf(operation, queryOf(operation)))
      : browser.request(operation.method, `${urlOf(operation, queryOf(operation))}&no_such_parameter=1`);

  test(`${operation.method} ${operation.name} is open to the roles of the table, and nothing changes`, async () => {
    const before = await fingerprint(api.db);
    for (const role of ROLES) {
      const answer = await ask(browsers[role]);
      if (isOpenTo(operation.name, role)) expectAllowed(answer, operation, role);
      else expectRefused(answer, operation, role);
    }
    const ofOwner = isOpenTo(operation.name, 'owner') || isOpenTo(operation.name, 'all');
    if (ofOwner) expectAllowed(await ask(browsers.all), operation, 'owner');
    else expectProblem(await ask(browsers.all), 401, 'unauthorized');
    expect(await fingerprint(api.db)).toBe(before);
  });

  test(`${operation.method} ${operation.name} is refused to nobody, and to people of another property`, async () => {
    const nobody = await ask(browsers.nobody);
    expectProblem(nobody, 401, operation.path.startsWith('/operator') ? 'unauthorized' : 'not_signed_in');
    if (operation.kind === 'installation' || operation.name === 'listOpenedProperties') return;
    const foreign = await ask(browsers['of another property']);
    const isOperator = operation.path.startsWith('/operator');
    if (isOperator) expectProblem(foreign, 404, 'unknown_property');
    else expectProblem(foreign, 400, 'property_not_opened');
  });

  test(`${operation.method} ${operation.name} is refused to an ended session, an unused link and a token`, async () => {
    const code = MAY_CALL[operation.name] === '' ? 'unauthorized' : 'not_signed_in';
    for (const who of ['signed out', 'with an unused link'] as const)
      expectProblem(await ask(browsers[who]), 401, code);
    if (operation.path.startsWith('/api')) return;
    const headers = { authorization: `Bearer ${house.token}` };
    const url = urlOf(operation, queryOf(operation));
    const answer = await api.request(operation.method, url, { headers, ip: nextAddress() });
    const isOperator = operation.path.startsWith('/operator');
    if (isOperator || isRead(operation))
      expectProblem(answer, 401, isOperator ? 'unauthorized' : 'not_signed_in');
    else expectProblem(answer, 403, 'foreign_page');
  });

  const needsFullSignIn = FULL_SIGN_IN_ONLY.has(operation.name);
  test(`${operation.method} ${operation.name} is ${needsFullSignIn ? 'refused' : 'open'} to an owner who signed in with a PIN`, async () => {
    if (!isOpenTo(operation.name, 'owner') && !isOpenTo(operation.name, 'all')) return;
    const answer = await ask(browsers['by PIN']);
    if (needsFullSignIn) expectProblem(answer, 403, 'full_sign_in_required');
    else expectAllowed(answer, operation, 'owner', 'by PIN');
  });

  if (!isRead(operation))
    test(`${operation.method} ${operation.name} is refused to pages of other servers`, async () => {
      if (!isOpenTo(operation.name, 'owner') && !isOpenTo(operation.name, 'all')) return;
      const headers = { origin: 'https://evil.example' };
      const url = urlOf(operation, queryOf(operation));
      expectProblem(await browsers.all.request(operation.method, url, {}, headers), 403, 'foreign_page');
    });
});

function expectAllowed(answer: ApiResponse, operation: Operation, role: Role, how?: 'by PIN'): void {
  const about = `${role} ${operation.method} ${operation.path} ${answer.text.slice(0, 300)}`;
  if (!isRead(operation)) {
    expect([answer.status, answer.body.code], about).toEqual([400, 'invalid_parameters']);
    return;
  }
  // No message of the house has one.
  if (operation.name === 'getMessageAttachment') {
    expectProblem(answer, 404, 'unknown_attachment');
    return;
  }
  expect(answer.status, about).toBe(200);
  if (['housekeeping', 'read'].includes(role)) expect(holdsCanary(answer.text), about).toBe(false);
  if (role === 'housekeeping') expect(answer.text).not.toMatch(/"(total|paid|balance|amount)":\d/);
  for (const [member, roles] of Object.entries(SEEN_BY))
    if (answer.text.includes(`"${member}":`))
      expect(!answer.text.includes(`"${member}":null`), about).toBe(roles.includes(role) && !how);
}

function expectRefused(answer: ApiResponse, { name, method }: Operation, role: Role): void {
  const about = `${role} ${method} ${name} ${answer.text.slice(0, 300)}`;
  const expected = MAY_CALL[name] === '' ? 401 : 403;
  const codes = ['unauthorized', 'owner_required', 'scope_missing', 'read_only_token'];
  expect([answer.status, codes.includes(answer.body?.code)], about).toEqual([expected, true]);
}

describe('what roles see', () => {
  test('holds personal data for those that may have it', async () => {
    for (const role of ['owner', 'manager', 'desk', 'accounting'] as const) {
      const url = `/operator/properties/${house.hotelId}/bookings/${house.order}`;
      expect(holdsCanary((await browsers[role].get(url)).text), role).toBe(true);
    }
  });

  test('is hidden in answers of writes by a role without contacts, too', async () => {
    const url = `/operator/properties/${house.hotelId}/tasks`;
    const body = { room_id: house.room, task_name: 'Fresh towels', date: '2026-12-01' };
    const made = await browsers.housekeeping.request('POST', url, body);
    expect([made.status, made.body.task_name], made.text).toEqual([200, 'Fresh towels']);
    expect(holdsCanary(made.text)).toBe(false);
  });
});

describe('what only owners may do within an operation', () => {
  const change = (browser: Browser, path: string, body: object) =>
    browser.request('PATCH', `/operator/properties/${house.hotelId}${path}`, body);

  test('retention, the subscription and the server of a connection are refused to managers', async () => {
    const before = await fingerprint(api.db);
    for (const [path, body] of [
      ['', { retention: { guests: 1 } }],
      ['', { subscription: { status: 'cancelled' } }],
      ['/channels/vrbo', { url: 'https://mine.example.com' }],
    ] as const)
      expectProblem(await change(browsers.manager, path, body), 403, 'owner_required');
    const ofOwner = await change(browsers.owner, '', { subscription: { status: 'cancelled' } });
    expectProblem(ofOwner, 403, 'owner_required');
    expect(await fingerprint(api.db)).toBe(before);
    expect((await change(browsers.manager, '', { address: 'Rua do Mar 2' })).status).toBe(200);
    expect((await change(browsers.owner, '', { retention: { guests: 1_095 } })).status).toBe(200);
    expect((await change(browsers.owner, '/channels/vrbo', { url: 'https://mine.example.com' })).status).toBe(
      200,
    );
    expect((await change(browsers.all, '', { subscription: { status: 'active' } })).status).toBe(200);
  });

  test('a token that opens other properties is revoked by owners of all, and shows nothing of the others', async () => {
    const other = await api.property();
    const wanted = { label: 'both', hotel_ids: [house.hotelId, other.hotelId] };
    const { id } = (await api.operator('POST', '/tokens', wanted)).body;
    const tokens = `/operator/properties/${house.hotelId}/tokens`;
    const listed = (await browsers.owner.get(tokens)).body.find((one: any) => one.id === id);
    expect(listed.hotel_ids).toEqual([house.hotelId]);
    expectProblem(await browsers.owner.request('DELETE', `${tokens}/${id}`), 403, 'owner_required');
    const ofAll = await browsers.all.request('DELETE', `${tokens}/${id}`);
    expect(ofAll.body).toMatchObject({ id, revoked_at: expect.any(String) });
  });
});

describe('an owner of all properties', () => {
  test('creates a property, gets no token, and sees it at once', async () => {
    const made = await browsers.all.request('POST', '/operator/properties', {
      name: 'Casa Nova',
      currency: 'EUR',
    });
    expect(made.body).toMatchObject({ hotel_id: expect.any(Number), api_token: null });
    const { hotel_id: hotelId } = made.body;
    const opened = (await browsers.all.get('/api/properties/session')).body;
    expect(opened.map((one: any) => one.hotel_id)).toContain(hotelId);
    expect((await browsers.all.get(`/operator/properties/${hotelId}/tokens`)).body).toEqual([]);
    const room = { name: 'R', capacity: 2, price: 100 };
    expect((await browsers.all.request('POST', `/operator/properties/${hotelId}/rooms`, room)).status).toBe(
      200,
    );
  });
});

describe('the audit trail', () => {
  test('names the person, and shows owners what concerns their properties', async () => {
    const entry = { amount: -3, type: 'expense', description: 'Light bulbs' };
    const posted = await browsers.desk.request(
      'POST',
      `/operator/properties/${house.hotelId}/accounting`,
      entry,
    );
    expect(posted.status, posted.text).toBe(200);
    const own = (await browsers.owner.get('/operator/audit?operation=postEntry')).body;
    expect(own[0]).toMatchObject({ hotel_id: house.hotelId, user_id: expect.any(Number), outcome: 'ok' });
    const foreign = (await browsers['of another property'].get('/operator/audit?limit=1000')).body;
    expect(foreign.map((one: any) => one.hotel_id)).not.toContain(house.hotelId);
    expect(foreign.map((one: any) => one.hotel_id)).not.toContain(null);
    const named = `/operator/audit?hotel_id=${house.hotelId}`;
    expect((await browsers['of another property'].get(named)).body).toEqual([]);
  });
});

test('a wrong operator key is not replaced by a session, and a lapsed subscription closes both ways', async () => {
  const wrong = { authorization: 'Bearer wrong' };
  const url = `/operator/properties/${house.hotelId}/bookings`;
  expectProblem(await browsers.owner.request('GET', url, undefined, wrong), 401, 'unauthorized');
  const subscribe = (status: string) =>
    api.operator('PATCH', `/properties/${house.hotelId}`, { subscription: { status } });
  await subscribe('past_due');
  expectProblem(await browsers.owner.get(url), 402, 'subscription_required');
  await subscribe('active');
  expect((await browsers.owner.get(url)).status).toBe(200);
});

test('ids of properties that have no valid form, or the one of the sample, open nothing', async () => {
  for (const id of ['x', '0', '-1', '1e3', '01', `${house.hotelId}.0`, '9'.repeat(40)]) {
    const answer = await browsers.owner.get(`/operator/properties/${id}/bookings`);
    expect([400, 404], `${id} ${answer.text}`).toContain(answer.status);
  }
  expectProblem(await browsers.all.get('/operator/properties/1/bookings'), 404, 'unknown_property');
});
