// Reads responses of Airbnb: `{error_code, error_type, error_message, error_details}`, or a member named
// after the resource.

import type { WireResponse } from '../channel.ts';
import { type Fields, fieldsOf, textOf } from '../json.ts';
import { excerpt, type FailedVerdict, httpFailure, readJson, refused, retry } from '../responses.ts';

/** Returns the member `name` of a successful response, or the failure. The member must exist. */
export function readResource(
  response: WireResponse,
  name: string,
): { kind: 'ok'; value: unknown } | FailedVerdict {
  const body = fieldsOf(readJson(response.body));
  const reason = errorText(body);
  const failure = httpFailure(response, reason);
  if (failure) return failure;
  if (reason !== null) return refused(reason);
  const value = body[name];
  if (value === undefined || value === null) {
    return retry(`The answer has no ${name}: ${excerpt(response.body)}`);
  }
  return { kind: 'ok', value };
}

/**
 * Returns an id: its text (`listing_id_str`), which is to replace the number, else the number (`listing_id`).
 */
export function idOf(fields: Fields, name: string): string | null {
  return textOf(fields[`${name}_str`]) ?? textOf(fields[name]);
}

/** Returns the error text of a body; null = no error. */
export function errorText(body: Fields): string | null {
  const { error_code: code, error_type: type, error_message: message, error_details: details } = body;
  const parts = [textOf(type) ?? textOf(code), textOf(message), textOf(details)].filter(
    (part) => part !== null,
  );
  return parts.length > 0 ? excerpt(parts.join('; ')) : null;
}
