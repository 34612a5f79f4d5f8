// Signed session ids that contain the facts about their session, so that a session survives the process that
// started it.
import { randomBytes } from 'node:crypto';
import { isSigned, sign } from '../api/signing.ts';

/** What is needed to start a session again. */
export type SessionFacts = {
  /** the negotiated revision of the protocol */
  version: string;
  /** the client can ask its user (elicitation) */
  canAsk: boolean;
  readOnly: boolean;
  /** the client's name for itself, cleaned and short */
  client: string;
  /** the day of the start, in days since 1970 */
  day: number;
};

/** A desktop client that stays closed over the holidays still finds its session. */
const VALID_DAYS = 30;

/** Creates a session id that is valid only with the token of this hash. */
export function createSessionId(facts: SessionFacts, tokenHash: string, key: Buffer): string {
  const members = [
    randomBytes(12).toString('base64url'),
    facts.version,
    facts.canAsk ? 1 : 0,
    facts.readOnly ? 1 : 0,
    facts.client,
    facts.day,
  ];
  const text = Buffer.from(JSON.stringify(members)).toString('base64url');
  return `${text}.${sign(key, PURPOSE, tokenHash, text)}`;
}

/** Returns the facts in an id that was made for this token and is not too old; otherwise null. */
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
