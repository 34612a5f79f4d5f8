// Agents propose, people decide: a token that only proposes never writes, and what a person approves is done once.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tools } from '../../src/api/agent/tools/index.ts';
import { dumpProperty } from '../api/database-dump.ts';
import { expectProblem } from '../api/expectations.ts';
import { guestWrites, sendInquiry } from '../api/outside-events.ts';
import { type Browser, type Invited, signedIn } from '../api/people.ts';
import type { TestProperty } from '../harness/api.ts';
import type { AnyClient } from './clients.ts';
import { kinds, useEndpoint } from './endpoint.ts';

const NOW = Temporal.Instant.from('2027-01-02T10:00:00Z');
const api = useEndpoint();
const atDesk = useEndpoint({ mcp: { confirm: 'desk' } });
let property: TestProperty;
let token: string;
let manager: Invited & { browser: Browser };

beforeAll(async () => {
  api.clock = NOW;
  property = await api.property({ rooms: [{ units: 1 }] });
  token = await proposing(property);
  manager = await signedIn(api, 'manager', [property.hotelId]);
});
beforeEach(() => {
  api.clock = NOW;
});

async function proposing({ hotelId }: TestProperty, members: object = {}): Promise<string> {
  const body = { label: "Maria's Claude", access: 'propose', ...members };
  const made = await api.operator('POST', `/properties/${hotelId}/tokens`, body);
  expect(made.status, made.text).toBe(200);
  return made.body.api_token;
}

let night = 0;
/** Returns the next free stay. */
function nextStay(at = property) {
  night += 4;
  const checkin = Temporal.PlainDate.from('2027-02-01').add({ days: night });
  const dates = { checkin: checkin.toString(), checkout: checkin.add({ days: 2 }).toString() };
  return { room_id: at.room, name: 'Ada Lovelace', price: 240, ...dates };
}

const call = (client: AnyClient, name: string, given: object) =>
  client.callTool({ name, arguments: given as Record<string, unknown> }) as Promise<any>;
const connect = (given = token) => api.client(kinds()[4]![1], given);
const decide = (id: number, decision: string, by = manager.browser, at = property) =>
  by.request('POST', `/operator/properties/${at.hotelId}/proposals/${id}`, { decision });
const proposals = async (query = '', by = manager.browser) =>
  (await by.get(`/api/proposals/session?hotel_id=${property.hotelId}&${query}`)).body;
const bookings = async () => (await api.get(`/api/bookings/${property.token}`)).body;
const events = async (kinds: string) => (await api.get(`/api/events/${property.token}?kinds=${kinds}`)).body;

async function propose(name: string, given: object, by = token): Promise<any> {
  const client = await connect(by);
  const answer = await call(client, name, given);
  await client.close();
  expect(answer.isError, JSON.stringify(answer)).toBeFalsy();
  return answer.structuredContent.proposal;
}

const lastBooking = async () => (await events('booking.*')).at(-1);

describe.each(kinds())('%s', (_, kind) => {
  test('proposes; a person approves, and it is done by the agent', async () => {
    const client = await api.client(kind, token);
    await client.listTools();
    const before = await bookings();
    const answer = await call(client, 'create_booking', nextStay());
    expect(answer.isError).toBeFalsy();
    const { proposal, next } = answer.structuredContent;
    expect(proposal).toMatchObject({ state: 'open', tool: 'create_booking' });
    expect(proposal.sentence).toMatch(/^Book room \d+ ".+" for "Ada Lovelace" from/);
    expect(next).toMatch(/^Nothing was changed yet/);
    expect(await bookings()).toEqual(before);

    const approved = await decide(proposal.proposal_id, 'approve');
    expect(approved.body).toMatchObject({
      state: 'approved',
      price: 240,
      decided_by: { kind: 'person', name: manager.name },
    });
    expect(await bookings()).toHaveLength(before.length + 1);
    const made = await lastBooking();
    expect(made.kind).toBe('booking.created');
    expect(made.by).toMatchObject({
      kind: 'agent',
      name: "Maria's Claude",
      agent: 'test agent',
      approved_by: { user_id: manager.userId, name: manager.name },
    });

    const { items } = (await call(client, 'list_proposals', { proposal_id: proposal.proposal_id }))
      .structuredContent;
    expect(items).toMatchObject([
      { state: 'approved', order_id: made.data.order_id, decided_by: manager.name },
    ]);
    await client.close();
  });
});

