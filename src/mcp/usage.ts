// Entries of the usage log: which agent did what with which token, and how it came out.
import { cleanName } from './client-name.ts';
import type { McpCallContext, McpHost } from './host.ts';

/** The log tells a line; a reason that an agent gives is cut to it. */
const MAX_REMARK = 120;

export type RecordedCall = {
  /** a tool, or a method of the protocol */
  what: string;
  /** `ok`, or the code of a refusal */
  outcome: string;
  status: number;
  durationMs: number;
  client: string | null;
  remark?: string;
};

/** The sample property's log is part of the sample: visitors do not see each other in it. */
export function recordCall(host: McpHost, { caller, requestId }: McpCallContext, call: RecordedCall): void {
  if (caller.tokenId === null) return;
  const by = cleanName(call.client);
  const remark = call.remark && plain(call.remark);
  host.note(
    {
      kind: 'api',
      hotelId: caller.property.hotelId,
      createdAt: host.now(),
      summary: `MCP ${call.what} ${call.outcome}${by ? ` by ${by}` : ''}${remark ? `: ${remark}` : ''}`,
      method: 'POST',
      path: '/mcp/{api_token}',
      status: call.status,
      durationMs: call.durationMs,
      requestId,
      tokenLabel: caller.label,
    },
    caller.tokenId,
  );
}

/** One line, without what looks like a token. */
function plain(text: string): string {
  return text
    .replaceAll(/pms_live_\w*/gi, '***')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_REMARK);
}
