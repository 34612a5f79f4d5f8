// /operator/users: the people who may sign in. Owners who are signed in call these operations too, for the people of their properties.
import type { Static } from 'typebox';
import {
  MAX_USER_NAME,
  normalizeUserName,
  STAFF_ROLES,
  type StaffRole,
  signInLink,
} from '../../model/staff.ts';
import { WHOLE_INSTALLATION } from '../../pms/operator-actions.ts';
import { deletePasskeys } from '../../pms/passkeys.ts';
import type { PropertyTransaction } from '../../pms/property-transaction.ts';
import { deleteSecondFactor } from '../../pms/second-factors.ts';
import { createSignInLink } from '../../pms/sign-ins.ts';
import { endSessions } from '../../pms/user-sessions.ts';
import {
  type Administered,
  createUser,
  listUsers,
  lockWholeUser,
  removeUser,
  type UserChange,
  updateUser,
} from '../../pms/users.ts';
import { invalidData, Problem } from '../../problems.ts';
import { changeOnce } from '../execute.ts';
import { toLanguage, toName } from '../input.ts';
import { type InstallationCall, installationOperation } from '../operation.ts';
import { presentMoment, presentUser } from '../present.ts';
import { array, boolean, id, integer, nullable, object, optional, text } from '../schema.ts';
import { staffRole } from '../session/records.ts';
import { signedOutSchema, signInLinkSchema, userSchema } from './records.ts';

const tag = 'People';
const path = '/users';
const params = object({ user_id: id('person', 1) });

const ROLES = Object.entries(STAFF_ROLES)
  .map(([role, { sees }]) => `\`${role}\`: ${sees}`)
  .join('. ');

const MAX_NAMED = 1_000;
const hotelIds = (description: string) =>
  optional(
    array(integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
      description,
      minItems: 1,
      maxItems: MAX_NAMED,
      example: [1001],
    }),
  );

/** Name, e-mail address and language of a person. The examples differ, because each is different. */
function profileMembers(example: string) {
  return {
    name: text({
      description: 'as colleagues see it, and to sign in with; each different, without @',
      minLength: 1,
      maxLength: MAX_USER_NAME,
      example,
    }),
    email: optional(
      nullable(
        text({
          description: 'the person may sign in with it instead of the name',
          format: 'email',
          maxLength: 254,
          example: `${example.toLowerCase()}@quintadomar.example`,
        }),
      ),
    ),
    language: optional(
      nullable(text({ description: 'language tag (BCP 47) of the pages', maxLength: 35, example: 'pt' })),
    ),
  };
}

const changed = profileMembers('Joana');

const allProperties = optional(
  boolean({
    description: 'instead of `hotel_ids`: the role applies at every property, also those made later',
    example: true,
  }),
);

export const createUserOperation = installationOperation({
  name: 'createUser',
  audience: ['operator'],
  method: 'POST',
  path,
  tag,
  summary: 'Invite a person',
  description: `Makes a person who may sign in, with a role at some properties or at all, and a link that signs the person in once within 48 hours; it is shown only in this answer. ${ROLES}.`,
  problems: ['user_name_taken', 'unknown_property', 'owner_required'],
  body: object({
    ...profileMembers('Maria'),
    role: staffRole,
    hotel_ids: hotelIds('the properties at which the person has the role'),
    all_properties: allProperties,
  }),
  answer: signInLinkSchema,
  forOwners: 'of_some',
  run: (call, { body }) => {
    const grant = { role: body.role, hotelIds: toHotelIds(body) };
    const wanted = { profile: { ...toProfile(body), name: toUserName(body.name) }, grant };
    return ofInstallation(call, {
      request: { operation: 'createUser', body },
      secretMember: 'link',
      run: async (tx) => {
        const { userId } = await createUser(tx, wanted, administeredOf(call));
        return linkFor(tx, userId, call);
      },
    });
  },
});

export const listUsersOperation = installationOperation({
  name: 'listUsers',
  audience: ['operator'],
  method: 'GET',
  path,
  tag,
  summary: 'List the people who may sign in',
  description:
    'The people by name, with the role at each property. An owner sees those of the properties that the owner owns.',
  problems: ['owner_required'],
  answer: array(userSchema),
  forOwners: 'of_some',
  run: async (call) => ({
    answer: (await listUsers(call.db, administeredOf(call), call.now)).map(presentUser),
    replayed: false,
  }),
});