/** A call of each writing tool that would succeed. */
async function everyWrite(at: TestProperty): Promise<Record<string, object>> {
  const book = async () => {
    const made = await api.post(`/api/bookings/${at.token}`, nextStay(at));
    expect(made.status, made.text).toBe(200);
    return made.body;
  };
  const [changed, cancelled, asked] = [await book(), await book(), await book()];
  await guestWrites(api, at, { rid: asked.order_id, text: 'May we come early?' });
  const question = { text: 'Is there a cot?', name: 'Grace', channel: 'open_channel' };
  const inquiry = await sendInquiry(api, at, question);
  const { checkin } = nextStay(at);
  return {
    create_booking: nextStay(at),
    update_booking: { order_id: String(changed.order_id), price: 250 },
    cancel_booking: { order_id: String(cancelled.order_id), date: cancelled.checkin.slice(0, 10) },
    update_availability: { room_id: at.room, fromdate: checkin, todate: checkin, price: 99 },
    send_inquiry_reply: { inquiry_id: inquiry, reply: 'Yes, we have a cot.' },
    send_guest_message: { rid: asked.order_id, reply: 'Yes, from noon.' },
  };
}

describe('a token that only proposes', () => {
  test('writes nothing with any tool but the proposal', async () => {
    const calls = await everyWrite(property);
    const writing = tools.filter(({ kind }) => kind === 'write').map(({ name }) => name);
    expect(Object.keys(calls).sort()).toEqual([...writing].sort());
    for (const [name, given] of Object.entries(calls)) {
      const before = await written();
      const proposal = await propose(name, given);
      expect(proposal.state, name).toBe('open');
      expect(await written(), name).toEqual(before);
      await decide(proposal.proposal_id, 'approve');
      const [{ state, problem }] = await proposals(`proposal_id=${proposal.proposal_id}`);
      expect({ state, problem }, name).toEqual({ state: 'approved', problem: null });
      expect(await written(), name).not.toEqual(before);
    }
  });

  /** Everything that is stored, but for proposals and what every call writes. */
  async function written(): Promise<object> {
    const { proposals: _, log_heads: __, events, ...tables } = await dumpProperty(api.db, property.hotelId);
    const others = events!.split('\n').filter((row) => !row.includes('"kind": "proposal.'));
    return { ...tables, events: others };
  }

  test('is refused every write of REST', async () => {
    const before = await bookings();
    expectProblem(await api.post(`/api/bookings/${token}`, nextStay()), 403, 'proposing_token');
    expect((await api.get(`/api/bookings/${token}`)).status).toBe(200);
    expect(await bookings()).toEqual(before);
  });

  test('is refused at once what cannot be done, and proposes nothing', async () => {
    const stay = nextStay();
    await api.post(`/api/bookings/${property.token}`, stay);
    const before = await proposals();
    const client = await connect();
    const refused = await call(client, 'create_booking', stay);
    expect(refused.content[0].text).toMatch(/^room_unavailable: /);
    const unknown = await call(client, 'cancel_booking', { order_id: '999999', date: '2027-05-01' });
    expect(unknown.content[0].text).toMatch(/^unknown_booking: /);
    await client.close();
    expect(await proposals()).toEqual(before);
  });

  test('reads in the list of tools that they only propose', async () => {
    const client = await connect();
    const { tools: listed } = await client.listTools();
    const book = listed.find(({ name }) => name === 'create_booking')!;
    expect(book.description).toMatch(/^Only proposes: a person at the desk decides/);
    expect(Object.keys(book.outputSchema!.properties!)).toEqual(['proposal', 'next']);
    await client.close();
    expect(JSON.stringify(listed).length).toBeLessThanOrEqual(47 * 1024);
  });

  test('proposes the same call once, while it waits and with the same key', async () => {
    const stay = nextStay();
    const first = await propose('create_booking', stay);
    expect(await propose('create_booking', stay)).toEqual(first);
    const keyed = { ...nextStay(), idempotency_key: `key-${night}` };
    const second = await propose('create_booking', keyed);
    expect((await decide(second.proposal_id, 'approve')).body.state).toBe('approved');
    expect((await propose('create_booking', keyed)).proposal_id).toBe(second.proposal_id);
  });

  test('sees no proposals of another token', async () => {
    const mine = await propose('create_booking', nextStay());
    const client = await connect(await proposing(property));
    const { structuredContent } = await call(client, 'list_proposals', {});
    expect(structuredContent).toMatchObject({ items: [], total: 0 });
    const found = await call(client, 'list_proposals', { proposal_id: mine.proposal_id });
    expect(found.structuredContent.items).toEqual([]);
    await client.close();
  });

  test('keeps the limits of its scopes', async () => {
    const client = await connect(await proposing(property, { scopes: ['availability:read'] }));
    const refused = await call(client, 'create_booking', nextStay());
    expect(refused.content[0].text).toMatch(/^scope_missing: /);
    await client.close();
  });
});

