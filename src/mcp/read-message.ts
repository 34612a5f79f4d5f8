// The message in a request's body, as the transports take it: within its limits, and without what some clients write for what they leave out.
import { exceededIn } from '../model/json-size.ts';
import { Problem } from '../problems.ts';

/**
 * Limits of a message. The SDK validates each member more than once: 300,000 of them in `_meta` took 0.8 s. A
 * tool's arguments have a few dozen.
 */
const LIMITS = { depth: 50, values: 5_000, names: 500 };

/** A body that is no JSON. */
export class NotJson extends Error {}

/**
 * Returns the message, or a batch of them. Parameters that are null are left out, and arguments that were sent as JSON text are read. Throws
 * `payload_too_large` and NotJson.
 */
export function readMessage(body: Buffer): unknown {
  const exceeded = exceededIn(body, LIMITS);
  if (exceeded) throw new Problem('payload_too_large', { case: exceeded, max: LIMITS[exceeded] });
  let message: unknown;
  try {
    message = JSON.parse(body.toString());
  } catch {
    throw new NotJson('The body is not valid JSON.');
  }
  return Array.isArray(message) ? message.map(withReadParams) : withReadParams(message);
}

function withReadParams(message: unknown): unknown {
  if (!isObject(message) || !('params' in message)) return message;
  const { params, ...rest } = message;
  if (params === null) return rest;
  if (!isObject(params)) return message;
  const given = Object.entries(params).filter(([, value]) => value !== null);
  return {
    ...rest,
    params: Object.fromEntries(
      given.map(([name, value]) => [name, name === 'arguments' ? readArgumentText(value) : value]),
    ),
  };
}

/** Returns the object in a JSON text; anything else as it is, for the transport to refuse. */
function readArgumentText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    const read: unknown = JSON.parse(value);
    return read === null ? {} : read;
  } catch {
    return value;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
