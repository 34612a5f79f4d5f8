// Entries of the usage log for MCP: which agent did what with which token, and with what result.
import { cleanName } from './client-name.ts';
import type { McpCallContext, McpHost } from './host.ts';

/** Maximum characters of a reason that an agent gives: the log shows one line. */
const MAX_REMARK = 120;

/** One call as the usage log records it. */
type RecordedCall = {
  /** the name of a tool, or a method of the protocol */
  what: string;
  /** `ok`, or an error code */
  outcome: string;
  status: number;
  durationMs: number;
  client: string | null;
  remark?: string;
};

/**
 * Adds a call to the usage log. Calls with the sandbox token are left out: the log of the sample property is
 * part of the sample, and visitors must not see each other in it.
 */
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

/** Returns the text as one line, with anything that looks like a token masked. */
function plain(text: string): string {
  return text
    .replaceAll(/pms_live_\w*/gi, '***')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_REMARK);
}
