// Session ids that say themselves what their session was, signed: a session outlives the process that began it.
import { randomBytes } from 'node:crypto';
import { isSigned, sign } from '../api/signing.ts';

/** What must be known of a session to begin it again. */
export type SessionFacts = {
  /** the revision that was agreed on */
  version: string;
  /** the client can ask its user */
  canAsk: boolean;
  readOnly: boolean;
  /** the client's own name, clean and short */
  client: string;
  /** days since 1970 */
  day: number;
};

/** A desktop client that is closed for the holidays finds its session again. */
const VALID_DAYS = 30;

export function createSessionId(facts: SessionFacts, tokenHash: string, key: Buffer): string {
  const told = [
    randomBytes(12).toString('base64url'),
    facts.version,
    facts.canAsk ? 1 : 0,
    facts.readOnly ? 1 : 0,
    facts.client,
    facts.day,
  ];
  const text = Buffer.from(JSON.stringify(told)).toString('base64url');
  return `${text}.${sign(key, PURPOSE, tokenHash, text)}`;
}

/** The facts in an id that was made for this token and is not too old; else null. */
export function readSessionId(
  id: string,
  tokenHash: string,
  { key, today }: { key: Buffer; today: number },
): SessionFacts | null {
  const [text = '', mac = '', ...rest] = id.split('.');
  if (rest.length > 0 || !isSigned(mac, sign(key, PURPOSE, tokenHash, text))) return null;
  const [, version, canAsk, readOnly, client, day] = JSON.parse(Buffer.from(text, 'base64url').toString());
  if (today - day > VALID_DAYS) return null;
  return { version, canAsk: canAsk === 1, readOnly: readOnly === 1, client, day };
}

const PURPOSE = 'mcp session';
