// The records of people who are signed in.
import { Type } from 'typebox';
import { SCOPE_NAMES } from '../../model/scope.ts';
import {
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  SIGN_IN_WAYS,
  STAFF_ROLE_NAMES,
} from '../../model/staff.ts';
import { TOKEN_ACCESSES } from '../../model/token.ts';
import {
  array,
  boolean,
  id,
  integer,
  moment,
  nullable,
  object,
  oneOf,
  optional,
  text,
  verbatim,
} from '../schema.ts';

export const staffRole = oneOf(STAFF_ROLE_NAMES, { example: 'desk' });

/** What a browser made with a passkey. */
export const passkeyCredential = verbatim(
  text({
    description: 'the `PublicKeyCredential` that the browser returned, as JSON (`toJSON`)',
    minLength: 2,
    maxLength: 30_000,
    example: '{"id":"AX4…","type":"public-key","response":{}}',
  }),
);

export const passkeyOptionsSchema = object({
  options: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description:
      'as JSON of the Web Authentication API (`parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON`)',
  }),
});

/** A code of the app, or a recovery code. */
export const signInCode = verbatim(
  text({
    description: 'the six digits that the app shows, or a recovery code',
    minLength: 6,
    maxLength: 40,
    example: '492039',
  }),
);

export const secondFactorSecretSchema = object({
  secret: verbatim(
    text({ description: 'to type into the app: base32', example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }),
  ),
  uri: verbatim(
    text({
      description: 'to show as a QR code: `otpauth://`',
      example: 'otpauth://totp/innwire:Maria?issuer=innwire&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    }),
  ),
});

export const recoveryCodesSchema = object({
  recovery_codes: array(text(), {
    description: 'each is valid once; shown only here',
    example: ['k3vq-7mzd-x2ha-p5nt'],
  }),
});

export const passkeySchema = object(
  {
    passkey_id: id('passkey', 1),
    name: text({ example: 'My phone' }),
    is_synced: boolean({ description: 'a password manager has it on several devices', example: true }),
    created_at: moment('when it was added'),
    last_used_at: nullable(moment('when it last signed the person in; null = never')),
  },
  { $id: 'Passkey', description: 'A key of a device that signs a person in.' },
);

/** A password that somebody chooses. It is stored only as a hash, and never shown. */
export const newPassword = verbatim(
  text({
    description: `at least ${MIN_PASSWORD_LENGTH} characters`,
    minLength: MIN_PASSWORD_LENGTH,
    maxLength: MAX_PASSWORD_LENGTH,
    example: 'nine doors and a bell',
  }),
);

/** With what a person who has a password confirms a change of how the person signs in. */
export const confirmingPassword = optional(
  verbatim(
    text({
      description: 'the password, if the person has one',
      maxLength: 1_000,
      example: 'nine doors and a bell',
    }),
  ),
);

export const signedInSchema = object(
  {
    user_id: id('person', 1),
    name: text({ example: 'Maria' }),
    email: nullable(text({ example: 'maria@quintadomar.example' })),
    language: nullable(text({ description: 'of the pages; null = as the browser says', example: 'pt' })),
    has_password: boolean({ description: 'false: the person signs in by links', example: true }),
    has_pin: boolean({ description: 'the person switches by PIN on shared screens', example: false }),
    has_second_factor: boolean({
      description: 'a code of an app is asked for after the password',
      example: false,
    }),
    recovery_codes_left: integer({ description: 'codes that replace one of the app, once each', example: 0 }),
    session_id: id('session', 1),
    all_properties: boolean({
      description: 'the role applies at every property, also those made later',
      example: false,
    }),
    properties: array(
      object({
        hotel_id: id('property', 1001),
        name: text({ example: 'Quinta do Mar' }),
        role: staffRole,
        access: oneOf(TOKEN_ACCESSES, { example: 'full' }),
        scopes: nullable(
          array(oneOf(SCOPE_NAMES), {
            description: 'what the role opens, as scopes of tokens; null = everything',
            example: ['bookings:read'],
          }),
        ),
        archived: boolean({ description: 'it is in the archive: nothing in it changes', example: false }),
      }),
      { description: 'where the person may work, by id' },
    ),
  },
  { $id: 'SignedIn', description: 'The person who is signed in.' },
);

export const sessionSchema = object(
  {
    session_id: id('session', 1),
    device: text({ example: 'Firefox on Linux' }),
    is_phone: boolean({ description: 'it stays signed in for longer', example: false }),
    is_shared_screen: boolean({
      description: "it is on a screen that several people share: the person's PIN resumes it",
      example: false,
    }),
    began_with: nullable(
      oneOf(SIGN_IN_WAYS, { description: 'how it began; null = of an earlier release', example: 'password' }),
    ),
    created_at: moment('when the person signed in'),
    last_seen_at: moment('of the last request'),
    expires_at: moment('when the session ends unless it is used before'),
    is_current: boolean({ description: 'it is the session of this request', example: true }),
  },
  { $id: 'Session', description: 'A device on which the person is signed in.' },
);

export const sharedScreenSchema = object(
  {
    is_shared: boolean({ description: 'this browser is a screen that several people share', example: true }),
    people: array(
      object({
        user_id: id('person', 1),
        name: text({ example: 'Maria' }),
        has_pin: boolean({ description: 'false: the person signs in again', example: true }),
        is_locked: boolean({ description: 'too many wrong PINs: the person signs in again', example: false }),
      }),
      { description: 'who has signed in on it, the one seen last first' },
    ),
  },
  { $id: 'SharedScreen', description: 'A screen that several people share.' },
);