test('with MCP_CONFIRM=desk every token proposes', async () => {
  const other = await atDesk.property({ rooms: [{ units: 1 }] });
  const client = await atDesk.client(kinds()[4]![1], other.token);
  const answer = await call(client, 'create_booking', nextStay(other));
  expect(answer.structuredContent.proposal.state).toBe('open');
  expect((await atDesk.get(`/api/bookings/${other.token}`)).body).toEqual([]);
  await client.close();
});

describe('a decision', () => {
  test('is made once: of many that approve at the same time all get the one booking', async () => {
    const proposal = await propose('create_booking', nextStay());
    const before = await bookings();
    const others = await signedIn(api, 'desk', [property.hotelId]);
    const answers = await Promise.all(
      [manager.browser, others.browser, manager.browser, others.browser].map((by) =>
        decide(proposal.proposal_id, 'approve', by),
      ),
    );
    expect(answers.map(({ status, body }) => [status, body.state])).toEqual(Array(4).fill([200, 'approved']));
    expect(await bookings()).toHaveLength(before.length + 1);
    const decided = (await events('proposal.decided')).filter(
      ({ data }: any) => data.proposal_id === proposal.proposal_id,
    );
    expect(decided).toHaveLength(1);
  });

  test('approves or declines, not both', async () => {
    const proposal = await propose('create_booking', nextStay());
    const answers = await Promise.all([
      decide(proposal.proposal_id, 'approve'),
      decide(proposal.proposal_id, 'decline'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expectProblem(answers.find(({ status }) => status === 400)!, 400, 'proposal_closed');
  });

  test('to decline changes nothing, and can be taken back', async () => {
    const proposal = await propose('create_booking', nextStay());
    const before = await bookings();
    expect((await decide(proposal.proposal_id, 'decline')).body.state).toBe('declined');
    expectProblem(await decide(proposal.proposal_id, 'approve'), 400, 'proposal_closed');
    expect(await bookings()).toEqual(before);
    const reopened = await decide(proposal.proposal_id, 'reopen');
    expect(reopened.body).toMatchObject({ state: 'open', decided_by: null, decided_at: null });
    expect((await decide(proposal.proposal_id, 'approve')).body.state).toBe('approved');
    expectProblem(await decide(proposal.proposal_id, 'reopen'), 400, 'proposal_closed');
  });

  test('comes too late after a day', async () => {
    const proposal = await propose('create_booking', nextStay());
    const before = await bookings();
    api.clock = api.clock!.add({ hours: 24 });
    const { browser } = await signedIn(api, 'manager', [property.hotelId]);
    expectProblem(await decide(proposal.proposal_id, 'approve', browser), 400, 'proposal_closed');
    expect(await bookings()).toEqual(before);
    const [{ state }] = await proposals(`proposal_id=${proposal.proposal_id}`, browser);
    expect(state).toBe('expired');
    expect(await proposals('waiting=true', browser)).toEqual([]);
  });

  test('fails with the reason if the room was sold meanwhile, and stays visible', async () => {
    const stay = nextStay();
    const proposal = await propose('create_booking', stay);
    await api.post(`/api/bookings/${property.token}`, { ...stay, name: 'Grace' });
    const before = await bookings();
    const failed = await decide(proposal.proposal_id, 'approve');
    expect(failed.status).toBe(200);
    expect(failed.body).toMatchObject({ state: 'failed', problem: { code: 'room_unavailable' } });
    expect(failed.body.problem.detail).toContain(stay.checkin);
    expect(await bookings()).toEqual(before);
    const waiting = await proposals('waiting=true');
    expect(waiting.map((one: any) => one.proposal_id)).toContain(proposal.proposal_id);
    expect((await decide(proposal.proposal_id, 'decline')).body.state).toBe('declined');
  });

  test('fails if somebody has changed since what the agent would set, or who the guest is, and for nothing else', async () => {
    const url = `/api/bookings/${property.token}`;
    const book = async () => (await api.post(url, nextStay())).body.order_id as number;
    const set = (id: number, body: object) => api.request('PATCH', `${url}?order_id=${id}`, { body });
    const withNotes = await book();
    const notes = await propose('update_booking', { order_id: withNotes, notes: 'Wants a cot' });
    await set(withNotes, { notes: 'Allergic to nuts' });
    expect((await decide(notes.proposal_id, 'approve')).body.problem.code).toBe('proposal_outdated');
    const withBo = await book();
    const list = await propose('update_booking', { order_id: withBo, companions: [{ name: 'Bo', age: 6 }] });
    await set(withBo, { companions: [{ name: 'Ida' }] });
    expect((await decide(list.proposal_id, 'approve')).body.problem.code).toBe('proposal_outdated');
    const renamed = await book();
    const phone = await propose('update_booking', { order_id: renamed, phone: '+351 900 000 001' });
    await set(renamed, { name: 'Grace Hopper' });
    expect((await decide(phone.proposal_id, 'approve')).body.problem.code).toBe('proposal_outdated');
    const other = await book();
    const email = await propose('update_booking', { order_id: other, email: 'ada@example.com' });
    await set(other, { notes: 'Late' });
    expect((await decide(email.proposal_id, 'approve')).body.state).toBe('approved');
  });

  test('of a message fails if the message would go to somebody else by then', async () => {
    const url = `/api/bookings/${property.token}`;
    const { body } = await api.post(url, { ...nextStay(), email: 'ada@example.com' });
    const message = await propose('send_guest_message', { rid: body.order_id, reply: 'The code is 4711.' });
    await api.request('PATCH', `${url}?order_id=${body.order_id}`, { body: { email: 'eve@example.com' } });
    expect((await decide(message.proposal_id, 'approve')).body.problem.code).toBe('proposal_outdated');
  });

  test('fails if the prices are no longer those that the agent saw', async () => {
    const { checkin } = nextStay();
    const nights = { room_id: property.room, fromdate: checkin, todate: checkin };
    const proposal = await propose('update_availability', { ...nights, price: 140 });
    const set = (price: number) =>
      api.post(`/api/availability/${property.token}`, { room_id: property.room, date: checkin, price });
    await set(133);
    const failed = await decide(proposal.proposal_id, 'approve');
    expect(failed.body).toMatchObject({ state: 'failed', problem: { code: 'proposal_outdated' } });
    const path = `/api/availability/${property.token}?room_id=${property.room}&fromdate=${checkin}&todate=${checkin}`;
    expect((await api.get(path)).body[0].price).toBe(133);
  });

  test('of prices can be undone', async () => {
    const { checkin } = nextStay();
    const nights = { room_id: property.room, fromdate: checkin, todate: checkin };
    const proposal = await propose('update_availability', { ...nights, price: 140 });
    const { body } = await decide(proposal.proposal_id, 'approve');
    expect(body.change_id).toEqual(expect.any(Number));
    const undone = await api.operator(
      'POST',
      `/properties/${property.hotelId}/changes/${body.change_id}/undo`,
    );
    expect(undone.status, undone.text).toBe(200);
  });

  test('is for those who could do it themselves', async () => {
    const { checkin } = nextStay();
    const nights = { room_id: property.room, fromdate: checkin, todate: checkin };
    const price = await propose('update_availability', { ...nights, price: 141 });
    const stay = await propose('create_booking', nextStay());
    for (const [role, mayBook] of [
      ['desk', true],
      ['housekeeping', false],
      ['accounting', false],
      ['read', false],
    ] as const) {
      const { browser } = await signedIn(api, role, [property.hotelId]);
      const seen = (await proposals('waiting=true', browser)).map((one: any) => one.proposal_id);
      expect(seen.includes(price.proposal_id), role).toBe(false);
      expect(seen.includes(stay.proposal_id), role).toBe(mayBook);
      const refused = await decide(price.proposal_id, 'approve', browser);
      expect(refused.status, role).toBe(403);
      if (!mayBook) expect((await decide(stay.proposal_id, 'decline', browser)).status, role).toBe(403);
    }
    const elsewhere = await api.property();
    const { browser } = await signedIn(api, 'owner', [elsewhere.hotelId]);
    expect((await decide(stay.proposal_id, 'approve', browser)).status).toBe(404);
    expectProblem(await decide(stay.proposal_id, 'approve', browser, elsewhere), 400, 'unknown_proposal');
  });
});

test('the log says that something was proposed and decided, and not what', async () => {
  const proposal = await propose('create_booking', nextStay());
  await decide(proposal.proposal_id, 'decline');
  const [created, decided] = (await events('proposal.*')).slice(-2);
  const data = { hotel_id: property.hotelId, proposal_id: proposal.proposal_id, tool: 'create_booking' };
  expect(created).toMatchObject({ kind: 'proposal.created', by: { kind: 'agent', name: "Maria's Claude" } });
  expect(created.data).toEqual({ ...data, state: 'open' });
  expect(decided).toMatchObject({ kind: 'proposal.decided', by: { kind: 'person', name: manager.name } });
  expect(decided.data).toEqual({ ...data, state: 'declined' });
});