export const changeUserOperation = installationOperation({
  name: 'changeUser',
  audience: ['operator'],
  method: 'PATCH',
  path: `${path}/{user_id}`,
  tag,
  summary: 'Change a person',
  description:
    'Changes what is given and keeps the rest. `role` applies at the properties in `hotel_ids`, without them wherever the person has a role now. Changes take effect at once; event streams that the person has open end. Who may do more than before, at any property, is signed out and signs in again, and links that are not used yet are no longer valid.',
  problems: ['unknown_user', 'user_name_taken', 'unknown_property', 'owner_required'],
  params,
  body: object({
    ...changed,
    name: optional(changed.name),
    role: optional(staffRole),
    hotel_ids: hotelIds('the properties at which `role` applies'),
    all_properties: allProperties,
    remove_hotel_ids: hotelIds('the properties at which the person has no role any more'),
  }),
  answer: userSchema,
  forOwners: 'of_some',
  run: (call, { params: { user_id: userId }, body }) => {
    const change: UserChange = {
      profile: { ...toProfile(body), name: body.name === undefined ? undefined : toUserName(body.name) },
      ...toRoleChange(body),
      removedHotelIds: body.remove_hotel_ids,
    };
    return ofInstallation(call, {
      request: { operation: 'changeUser', params: { userId }, body },
      run: async (tx) => presentUser(await updateUser(tx, userId, change, administeredOf(call))),
    });
  },
});

export const removeUserOperation = installationOperation({
  name: 'removeUser',
  audience: ['operator'],
  method: 'DELETE',
  path: `${path}/{user_id}`,
  tag,
  summary: 'Remove a person',
  description:
    'Takes away all roles of a person, who is signed out at once. For an owner: the roles at the properties that the owner owns.',
  problems: ['unknown_user', 'owner_required'],
  params,
  answer: userSchema,
  forOwners: 'of_some',
  run: (call, { params: { user_id: userId } }) =>
    ofInstallation(call, {
      request: { operation: 'removeUser', params: { userId } },
      run: async (tx) => presentUser(await removeUser(tx, userId, administeredOf(call))),
    }),
});

export const createSignInLinkOperation = installationOperation({
  name: 'createSignInLink',
  audience: ['operator'],
  method: 'POST',
  path: `${path}/{user_id}/link`,
  tag,
  summary: 'Make a link that signs a person in',
  description:
    'Makes a link that signs the person in once within 48 hours, such as after a lost password; it is shown only in this answer. Earlier links of the person are no longer valid.',
  problems: ['unknown_user', 'owner_required'],
  params,
  answer: signInLinkSchema,
  forOwners: 'of_some',
  run: (call, { params: { user_id: userId } }) =>
    ofInstallation(call, {
      request: { operation: 'createSignInLink', params: { userId } },
      secretMember: 'link',
      run: (tx) => linkFor(tx, userId, call),
    }),
});

export const signOutUserOperation = installationOperation({
  name: 'signOutUser',
  audience: ['operator'],
  method: 'DELETE',
  path: `${path}/{user_id}/sessions`,
  tag,
  summary: 'Sign a person out everywhere',
  description: 'Ends all sessions of the person at once, such as after a phone was lost.',
  problems: ['unknown_user', 'owner_required'],
  params,
  answer: signedOutSchema,
  forOwners: 'of_some',
  run: (call, { params: { user_id: userId } }) =>
    ofInstallation(call, {
      request: { operation: 'signOutUser', params: { userId } },
      run: async (tx) => {
        await lockWholeUser(tx, userId, administeredOf(call));
        return { user_id: userId, sessions: await endSessions(tx, { userId, kept: null }, tx.now) };
      },
    }),
});

export const removeSecondFactorOperation = installationOperation({
  name: 'removeSecondFactor',
  audience: ['operator'],
  method: 'DELETE',
  path: `${path}/{user_id}/second-factor`,
  tag,
  summary: 'Take the second factor of a person away',
  description:
    'Asks the person for no codes any more, such as after the phone with the app and the recovery codes were lost. The person can begin another one. Owners turn their own one off with a code (`POST /session/second-factor/off`).',
  problems: ['unknown_user', 'owner_required', 'own_second_factor'],
  params,
  answer: userSchema,
  forOwners: 'of_some',
  run: (call, { params: { user_id: userId } }) =>
    ofInstallation(call, {
      request: { operation: 'removeSecondFactor', params: { userId } },
      run: async (tx) => {
        // Whoever has taken a session over would go around the code.
        if (call.userId === userId) throw new Problem('own_second_factor');
        const user = await lockWholeUser(tx, userId, administeredOf(call));
        await deleteSecondFactor(tx, userId);
        return presentUser({ ...user, hasSecondFactor: false, recoveryCodesLeft: 0 });
      },
    }),
});

