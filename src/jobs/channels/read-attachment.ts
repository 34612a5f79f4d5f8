// Reads a file that a guest attached, from the channel that keeps it. Nothing of it is stored, also not in the log of exchanges.
import { createChannelClient } from '../../channels/channel-client.ts';
import { viewOf } from '../../channels/connection-view.ts';
import { getAdapter } from '../../channels/registry.ts';
import { createLoginSessions } from '../../channels/sessions.ts';
import type { Outgoing } from '../../outgoing/http.ts';
import type { AttachmentReader } from '../../pms/message-attachments.ts';
import { createRequestLimits } from './request-limits.ts';

/** A person waits for the file. */
const TIMEOUT_MS = 25_000;

export function createAttachmentReader(parts: {
  outgoing: Outgoing;
  now: () => Temporal.Instant;
}): AttachmentReader {
  const sessions = createLoginSessions();
  return async ({ db, loaded, externalAttachment }) => {
    const { connection } = loaded;
    const adapter = getAdapter(connection.protocol);
    const view = viewOf(loaded, adapter);
    const { attachments } = adapter;
    if (!attachments) return { kind: 'failed', reason: `${adapter.title} passes on no files` };
    const request = attachments.request(externalAttachment, view);
    if (!request) return { kind: 'failed', reason: `the file is not kept at ${adapter.title} itself` };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { hotelId, channel } = connection;
    const key = { hotelId, channel };
    const limits = createRequestLimits({ context: { ...parts, db }, key, adapter, view, signal });
    const client = createChannelClient({
      adapter,
      connection: view,
      outgoing: parts.outgoing,
      now: parts.now,
      signal,
      sessions,
      wait: (one) => limits.wait('read', one),
      record: () => {},
      renewed: async () => {},
    });
    const verdict = await client.request(request, attachments.decode);
    if (verdict.kind === 'ok') return { kind: 'read', ...verdict.value };
    return { kind: 'failed', reason: verdict.reason };
  };
}
