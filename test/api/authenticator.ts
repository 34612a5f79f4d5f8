// A device with passkeys, for tests: it makes keys and signs as a phone does (Web Authentication Level 3, 6.3), and can also misbehave.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

type Options = { challenge: string; rpId?: string; rp?: { id: string }; user?: { id: string } };
/** What the device does differently. */
type Deviation = {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string;
  id?: string;
};

export type TestPasskey = {
  readonly id: string;
  /** Signs a challenge; returns the credential as JSON. Each signature counts, unless `counter` says otherwise. */
  get(options: Options, deviation?: Deviation): string;
};

/** Makes a passkey for a page of this origin. Returns it with the credential to be added, as JSON. */
export function makePasskey(
  options: Options,
  origin: string,
  deviation: Deviation = {},
): { passkey: TestPasskey; credential: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = deviation.id === undefined ? randomBytes(16) : Buffer.from(deviation.id, 'base64url');
  const rpId = options.rp!.id;
  const about = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseOf(publicKey)]);
  const authData = Buffer.concat([headOf(deviation.rpId ?? rpId, HAS_CREDENTIAL, deviation), about]);
  const credential = {
    ...named(id),
    response: {
      clientDataJSON: clientData('webauthn.create', options.challenge, deviation.origin ?? origin),
      attestationObject: attestationOf(authData).toString('base64url'),
      transports: ['internal'],
    },
  };
  const made = { id, privateKey, rpId, userHandle: options.user!.id, origin };
  return { passkey: passkeyOf(made), credential: JSON.stringify(credential) };
}

type Made = { id: Buffer; privateKey: KeyObject; rpId: string; userHandle: string; origin: string };

function passkeyOf({ id, privateKey, rpId, userHandle, origin }: Made): TestPasskey {
  let counter = 0;
  return {
    id: id.toString('base64url'),
    get(options, deviation = {}) {
      counter += 1;
      const authData = headOf(deviation.rpId ?? rpId, 0, { counter, ...deviation });
      const data = clientData('webauthn.get', options.challenge, deviation.origin ?? origin);
      const hash = createHash('sha256').update(Buffer.from(data, 'base64url')).digest();
      const response = {
        clientDataJSON: data,
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authData, hash]), privateKey).toString('base64url'),
        userHandle: deviation.userHandle ?? userHandle,
      };
      return JSON.stringify({ ...named(id), response });
    },
  };
}

function named(id: Buffer) {
  const text = id.toString('base64url');
  return { id: text, rawId: text, type: 'public-key', clientExtensionResults: {} };
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
}

function headOf(rpId: string, flags: number, { isVerified = true, counter = 0 }: Deviation): Buffer {
  const head = Buffer.alloc(37);
  createHash('sha256').update(rpId).digest().copy(head);
  head[32] = flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0);
  head.writeUInt32BE(counter, 33);
  return head;
}

/** Returns a public key as COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y} in CBOR. */
function coseOf(publicKey: KeyObject): Buffer {
  const { x, y } = publicKey.export({ format: 'jwk' });
  const part = (key: number, value: string) =>
    Buffer.concat([Buffer.from([key, 0x58, 32]), Buffer.from(value, 'base64url')]);
  return Buffer.concat([Buffer.from('a5010203262001', 'hex'), part(0x21, x!), part(0x22, y!)]);
}

/** Returns {fmt: "none", attStmt: {}, authData} in CBOR. */
function attestationOf(authData: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
  return Buffer.concat([
    ...[Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
    ...[text('authData'), Buffer.from([0x58, authData.length]), authData],
  ]);
}
