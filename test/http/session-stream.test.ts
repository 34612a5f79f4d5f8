// Event streams of people: they end within five seconds once the session or the role does, and send nothing more of the property.
import { beforeAll, expect, test } from 'vitest';
import type { Browser } from '../api/people.ts';
import { type Invited, LOCAL_PAGE, signedIn } from '../api/people.ts';
import type { TestProperty } from '../harness/api.ts';
import { openEventSource } from '../harness/event-source.ts';
import { waitUntil } from '../harness/eventually.ts';
import { useEndpoint } from '../mcp/endpoint.ts';

const api = useEndpoint();
let property: TestProperty;
beforeAll(async () => {
  property = await api.property();
});

type Person = Invited & { browser: Browser };

async function streamOf(person: Person, { hotelId } = property) {
  const cookie = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const url = `${api.base}/api/events/session?last=0&hotel_id=${hotelId}`;
  return openEventSource(url, { headers: { ...LOCAL_PAGE, cookie } });
}

test.each([
  ['the person signs out', (person: Person) => person.browser.request('DELETE', '/session')],
  [
    'the person is signed out everywhere',
    (person: Person) => api.operator('DELETE', `/users/${person.userId}/sessions`),
  ],
  ['the person is removed', (person: Person) => api.operator('DELETE', `/users/${person.userId}`)],
  [
    'the role is another one',
    (person: Person) => api.operator('PATCH', `/users/${person.userId}`, { role: 'housekeeping' }),
  ],
])('a stream ends when %s', async (_, end) => {
  const [person, other] = [
    await signedIn(api, 'desk', [property.hotelId]),
    await signedIn(api, 'desk', [property.hotelId]),
  ];
  const [stream, ofOther] = [await streamOf(person), await streamOf(other)];
  expect([stream.status, ofOther.status]).toEqual([200, 200]);
  await end(person);
  await expect.poll(() => stream.ended).toBe(true);
  const stay = {
    room_id: property.room,
    name: 'Ada',
    checkin: '2027-01-01',
    checkout: '2027-01-02',
    price: 1,
  };
  const booked = await api.post(`/api/bookings/${property.token}`, stay);
  await ofOther.count(1);
  expect(stream.received).toEqual([]);
  expect(ofOther.ended).toBe(false);
  const { order_id: order } = booked.body;
  await api.delete(`/api/bookings/${property.token}?order_id=${order}&date=2027-01-01`);
});

test('a stream ends when the subscription of the property lapses', async () => {
  const property = await api.property();
  const stream = await streamOf(await signedIn(api, 'desk', [property.hotelId]), property);
  expect(stream.status).toBe(200);
  await api.operator('PATCH', `/properties/${property.hotelId}`, { subscription: { status: 'past_due' } });
  await expect.poll(() => stream.ended).toBe(true);
});

test.each([
  [
    'a person who is removed',
    async (property: TestProperty) => {
      const { browser, userId } = await signedIn(api, 'desk', [property.hotelId]);
      return {
        wait: (seconds = 20) => browser.get(`/api/events/session?last=0&wait=${seconds}`),
        end: () => api.operator('DELETE', `/users/${userId}`),
        refusal: 401,
      };
    },
  ],
  [
    'a person with another role',
    async (property: TestProperty) => {
      const { browser, userId } = await signedIn(api, 'desk', [property.hotelId]);
      return {
        wait: (seconds = 20) => browser.get(`/api/events/session?last=0&wait=${seconds}`),
        end: () => api.operator('PATCH', `/users/${userId}`, { role: 'housekeeping' }),
        refusal: 200,
      };
    },
  ],
  [
    'a token that is revoked',
    async (property: TestProperty) => {
      const path = `/properties/${property.hotelId}/tokens`;
      const { id, api_token: token } = (await api.operator('POST', path, { label: 'waits' })).body;
      return {
        wait: (seconds = 20) => api.get(`/api/events/${token}?last=0&wait=${seconds}`),
        end: () => api.operator('DELETE', `${path}/${id}`),
        refusal: 404,
      };
    },
  ],
])('a request that waits gives no event to %s meanwhile', async (_, begin) => {
  const property = await api.property(); // that nobody else follows
  const { wait, end, refusal } = await begin(property);
  const { 'x-next-after': last } = (await api.get(`/api/events/${property.token}?last=0`)).headers;
  let isOver = false;
  const answer = wait().finally(() => {
    isOver = true;
  });
  await waitUntil(() => api.isFollowed(property.hotelId));
  await end();
  expect(isOver).toBe(false);
  const stay = {
    room_id: property.room,
    name: 'Ada',
    checkin: '2027-02-01',
    checkout: '2027-02-02',
    price: 1,
  };
  await api.post(`/api/bookings/${property.token}`, stay);
  const { status, body, headers } = await answer;
  expect([status, body, headers['x-next-after']]).toEqual([200, [], last]);
  expect((await wait(0)).status).toBe(refusal);
});