export const removePasskeysOperation = installationOperation({
  name: 'removePasskeys',
  audience: ['operator'],
  method: 'DELETE',
  path: `${path}/{user_id}/passkeys`,
  tag,
  summary: 'Take the passkeys of a person away',
  description:
    'Removes all passkeys of the person and ends all sessions, such as after a device was lost or somebody else was in the account: passkeys outlive signing out, new links and new passwords. The person signs in with the password or a new link and can add others. Own ones are removed one by one (`DELETE /session/passkeys/{passkey_id}`).',
  problems: ['unknown_user', 'owner_required'],
  params,
  answer: userSchema,
  forOwners: 'of_some',
  run: (call, { params: { user_id: userId } }) =>
    ofInstallation(call, {
      request: { operation: 'removePasskeys', params: { userId } },
      run: async (tx) => {
        const user = await lockWholeUser(tx, userId, administeredOf(call));
        await deletePasskeys(tx, userId);
        await endSessions(tx, { userId, kept: null }, tx.now);
        return presentUser({ ...user, passkeys: [] });
      },
    }),
});

function administeredOf({ administered = null }: InstallationCall): Administered {
  return administered;
}

async function linkFor(
  tx: PropertyTransaction,
  userId: number,
  call: InstallationCall,
): Promise<Static<typeof signInLinkSchema>> {
  const { user, secret, expiresAt } = await createSignInLink(tx, userId, administeredOf(call));
  return {
    ...presentUser(user),
    link: signInLink(call.baseUrl, secret),
    expires_at: presentMoment(expiresAt),
  };
}

/** Returns the properties of a new person; null = all. Throws `invalid_data` unless the request says one of both. */
function toHotelIds(body: { hotel_ids?: number[]; all_properties?: boolean }): number[] | null {
  const named = toNamed(body);
  if (named === undefined) throw invalidData({ field: 'hotel_ids', rule: 'required' });
  return named;
}

/** Returns the properties that a request names; null = all, undefined = none. Throws `invalid_data` when it says both. */
function toNamed(body: { hotel_ids?: number[]; all_properties?: boolean }): number[] | null | undefined {
  const { hotel_ids: ids, all_properties: all = false } = body;
  if (ids !== undefined && all)
    throw invalidData({ field: 'all_properties', rule: 'not_together', member: 'hotel_ids' });
  return all ? null : ids;
}

/** Returns the change of a role. Throws `invalid_data` for properties without a role. */
function toRoleChange(body: {
  role?: StaffRole;
  hotel_ids?: number[];
  all_properties?: boolean;
}): Pick<UserChange, 'role' | 'hotelIds'> {
  const named = toNamed(body);
  if (named !== undefined && body.role === undefined) throw invalidData({ field: 'role', rule: 'required' });
  return { role: body.role, hotelIds: named };
}

function toProfile(body: { email?: string | null; language?: string | null }) {
  const { email, language } = body;
  return { email, language: language ? toLanguage(language, 'language') : language };
}

/** Returns a name to sign in with. Throws `invalid_data` for one with an @, which only addresses have. */
function toUserName(given: string): string {
  const trimmed = toName(normalizeUserName(given), 'name', MAX_USER_NAME);
  if (trimmed.includes('@')) throw invalidData({ field: 'name', rule: 'has_at_sign' });
  return trimmed;
}

/**
 * Runs a write that belongs to no property, with the idempotency keys of the installation. A key is that of one owner: the answer may
 * be of people whom another owner does not see.
 */
function ofInstallation(
  call: InstallationCall,
  {
    request,
    ...write
  }: Omit<Parameters<typeof changeOnce>[1], 'key' | 'recordAudit' | 'request'> & { request: object },
) {
  const { idempotencyKey: key, recordAudit, userId } = call;
  const property = { hotelId: WHOLE_INSTALLATION };
  return changeOnce({ ...call, property }, { ...write, request: { ...request, userId }, key, recordAudit });
}
