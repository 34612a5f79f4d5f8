// The lock of a shared screen without the server: nothing is shown of the person before, and it is delivered before anything else is asked.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isLockUndelivered } from '../../../web/desk/lock.ts';
import { person, readPerson, showSignedIn, signOut } from '../../../web/desk/session.ts';
import { lockScreen, screenUsers } from '../../../web/desk/shared-screen.ts';

const GRETA = { user_id: 7, name: 'Greta Berg', email: null, all_properties: true, properties: [] };

/** What the server is asked, in this order; it answers as `answer` says, or cannot be reached. */
let asked: string[];
let answer: ((request: string) => { status: number; body: unknown }) | null;

beforeEach(() => {
  asked = [];
  answer = null;
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('location', { origin: 'http://desk' });
  vi.stubGlobal('fetch', async (url: string | URL, { method = 'GET', headers }: RequestInit) => {
    const as = new Headers(headers).get('innwire-person');
    const request = `${method} ${new URL(url, 'http://desk').pathname}${as ? ` as ${as}` : ''}`;
    if (!answer) throw new TypeError('cannot be reached');
    asked.push(request);
    const { status, body } = answer(request);
    return status === 204 ? new Response(null, { status }) : Response.json(body, { status });
  });
  showSignedIn(GRETA as never);
  screenUsers.value = [];
});

afterEach(() => vi.unstubAllGlobals());

const isLocking = (request: string) => request === 'POST /session/screen/lock';

describe('a lock', () => {
  test('that the server did not hear of is not undone when the person is read again', async () => {
    await expect(lockScreen()).rejects.toThrow(TypeError);
    expect(person.value).toBeNull();
    person.value = GRETA as never;
    await expect(readPerson()).rejects.toThrow(TypeError);
    expect(person.value).toBeNull();
    expect(isLockUndelivered()).toBe(true);

    answer = (request) => ({
      status: 200,
      body: isLocking(request) ? { is_shared: true, people: [] } : null,
    });
    expect(await readPerson()).toBeNull();
    expect(asked).toEqual(['POST /session/screen/lock', 'GET /session']);
    expect(isLockUndelivered()).toBe(false);
  });

  test('signs out where the screen is shared no longer', async () => {
    answer = (request) =>
      isLocking(request)
        ? { status: 400, body: { code: 'screen_not_shared', detail: '' } }
        : { status: 200, body: {} };
    await lockScreen();
    expect(asked).toEqual(['POST /session/screen/lock', 'DELETE /session']);
    expect(isLockUndelivered()).toBe(false);
    expect(screenUsers.value).toBeNull();
  });

  test('hides at once who signs out, before the server answers', async () => {
    const leaving = signOut();
    expect(person.value).toBeNull();
    expect(isLockUndelivered()).toBe(true);
    await leaving;
    answer = (request) =>
      request.startsWith('DELETE')
        ? { status: 204, body: null }
        : { status: 401, body: { code: 'not_signed_in', detail: '' } };
    expect(await readPerson()).toBeNull();
    expect(asked[0]).toBe('DELETE /session as 7');
  });

  test('is not delivered once somebody else has signed in while the device was cleared', async () => {
    answer = () => ({ status: 200, body: {} });
    const leaving = signOut();
    showSignedIn({ ...GRETA, user_id: 8 } as never);
    await leaving;
    expect(asked).toEqual([]);
    expect(person.value).toMatchObject({ user_id: 8 });
  });

  test('of who signed out does not end the session of who has signed in since', async () => {
    answer = (request) =>
      request.startsWith('DELETE')
        ? { status: 409, body: { code: 'other_person', detail: '' } }
        : { status: 200, body: {} };
    await signOut();
    expect(asked).toEqual(['DELETE /session as 7']);
    expect(isLockUndelivered()).toBe(false);
  });

  test('is over when somebody signs in', async () => {
    await expect(lockScreen()).rejects.toThrow(TypeError);
    showSignedIn(GRETA as never);
    expect(isLockUndelivered()).toBe(false);
  });
});
