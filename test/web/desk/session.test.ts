// Who uses the desk, as far as an answer says so.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { person, readPerson, type SignedIn } from '../../../web/desk/session.ts';
import { listen } from './listening.ts';

const someone = { user_id: 1, name: 'Ana', properties: [] } as unknown as SignedIn;
let server: Awaited<ReturnType<typeof listen>>;

beforeEach(() => {
  person.value = someone;
});
afterEach(async () => {
  person.value = undefined;
  Reflect.deleteProperty(globalThis, 'location');
  await server.close();
});

async function answering(reply: Parameters<typeof listen>[0]) {
  server = await listen(reply);
  Object.defineProperty(globalThis, 'location', { value: { origin: server.origin }, configurable: true });
}

test('nobody is signed in when the server says so', async () => {
  await answering(() => ({ status: 401, body: '{"code":"not_signed_in","detail":"Sign in."}' }));
  expect(await readPerson()).toBeNull();
  expect(person.value).toBeNull();
});

test.each([
  ['a page', { type: 'text/html', body: '<h1>Back soon</h1>' }],
  ['a refusal', { status: 403, type: 'text/html', body: '<h1>Forbidden</h1>' }],
  ['no such page', { status: 404, type: 'text/html', body: '<h1>Not found</h1>' }],
])('%s of a proxy says nothing about the person', async (_, reply) => {
  await answering(() => reply);
  await expect(readPerson()).rejects.toThrow();
  expect(person.value).toBe(someone);
});
