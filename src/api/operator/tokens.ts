// /operator/properties/{hotel_id}/tokens: issuing, listing and revoking a property's API tokens.
import {
  SCOPE_NAMES,
  SCOPES,
  type Scopes,
  TOKEN_PRESET_NAMES,
  TOKEN_PRESETS,
  type TokenPreset,
  type TokenScope,
} from '../../model/scope.ts';
import { TOKEN_ACCESSES, type TokenAccess } from '../../model/token.ts';
import { issueToken, listTokens, type NewToken, revokeToken } from '../../pms/tokens.ts';
import { invalidData } from '../../problems.ts';
import { toName } from '../input.ts';
import { readOperation, writeOperation } from '../operation.ts';
import { presentToken } from '../present.ts';
import { array, id, object, oneOf, optional, text } from '../schema.ts';
import { requireOwnerOfAll } from './owners.ts';
import { newTokenSchema, tokenSchema } from './records.ts';

const tag = 'Tokens';
const path = '/tokens';

/** What a new token is for, and what it may do: members of the requests that create one. */
export const tokenMembers = {
  label: text({ description: 'who uses it', minLength: 1, maxLength: 100, example: 'smart locks' }),
  access: optional(
    oneOf(TOKEN_ACCESSES, {
      description:
        'whether it may change what it opens; propose: over MCP its changes wait until a person approves them, others are refused. Absent = full, or that of the preset',
      example: 'read',
    }),
  ),
  scopes: optional(
    array(oneOf(SCOPE_NAMES), {
      description: `what it opens; absent = everything. ${SCOPE_NAMES.map((name) => `\`${name}\`: ${SCOPES[name]}`).join('. ')}`,
      minItems: 1,
      maxItems: SCOPE_NAMES.length,
      example: ['bookings:read', 'housekeeping'],
    }),
  ),
  preset: optional(
    oneOf(TOKEN_PRESET_NAMES, {
      description: `instead of scopes, those of a common program. ${TOKEN_PRESET_NAMES.map(describePreset).join('. ')}`,
      example: 'lock',
    }),
  ),
};

export const createTokenOperation = writeOperation({
  name: 'createToken',
  audience: ['operator'],
  ownersOnly: true,
  method: 'POST',
  path,
  tag,
  summary: 'Create a token',
  description:
    'Creates a token for the API of this property. It is shown only in this answer; the database stores only its hash. Without `scopes` and `preset` it opens everything.',
  problems: [],
  body: object(tokenMembers),
  answer: newTokenSchema,
  secretMember: 'api_token',
  run: async (tx, _call, { body }) => {
    const { secret, ...token } = await issueToken(tx, toNewToken(body));
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
  description:
    'The tokens that open a property with the time of their last use, including revoked tokens and those that open other properties too.',
  problems: [],
  caching: 'no-store',
  answer: array(tokenSchema),
  run: async (call) => {
    const { hotelId } = call.property;
    const tokens = await listTokens(call.db, hotelId);
    // Who has a role at some properties does not learn which others there are.
    const hides = call.token && call.token.opens !== 'all';
    return tokens.map((token) =>
      presentToken(hides && token.hotelIds ? { ...token, hotelIds: [hotelId] } : token),
    );
  },
});

export const revokeTokenOperation = writeOperation({
  name: 'revokeToken',
  audience: ['operator'],
  ownersOnly: true,
  // A token that leaked goes on reading.
  archivedToo: true,
  method: 'DELETE',
  path: `${path}/{id}`,
  tag,
  summary: 'Revoke a token',
  description:
    'Revokes the token at once: requests with it are refused as if it did not exist. A token that opens other properties too is revoked for all of them, and among the people who are signed in only by owners of all properties.',
  problems: ['not_found', 'owner_required'],
  params: object({ id: id('token', 1) }),
  answer: tokenSchema,
  run: async (tx, call, { params }) => {
    const token = await revokeToken(tx, params.id);
    const opensOthers = token.hotelIds === null || token.hotelIds.some((hotelId) => hotelId !== tx.hotelId);
    if (opensOthers) requireOwnerOfAll(call);
    return presentToken(token);
  },
});

/** Returns the token that a request asks for. Throws `invalid_data`. */
export function toNewToken(body: {
  label: string;
  access?: TokenAccess;
  scopes?: TokenScope[];
  preset?: TokenPreset;
}): NewToken {
  return { label: toName(body.label, 'label'), ...toRights(body) };
}

/** Returns the access and the scopes that a request asks for. Throws `invalid_data` for a preset with scopes. */
function toRights(body: { access?: TokenAccess; scopes?: TokenScope[]; preset?: TokenPreset }): {
  access: TokenAccess;
  scopes: Scopes;
} {
  const { access, scopes, preset } = body;
  if (preset === undefined)
    return {
      access: access ?? 'full',
      scopes: scopes ? SCOPE_NAMES.filter((name) => scopes.includes(name)) : null,
    };
  if (scopes) throw invalidData({ field: 'preset', rule: 'not_together', member: 'scopes' });
  const rights = TOKEN_PRESETS[preset];
  return { access: access ?? rights.access, scopes: rights.scopes };
}

function describePreset(preset: TokenPreset): string {
  const { access, scopes } = TOKEN_PRESETS[preset];
  const opened = scopes ? scopes.join(', ') : 'everything';
  return `\`${preset}\`: ${opened}${access === 'read' ? ', reading only' : ''}`;
}
