// The cookies of a session and of a shared screen: their names, and the headers that set them.

/**
 * Name of the cookie on pages with https. Browsers accept it only from this host, with `Secure` and for all paths
 * (RFC 6265bis, 4.1.3.2).
 */
export const SECURE_COOKIE = '__Host-innwire';
/** Name of the cookie on pages of this machine without https. */
export const LOOPBACK_COOKIE = 'innwire';

/** The longest time that browsers keep a cookie. The server decides earlier. */
const MAX_AGE_SECONDS = 400 * 86_400;

/**
 * Returns the header that gives a browser its session. On a phone the cookie stays when the browser is closed; how long the session is
 * valid without a request is decided by the server.
 */
export function setCookie(name: string, secret: string, { isPhone }: { isPhone: boolean }): string {
  return `${name}=${secret}; ${attributesOf(name)}${isPhone ? `; Max-Age=${MAX_AGE_SECONDS}` : ''}`;
}

/** Returns the name of the cookie by which a shared screen is known, beside that of its session. */
export function nameOfScreenCookie(sessionCookie: string): string {
  return `${sessionCookie}-screen`;
}

/** Returns the header of a cookie that stays when the browser is closed. */
export function setLastingCookie(name: string, secret: string): string {
  return setCookie(name, secret, { isPhone: true });
}

/** Returns the name of the cookie by which a device is known as one on which somebody signed in before. */
export function nameOfDeviceCookie(sessionCookie: string): string {
  return `${sessionCookie}-device`;
}

/**
 * Headers of the answer after which a browser is somebody else's: it forgets what it has kept of the answers and pages of before (W3C Clear
 * Site Data).
 */
export const OTHER_PERSON = { 'clear-site-data': '"cache"' };
/** What `OTHER_PERSON` is, for the description of an operation. */
export const OTHER_PERSON_HEADERS = { 'clear-site-data': 'has the browser forget the answers of before' };

/** Returns the header that takes a cookie away from a browser. */
export function clearCookie(name: string): string {
  return `${name}=; ${attributesOf(name)}; Max-Age=0`;
}

function attributesOf(name: string): string {
  return `Path=/; HttpOnly; SameSite=Lax${name.startsWith(SECURE_COOKIE) ? '; Secure' : ''}`;
}
