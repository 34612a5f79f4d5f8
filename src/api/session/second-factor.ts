// /session/second-factor: the codes of an app that a person is asked for after the password.
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  replaceRecoveryCodes,
} from '../../pms/second-factors.ts';
import { type InstallationCall, installationOperation } from '../operation.ts';
import { object } from '../schema.ts';
import {
  confirmingPassword,
  recoveryCodesSchema,
  secondFactorSecretSchema,
  signedInSchema,
  signInCode,
} from './records.ts';
import { readSignedIn } from './sessions.ts';
import { limitConfirmation, signedInPerson } from './signed-in-person.ts';

const tag = 'Session';
const path = '/session/second-factor';

export const beginSecondFactorOperation = installationOperation({
  name: 'beginSecondFactor',
  audience: ['session'],
  method: 'POST',
  path: `${path}/secret`,
  tag,
  summary: 'Begin a second factor',
  description:
    'Makes a secret for an app that shows one-time codes (TOTP, RFC 6238: SHA-1, six digits, 30 seconds). Nothing is asked for until `POST /session/second-factor` has a code of the app. A person with a password sends it.',
  problems: ['not_signed_in', 'wrong_password', 'full_sign_in_required', 'second_factor_on'],
  body: object({ current_password: confirmingPassword }),
  answer: secondFactorSecretSchema,
  run: async (call, { body }) => ({
    answer: await limitConfirmation(call, () =>
      beginSecondFactor(call.db, signedInPerson(call), body.current_password ?? null, call.now),
    ),
    replayed: false,
  }),
});

export const enableSecondFactorOperation = installationOperation({
  name: 'enableSecondFactor',
  audience: ['session'],
  fullSignInOnly: true,
  method: 'POST',
  path,
  tag,
  summary: 'Turn the second factor on',
  description:
    'From now on a code of the app is asked for after the password and after a link; not after a passkey, and not after a PIN, which only resumes a session. The answer has ten recovery codes, each of which replaces a code of the app once; they are not shown again. The other sessions of the person end: they began without a code.',
  problems: [
    'not_signed_in',
    'full_sign_in_required',
    'code_refused',
    'second_factor_on',
    'second_factor_missing',
  ],
  body: object({ code: signInCode }),
  answer: recoveryCodesSchema,
  run: (call, { body: { code } }) => recoveryCodes(call, code, enableSecondFactor),
});

export const replaceRecoveryCodesOperation = installationOperation({
  name: 'replaceRecoveryCodes',
  audience: ['session'],
  fullSignInOnly: true,
  method: 'POST',
  path: `${path}/recovery-codes`,
  tag,
  summary: 'Make new recovery codes',
  description: 'Makes ten new recovery codes. The earlier ones are no longer valid.',
  problems: ['not_signed_in', 'full_sign_in_required', 'code_refused', 'second_factor_missing'],
  body: object({ code: signInCode }),
  answer: recoveryCodesSchema,
  run: (call, { body: { code } }) => recoveryCodes(call, code, replaceRecoveryCodes),
});

export const disableSecondFactorOperation = installationOperation({
  name: 'disableSecondFactor',
  audience: ['session'],
  method: 'POST',
  path: `${path}/off`,
  tag,
  summary: 'Turn the second factor off',
  description: 'Asks for no codes any more. It takes a code, and the password of a person who has one.',
  problems: [
    'not_signed_in',
    'wrong_password',
    'full_sign_in_required',
    'code_refused',
    'second_factor_missing',
  ],
  body: object({ code: signInCode, current_password: confirmingPassword }),
  answer: signedInSchema,
  run: async (call, { body: { code, current_password: password = null } }) => {
    const person = signedInPerson(call);
    await limitConfirmation(call, () => disableSecondFactor(call.db, person, { code, password }, call.now));
    return { answer: await readSignedIn(call.db, person, call.now), replayed: false };
  },
});

/** Answers with the recovery codes that a change makes, which a code of the app confirms. */
async function recoveryCodes(
  call: InstallationCall,
  code: string,
  makeCodes: typeof enableSecondFactor | typeof replaceRecoveryCodes,
) {
  const person = signedInPerson(call);
  const codes = await limitConfirmation(call, () => makeCodes(call.db, person, code, call.now));
  return { answer: { recovery_codes: codes }, replayed: false };
}
