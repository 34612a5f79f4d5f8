// People who sign in, for tests: invited by the operator, signed in by their links, with their cookies.
import { expect } from 'vitest';
import type { StaffRole } from '../../src/model/staff.ts';
import type { Api, ApiResponse } from '../harness/api.ts';

/** The headers of a page of this machine. */
export const LOCAL_PAGE = { host: 'localhost:3000', origin: 'http://localhost:3000' };
/** The headers of a page of the tests' server with https. */
export const HTTPS_PAGE = { host: 'pms.example.com', origin: 'https://pms.example.com' };
export const PASSWORD = 'nine doors and a bell';

type Headers = Record<string, string>;

/** A browser: it keeps the cookies that it is given. */
export type Browser = {
  readonly cookies: Map<string, string>;
  request(method: string, path: string, body?: unknown, headers?: Headers): Promise<ApiResponse>;
  get(path: string): Promise<ApiResponse>;
};

/** Returns a browser with an open page; each has an address of its own, for limits. */
export function openBrowser(api: Api, page: Headers = LOCAL_PAGE, ip = nextAddress()): Browser {
  const cookies = new Map<string, string>();
  const browser: Browser = {
    cookies,
    async request(method, path, body, headers = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const { origin, ...others } = page;
      const answer = await api.request(method, path, {
        body,
        ip,
        headers: {
          ...others,
          ...(method !== 'GET' && { origin: origin! }),
          ...(cookie !== '' && { cookie }),
          ...headers,
        },
      });
      for (const one of [answer.headers['set-cookie'] ?? []].flat()) keep(cookies, one);
      return answer;
    },
    get: (path) => browser.request('GET', path),
  };
  return browser;
}

function keep(cookies: Map<string, string>, header: string): void {
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(header)!;
  if (/Max-Age=0(;|$)/.test(header)) cookies.delete(name!);
  else cookies.set(name!, value!);
}

let addresses = 0;
/** Returns an address that no other browser of the tests has. */
export function nextAddress(): string {
  addresses += 1;
  return `198.18.${addresses >> 8}.${addresses & 255}`;
}

let people = 0;

export type Invited = { userId: number; name: string; secret: string };

/** Invites a person with a role at some properties; null = at all. */
export async function invite(
  api: Api,
  role: StaffRole,
  hotelIds: readonly number[] | null,
  members: object = {},
): Promise<Invited> {
  people += 1;
  const answer = await api.operator('POST', '/users', {
    name: `Person ${people}`,
    role,
    ...(hotelIds === null ? { all_properties: true } : { hotel_ids: hotelIds }),
    ...members,
  });
  expect(answer.status, answer.text).toBe(200);
  const { user_id: userId, name, link } = answer.body;
  return { userId, name, secret: secretIn(link) };
}

/** Returns the secret of a link. */
export function secretIn(link: string): string {
  return link.slice(link.indexOf('#') + 1);
}

/** Invites a person, who opens the link in a browser and chooses PASSWORD. */
export async function signedIn(
  api: Api,
  role: StaffRole,
  hotelIds: readonly number[] | null,
  page?: Headers,
): Promise<Invited & { browser: Browser }> {
  const person = await invite(api, role, hotelIds);
  const browser = openBrowser(api, page);
  const answer = await browser.request('POST', '/session', { secret: person.secret, password: PASSWORD });
  expect(answer.status, answer.text).toBe(200);
  return { ...person, browser };
}

export const PIN = '2580';

/** Gives the person of a browser the PIN. */
export async function setPin(browser: Browser): Promise<void> {
  const set = await browser.request('PUT', '/session/pin', { pin: PIN, current_password: PASSWORD });
  expect(set.status, set.text).toBe(200);
}

/** A screen of several people, at which an owner of all properties is signed in who has a PIN. */
export async function openSharedScreen(api: Api) {
  const { name, userId, browser } = await signedIn(api, 'owner', null);
  await setPin(browser);
  const screen = openBrowser(api);
  const post = async (path: string, body?: object) => {
    const answer = await screen.request('POST', path, body);
    expect(answer.status, `${path} ${answer.text}`).toBe(200);
    return answer;
  };
  await post('/session', { name, password: PASSWORD });
  await post('/session/screen');
  return {
    browser: screen,
    lock: () => post('/session/screen/lock'),
    unlock: () => post('/session/screen/switch', { user_id: userId, pin: PIN }),
  };
}

/** Returns the browser of an owner of all properties, at a screen that was opened with a PIN. */
export async function signedInByPin(api: Api): Promise<Browser> {
  const { browser, lock, unlock } = await openSharedScreen(api);
  await lock();
  await unlock();
  return browser;
}
