// Confirmation of writes: by asking the user through the client, or else by a preview with a token.
import { createHash, randomBytes } from 'node:crypto';
import {
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { AgentCall, WriteTool } from '../api/agent/tool.ts';
import type { Untyped } from '../api/operation.ts';
import { isSigned, sign } from '../api/signing.ts';
import type { McpConfirm } from '../config.ts';
import { hasStoredResponse } from '../pms/idempotency.ts';
import type { ToolError } from './errors.ts';
import { callContextOf, countedAs } from './host.ts';

/** Time to answer a question. People may need a while to read a letter to a guest. */
const ASKED_SECONDS = 600;
/** Validity of a preview's token: enough to show the preview and get an answer. */
const PREVIEW_SECONDS = 300;

/**
 * For this long a repeated confirmed call gets the stored answer, even after its token has expired. Shorter
 * than answers are stored, so that an answer found during the check still exists when the call runs.
 */
const REPEATED_HOURS = 12;

type PendingConfirmation = { digest: string; nonce: string };

/**
 * Either the question to return instead of writing, or permission to write. `key` is the idempotency key of
 * one confirmation: when the same confirmation arrives again, in any process, it gets the stored answer and
 * no second write. Null when nobody was asked.
 */
type ConfirmationResult =
  | { question: InputRequiredResult | ToolError; key?: never }
  | { question: null; key: string | null };

/** Asks for confirmation before writes. */
export type Confirmations = {
  /** the SDK's check of a state that a client sends back */
  verify: RequestStateCodec<PendingConfirmation>['verify'];
  ask(
    ctx: ServerContext,
    write: { tool: WriteTool<Untyped, Untyped>; input: Untyped; token: unknown; call: AgentCall },
    canAsk: boolean,
  ): Promise<ConfirmationResult>;
};

/** Creates the confirmations for a mode. Tokens and states are signed, so any process accepts them. */
export function createConfirmations(signingKey: Buffer, mode: McpConfirm): Confirmations {
  const codec = createRequestStateCodec<PendingConfirmation>({
    key: signingKey,
    ttlSeconds: ASKED_SECONDS,
    bind: (ctx) => `${ctx.mcpReq.method}\0${ownerOf(ctx)}`,
  });
  return {
    verify: codec.verify,
    async ask(ctx, { tool, input, token, call }, canAsk) {
      if (mode === 'off') return WITHOUT_ASKING;
      const digest = digestOf(tool.name, input, ownerOf(ctx));
      if (canAsk) return askUser(ctx, { codec, digest, sentence: () => tool.confirm(call, input) });
      if (mode === 'auto') return WITHOUT_ASKING;
      const nonce =
        typeof token === 'string' ? await readPreviewed(token, digest, { signingKey, call }) : null;
      if (nonce !== null) return { question: null, key: keyOf(nonce) };
      const sentence = await tool.confirm(call, input);
      return { question: preview(sentence, digest, { signingKey, call }) };
    },
  };
}

const WITHOUT_ASKING: ConfirmationResult = { question: null, key: null };

async function askUser(
  ctx: ServerContext,
  {
    codec,
    digest,
    sentence,
  }: { codec: RequestStateCodec<PendingConfirmation>; digest: string; sentence: () => Promise<string> },
): Promise<ConfirmationResult> {
  const answer = inputResponse(ctx.mcpReq.inputResponses, 'confirm');
  // A confirmation is valid only for the call that was asked about, with the same arguments.
  const pending = ctx.mcpReq.requestState<PendingConfirmation>();
  if (answer.kind === 'elicit' && pending?.digest === digest) {
    if (answer.action === 'accept' && answer.content?.['confirm'] === true)
      return { question: null, key: keyOf(pending.nonce) };
    return {
      question: {
        code: 'not_confirmed',
        status: 403,
        sentence:
          'The user did not agree. Nothing was changed. Do not try it again; ask them what they want instead.',
      },
    };
  }
  const question = inputRequired({
    inputRequests: {
      confirm: inputRequired.elicit({
        message: await sentence(),
        requestedSchema: {
          type: 'object',
          properties: { confirm: { type: 'boolean', title: 'Yes, do it' } },
          required: ['confirm'],
        },
      }),
    },
    requestState: await codec.mint({ digest, nonce: newNonce() }, ctx),
  });
  return { question };
}

type Signing = { signingKey: Buffer; call: AgentCall };

function preview(sentence: string, digest: string, { signingKey, call }: Signing): ToolError {
  const expires = Math.floor(call.now.epochMilliseconds / 1_000) + PREVIEW_SECONDS;
  const nonce = newNonce();
  const token = `${expires}.${nonce}.${sign(signingKey, 'preview', digest, expires, nonce)}`;
  return {
    code: 'confirmation_required',
    status: 409,
    sentence: `Nothing was changed yet. Show this to the user word by word: ${JSON.stringify(sentence)} Only if they agree, call again within ${PREVIEW_SECONDS / 60} minutes with the same arguments and confirmation_token "${token}". It is good for one write.`,
    more: { confirmation_token: token, preview: sentence },
  };
}

/**
 * The expiry in seconds since 1970 (ten digits), a nonce, a signature. The form allows only one spelling of a
 * token.
 */
const TOKEN = /^([1-9]\d{9})\.([\w-]{16})\.([\w-]{32})$/;

/** Returns the nonce of a token that was issued for this very call and is valid; otherwise null. */
async function readPreviewed(
  token: string,
  digest: string,
  { signingKey, call }: Signing,
): Promise<string | null> {
  const [, expires, nonce = '', signature = ''] = TOKEN.exec(token) ?? [];
  if (!isSigned(signature, sign(signingKey, 'preview', digest, Number(expires), nonce))) return null;
  const age = call.now.epochMilliseconds - Number(expires) * 1_000;
  if (age < 0) return nonce;
  // An expired token cannot be used for a first write, but a client that lost the answer may still fetch it.
  if (age > REPEATED_HOURS * 3_600_000) return null;
  return (await hasStoredResponse(call.db, call.property.hotelId, keyOf(nonce))) ? nonce : null;
}

function newNonce(): string {
  return randomBytes(12).toString('base64url');
}

/**
 * Returns the idempotency key of a confirmation: prefixed and hashed instead of the nonce itself, because the
 * keys that clients choose are in the same table.
 */
function keyOf(nonce: string): string {
  return `confirmation/${createHash('sha256').update(nonce).digest('base64url')}`;
}

function digestOf(tool: string, input: object, owner: string): string {
  const sorted = Object.entries(input).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([tool, sorted, owner]))
    .digest('base64url');
}

function ownerOf(ctx: ServerContext): string {
  const context = callContextOf(ctx);
  return `${context.caller.property.hotelId}/${countedAs(context)}`;
}
