// Passkeys in the browser. What asks the device for them is loaded when it is first needed.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { Static } from 'typebox';
import type { passkeySchema } from '../../src/api/session/records.ts';
import { newKey, send } from './server.ts';
import { type SignedIn, signIn } from './session.ts';

export type Passkey = Static<typeof passkeySchema>;

/** Whether this browser can have passkeys at this address: addresses without a name have none. */
export const hasPasskeys =
  isSecureContext && 'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname);

const library = () => import('@simplewebauthn/browser');

/**
 * Makes a passkey and adds it to the person. Throws `ServerRefusal`, TypeError if the server cannot be reached, and other errors if
 * the person or the device made none.
 */
export async function addPasskey(name: string, password: string | null): Promise<readonly Passkey[]> {
  const body = password === null ? {} : { current_password: password };
  const begin = { method: 'POST', path: '/session/passkeys/options', body } as const;
  const { options } = (await send<{ options: PublicKeyCredentialCreationOptionsJSON }>(begin, newKey())).data;
  const { startRegistration } = await library();
  const credential = JSON.stringify(await startRegistration({ optionsJSON: options }));
  const add = { method: 'POST', path: '/session/passkeys', body: { name, credential } } as const;
  return (await send<readonly Passkey[]>(add, newKey())).data;
}

/**
 * Signs in with a passkey. `byAutofill`: it is offered in the field of the name, and waits until the person chooses it there. Throws as
 * `addPasskey` does.
 */
export async function signInByPasskey(isPhone: () => boolean, byAutofill: boolean): Promise<SignedIn> {
  const begin = { method: 'POST', path: '/session/passkeys/sign-in-options' } as const;
  const { options } = (await send<{ options: PublicKeyCredentialRequestOptionsJSON }>(begin, newKey())).data;
  const { startAuthentication } = await library();
  const signed = await startAuthentication({ optionsJSON: options, useBrowserAutofill: byAutofill });
  return signIn({ passkey: JSON.stringify(signed), is_phone: isPhone() });
}

/** Challenges are valid for five minutes: one that waits in a field is replaced before. */
const REPLACED_MS = 4 * 60_000;

/** Offers passkeys in the field of the name until `signal` is aborted. */
export async function offerPasskeys(
  signal: AbortSignal,
  isPhone: () => boolean,
  onDone: (person: SignedIn) => void,
): Promise<void> {
  if (!hasPasskeys || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  const { WebAuthnAbortService } = await library();
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
  while (!signal.aborted) {
    const replacement = setTimeout(() => WebAuthnAbortService.cancelCeremony(), REPLACED_MS);
    const started = Date.now();
    try {
      const signedIn = await signInByPasskey(isPhone, true);
      return onDone(signedIn);
    } catch {
      // Replaced, left, or not possible here; in the latter case it ends at once.
      if (Date.now() - started < REPLACED_MS / 2) return;
    } finally {
      clearTimeout(replacement);
    }
  }
}
