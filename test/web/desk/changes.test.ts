// Changes of a person: what takes them back, and that they never become those of the next person.
import { afterEach, describe, expect, test } from 'vitest';
import { forgetChanges, make, redoLast, undoLast } from '../../../web/desk/changes.ts';
import { person, type SignedIn } from '../../../web/desk/session.ts';
import { listen } from './listening.ts';

const signedIn = (id: number) =>
  ({ user_id: id, name: `Person ${id}`, properties: [] }) as unknown as SignedIn;

let server: Awaited<ReturnType<typeof listen>>;
afterEach(async () => {
  forgetChanges();
  person.value = undefined;
  await server.close();
});

const newTask = () =>
  make<{ id: number }>({
    done: 'Reported',
    request: { method: 'POST', path: `${server.origin}/tasks` },
    undo: ({ data }) => ({ method: 'DELETE', path: `${server.origin}/tasks/${data.id}` }),
  });

describe('what was made again', () => {
  test('is taken back as the record that it is now', async () => {
    let made = 0;
    server = await listen((method) => {
      if (method === 'POST') made += 1;
      return { body: JSON.stringify({ id: made }) };
    });
    await newTask();
    await undoLast();
    await redoLast();
    await undoLast();
    expect(server.requests).toEqual(['POST /tasks', 'DELETE /tasks/1', 'POST /tasks', 'DELETE /tasks/2']);
  });
});

describe('without the network', () => {
  test('what could not be taken back, or made again, can be tried again', async () => {
    let isDown = false;
    server = await listen(() => (isDown ? null : { body: '{"id":7}' }));
    await newTask();
    isDown = true;
    await undoLast();
    isDown = false;
    await undoLast();
    expect(server.requests.filter((one) => one === 'DELETE /tasks/7').length).toBeGreaterThanOrEqual(2);
    const before = server.requests.length;
    isDown = true;
    await redoLast();
    isDown = false;
    await redoLast();
    expect(
      server.requests.slice(before).filter((one) => one === 'POST /tasks').length,
    ).toBeGreaterThanOrEqual(2);
    const all = server.requests.length;
    await redoLast();
    expect(server.requests).toHaveLength(all);
  });

  test('what the server refused is not tried again', async () => {
    server = await listen((method) =>
      method === 'POST' ? { body: '{"id":7}' } : { status: 409, body: '{"code":"x","detail":"No."}' },
    );
    await newTask();
    await undoLast();
    await undoLast();
    expect(server.requests).toEqual(['POST /tasks', 'DELETE /tasks/7']);
  });
});

describe('when somebody else signs in', () => {
  test('a request that failed is not tried again as theirs', async () => {
    Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
    person.value = signedIn(1);
    server = await listen(() => {
      person.value = signedIn(2);
      return null;
    });
    expect(await newTask()).toEqual({ ok: false, problem: null });
    Reflect.deleteProperty(navigator, 'onLine');
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    [
      'another person',
      () => {
        person.value = signedIn(2);
      },
    ],
    ['another property', () => forgetChanges()],
  ])('a late answer is nothing that %s takes back', async (_, leave) => {
    person.value = signedIn(1);
    server = await listen(() => {
      leave();
      return { body: '{"id":7}' };
    });
    expect((await newTask()).ok).toBe(true);
    await undoLast();
    expect(server.requests).toEqual(['POST /tasks']);
  });
});
