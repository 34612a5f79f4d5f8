// /operator/tokens: tokens that open several properties.
import { WHOLE_INSTALLATION } from '../../pms/operator-actions.ts';
import { issuePortfolioToken, listPortfolioTokens, revokePortfolioToken } from '../../pms/tokens.ts';
import { invalidData } from '../../problems.ts';
import { changeOnce } from '../execute.ts';
import { type InstallationCall, installationOperation } from '../operation.ts';
import { presentToken } from '../present.ts';
import { array, boolean, id, integer, object, optional } from '../schema.ts';
import { newTokenSchema, tokenSchema } from './records.ts';
import { tokenMembers, toNewToken } from './tokens.ts';

const tag = 'Tokens';
const path = '/tokens';

/** Most properties that a token names; one for more opens all. */
const MAX_NAMED = 1_000;

export const createPortfolioTokenOperation = installationOperation({
  name: 'createPortfolioToken',
  audience: ['operator'],
  method: 'POST',
  path,
  tag,
  summary: 'Create a token for several properties',
  description:
    'Creates a token that opens the properties in `hotel_ids`, or with `all_properties` every property, also those made later. Requests with it say which property they concern with the query parameter `hotel_id`, unless it opens only one. Otherwise it is like the token of one property, and is shown only in this answer.',
  problems: ['unknown_property', 'owner_required'],
  forOwners: 'of_all',
  body: object({
    ...tokenMembers,
    hotel_ids: optional(
      array(integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
        description: 'the properties that it opens',
        minItems: 1,
        maxItems: MAX_NAMED,
        example: [1001, 1002],
      }),
    ),
    all_properties: optional(
      boolean({
        description:
          'instead of `hotel_ids`: it opens every property, also those made later, except test properties',
        example: true,
      }),
    ),
  }),
  answer: newTokenSchema,
  run: async (call, { body }) => {
    const hotelIds = toHotelIds(body);
    const wanted = toNewToken(body);
    return ofInstallation(call, {
      request: { operation: 'createPortfolioToken', body },
      secretMember: 'api_token',
      run: async (tx) => {
        const { secret, ...token } = await issuePortfolioToken(tx, wanted, hotelIds);
        return { ...presentToken(token), api_token: secret };
      },
    });
  },
});

export const listPortfolioTokensOperation = installationOperation({
  name: 'listPortfolioTokens',
  audience: ['operator'],
  method: 'GET',
  path,
  tag,
  summary: 'List the tokens for several properties',
  description:
    'The tokens that were made for several properties with the time of their last use, including revoked tokens.',
  problems: ['owner_required'],
  forOwners: 'of_all',
  answer: array(tokenSchema),
  run: async ({ db }) => ({ answer: (await listPortfolioTokens(db)).map(presentToken), replayed: false }),
});

export const revokePortfolioTokenOperation = installationOperation({
  name: 'revokePortfolioToken',
  audience: ['operator'],
  method: 'DELETE',
  path: `${path}/{id}`,
  tag,
  summary: 'Revoke a token for several properties',
  description:
    'Revokes the token at once, for all its properties: requests with it are refused as if it did not exist.',
  problems: ['not_found', 'owner_required'],
  forOwners: 'of_all',
  params: object({ id: id('token', 1) }),
  answer: tokenSchema,
  run: (call, { params }) =>
    ofInstallation(call, {
      request: { operation: 'revokePortfolioToken', params },
      run: async (tx) => presentToken(await revokePortfolioToken(tx, params.id)),
    }),
});

/** Returns the ids that a request names; null = all properties. Throws `invalid_data` unless it says one of both. */
function toHotelIds(body: { hotel_ids?: number[]; all_properties?: boolean }): number[] | null {
  const { hotel_ids: hotelIds, all_properties: all = false } = body;
  if (hotelIds === undefined && !all) throw invalidData({ field: 'hotel_ids', rule: 'required' });
  if (hotelIds !== undefined && all)
    throw invalidData({ field: 'all_properties', rule: 'not_together', member: 'hotel_ids' });
  return hotelIds ?? null;
}

/** Runs a write that belongs to no property, with the idempotency keys of the installation. */
function ofInstallation(
  call: InstallationCall,
  write: Omit<Parameters<typeof changeOnce>[1], 'key' | 'recordAudit'>,
) {
  const { idempotencyKey: key, recordAudit } = call;
  return changeOnce({ ...call, property: { hotelId: WHOLE_INSTALLATION } }, { ...write, key, recordAudit });
}
