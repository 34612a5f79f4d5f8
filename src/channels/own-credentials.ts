// Hides a connection's credentials where its channel repeats them: an error often quotes the key that it does not accept.
import { HIDDEN } from '../model/redact.ts';
import type { ConnectionView, Verdict, WireRequest } from './channel.ts';
import { fieldsOf, textOf } from './json.ts';

/** A shorter value is part of too many words to be hidden, and no key. */
const MIN_LENGTH = 6;

/** Headers whose value gives access, such as `authorization`, `user-api-key`, `x-airbnb-oauth-token`. */
const HEADERS_OF_ACCESS = /auth|key|token/i;

/** Returns the values that give access to the connection, as far as a request sends them or is derived from them. */
export function credentialsIn(
  { credentials }: Pick<ConnectionView, 'credentials'>,
  { headers = {} }: Pick<WireRequest, 'headers'>,
): string[] {
  const ofHeaders = Object.entries(headers)
    .filter(([name]) => HEADERS_OF_ACCESS.test(name))
    .map(([, value]) => value.split(' ').at(-1)!);
  const values = [...Object.values(credentials), ...ofHeaders].filter((value) => value.length >= MIN_LENGTH);
  // The longest first: one may be part of another.
  return [...new Set(values.flatMap(formsOf))].toSorted((a, b) => b.length - a.length);
}

/** Returns a value as it is written in plain text, in addresses, in JSON and in XML. */
function formsOf(value: string): string[] {
  const inXml = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), inXml];
}

/** Returns the text without these values. */
export function withoutValues(text: string, values: readonly string[]): string {
  return values.reduce((rest, value) => rest.replaceAll(value, HIDDEN), text);
}

/** Returns what the channel made of a request without these values, also where a text ends inside one. */
export function verdictWithout<T>(verdict: Verdict<T>, values: readonly string[]): Verdict<T> {
  if (verdict.kind === 'ok')
    return Array.isArray(verdict.value)
      ? { kind: 'ok', value: verdict.value.map((one) => withoutInReason(one, values)) as T }
      : verdict;
  const { reason, cause } = verdict;
  const said = cause?.said;
  return {
    ...verdict,
    reason: withoutParts(reason, values),
    ...(said !== undefined && { cause: { ...cause!, said: withoutParts(said, values) } }),
  };
}

/** A push that is accepted in part says why of each part that is not. */
function withoutInReason(one: unknown, values: readonly string[]): unknown {
  const fields = fieldsOf(one);
  const reason = textOf(fields['reason']);
  return reason === null ? one : { ...fields, reason: withoutParts(reason, values) };
}

/** As `withoutValues`; where the text was cut off, the beginning of a value is hidden too. */
function withoutParts(text: string, values: readonly string[]): string {
  return values.reduce(
    (rest, value) => {
      for (let length = value.length - 1; length >= MIN_LENGTH; length -= 1) {
        const part = value.slice(0, length);
        if (rest.endsWith(part)) return rest.slice(0, -length) + HIDDEN;
        if (rest.includes(`${part}…`)) return rest.replaceAll(`${part}…`, `${HIDDEN}…`);
      }
      return rest;
    },
    withoutValues(text, values),
  );
}
