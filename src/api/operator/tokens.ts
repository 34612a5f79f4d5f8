// /operator/properties/{hotel_id}/tokens: issuing, listing and revoking a property's API tokens.
import { TOKEN_ACCESSES } from '../../model/token.ts';
import { issueToken, listTokens, revokeToken } from '../../pms/tokens.ts';
import { toName } from '../input.ts';
import { readOperation, writeOperation } from '../operation.ts';
import { presentToken } from '../present.ts';
import { array, id, object, oneOf, optional, text } from '../schema.ts';
import { newTokenSchema, tokenSchema } from './records.ts';

const tag = 'Tokens';
const path = '/tokens';

export const createTokenOperation = writeOperation({
  name: 'createToken',
  audience: ['operator'],
  method: 'POST',
  path,
  tag,
  summary: 'Create a token',
  description:
    'Creates a token for the API of this property. It is shown only in this answer; the database stores only its hash.',
  problems: [],
  body: object({
    label: text({ description: 'who uses it', minLength: 1, maxLength: 100, example: 'smart locks' }),
    access: optional(oneOf(TOKEN_ACCESSES, { description: 'absent = full', example: 'read' })),
  }),
  answer: newTokenSchema,
  secretMember: 'api_token',
  run: async (tx, _call, { body }) => {
    const { secret, ...token } = await issueToken(tx, {
      label: toName(body.label, 'label'),
      access: body.access ?? 'full',
    });
    return { ...presentToken(token), api_token: secret };
  },
});

export const listTokensOperation = readOperation({
  name: 'listTokens',
  audience: ['operator'],
  method: 'GET',
  path,
  tag,
  summary: 'List tokens',
  description: 'The tokens of a property with the time of their last use, including revoked tokens.',
  problems: [],
  caching: 'no-store',
  answer: array(tokenSchema),
  run: async (call) => (await listTokens(call.db, call.property.hotelId)).map(presentToken),
});

export const revokeTokenOperation = writeOperation({
  name: 'revokeToken',
  audience: ['operator'],
  method: 'DELETE',
  path: `${path}/{id}`,
  tag,
  summary: 'Revoke a token',
  description: 'Revokes the token at once: requests with it are refused as if it did not exist.',
  problems: ['not_found'],
  params: object({ id: id('token', 1) }),
  answer: tokenSchema,
  run: async (tx, _call, { params }) => presentToken(await revokeToken(tx, params.id)),
});
