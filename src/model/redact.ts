// Redacts URLs for logs and messages. The URL of a calendar acts as its password: it gives access to the
// bookings.

export const HIDDEN = '***';

/**
 * Plain words of a path (`calendar`, `hoteladmin`, `v1`); tokens are longer, or mix cases, letters and
 * digits.
 */
const WORD = /^(v\d{1,2}|[A-Za-z][a-z]{0,11})$/;

/** File names that channels use for every calendar; any other file name may be the secret. */
const FILE = /^(basic|calendar|export|ical|listing)\.(ics|html)$/;

/** Ids of listings and properties. */
const NUMBER = /^\d{1,12}$/;

/**
 * Returns the URL with userinfo, query values and every path segment hidden that is not a plain word or a
 * number.
 */
export function redactUrl(url: string | URL): string {
  const parsed = URL.parse(String(url));
  if (!parsed) return 'an address that is not a URL';
  const userinfo = parsed.username || parsed.password ? `${HIDDEN}@` : '';
  const path = parsed.pathname.split('/').map(redactSegment).join('/');
  const names = [...new URLSearchParams(parsed.search)].map(([name, value]) => {
    const shown = WORD.test(name) ? name : HIDDEN;
    return value === '' ? shown : `${shown}=${HIDDEN}`;
  });
  return `${parsed.protocol}//${userinfo}${parsed.host}${path}${names.length > 0 ? `?${names.join('&')}` : ''}`;
}

/**
 * Returns the URL with userinfo and query hidden and its path unchanged. For URLs of OTAs' and partners'
 * servers.
 */
export function withoutUrlSecrets(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed || !(parsed.username || parsed.password || parsed.search)) return url;
  const userinfo = parsed.username || parsed.password ? `${HIDDEN}@` : '';
  const query = parsed.search ? `?${HIDDEN}` : '';
  return `${parsed.protocol}//${userinfo}${parsed.host}${parsed.pathname}${query}`;
}

function redactSegment(segment: string): string {
  if (segment === '' || [WORD, FILE, NUMBER].some((form) => form.test(segment))) return segment;
  return HIDDEN + (/\.(ics|html|xml|json)$/i.exec(segment)?.[0] ?? '');
}
