// Asking before a write: through the client where it can ask its user, else by a preview with a token.
import { createHash } from 'node:crypto';
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
import { countedAs, visitOf } from './host.ts';
import type { Refusal } from './refusals.ts';

/** People take a while to read a letter to a guest. */
const ASKED_SECONDS = 600;
/** Long enough to show a preview and get an answer. */
const PREVIEW_SECONDS = 300;

type Asked = { digest: string };

export type Confirmations = {
  /** what the SDK checks before it gives a state back to us */
  verify: RequestStateCodec<Asked>['verify'];
  /** null when the write may go ahead */
  ask(
    ctx: ServerContext,
    write: { tool: WriteTool<Untyped, Untyped>; input: Untyped; token: unknown; call: AgentCall },
    canAsk: boolean,
  ): Promise<InputRequiredResult | Refusal | null>;
};

export function createConfirmations(signingKey: Buffer, mode: McpConfirm): Confirmations {
  const codec = createRequestStateCodec<Asked>({
    key: signingKey,
    ttlSeconds: ASKED_SECONDS,
    bind: (ctx) => `${ctx.mcpReq.method}\0${whoseIs(ctx)}`,
  });
  return {
    verify: codec.verify,
    async ask(ctx, { tool, input, token, call }, canAsk) {
      if (mode === 'off') return null;
      const digest = digestOf(tool.name, input, whoseIs(ctx));
      if (canAsk) return askUser(ctx, { codec, digest, sentence: () => tool.confirm(call, input) });
      if (mode === 'auto' || (typeof token === 'string' && isPreviewed(token, digest, { signingKey, call })))
        return null;
      const sentence = await tool.confirm(call, input);
      return preview(sentence, digest, { signingKey, call });
    },
  };
}

async function askUser(
  ctx: ServerContext,
  {
    codec,
    digest,
    sentence,
  }: { codec: RequestStateCodec<Asked>; digest: string; sentence: () => Promise<string> },
): Promise<InputRequiredResult | Refusal | null> {
  const answer = inputResponse(ctx.mcpReq.inputResponses, 'confirm');
  // A yes counts for what was asked: the same call with other arguments is another question.
  const asked = ctx.mcpReq.requestState<Asked>();
  if (answer.kind === 'elicit' && asked?.digest === digest) {
    if (answer.action === 'accept' && answer.content?.['confirm'] === true) return null;
    return {
      code: 'not_confirmed',
      status: 403,
      sentence:
        'The user did not agree. Nothing was changed. Do not try it again; ask them what they want instead.',
    };
  }
  return inputRequired({
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
    requestState: await codec.mint({ digest }, ctx),
  });
}

type Signing = { signingKey: Buffer; call: AgentCall };

function preview(sentence: string, digest: string, { signingKey, call }: Signing): Refusal {
  const expires = Math.floor(call.now.epochMilliseconds / 1_000) + PREVIEW_SECONDS;
  const token = `${expires}.${sign(signingKey, 'preview', digest, expires)}`;
  return {
    code: 'confirmation_required',
    status: 409,
    sentence: `Nothing was changed yet. Show this to the user word by word: ${JSON.stringify(sentence)} Only if they agree, call again within ${PREVIEW_SECONDS / 60} minutes with the same arguments and confirmation_token "${token}".`,
    more: { confirmation_token: token, preview: sentence },
  };
}

function isPreviewed(token: string, digest: string, { signingKey, call }: Signing): boolean {
  const [expires = '', given = ''] = token.split('.');
  return (
    isSigned(given, sign(signingKey, 'preview', digest, Number(expires))) &&
    Number(expires) * 1_000 > call.now.epochMilliseconds
  );
}

function digestOf(tool: string, input: object, whose: string): string {
  const sorted = Object.entries(input).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([tool, sorted, whose]))
    .digest('base64url');
}

function whoseIs(ctx: ServerContext): string {
  const visit = visitOf(ctx);
  return `${visit.caller.property.hotelId}/${countedAs(visit)}`;
}
