// Reads a file that a guest attached, from the channel that keeps it. Nothing of it is stored, also not in the log of exchanges.
import type { AttachmentReader } from '../../pms/message-attachments.ts';
import { createConnectionOpener, type ReadingParts } from './reading-client.ts';

export function createAttachmentReader(parts: ReadingParts): AttachmentReader {
  const open = createConnectionOpener(parts);
  return async ({ externalAttachment, ...wanted }) => {
    const { adapter, view, client } = open(wanted);
    const { attachments } = adapter;
    if (!attachments) return { kind: 'failed', reason: `${adapter.title} passes on no files` };
    const request = attachments.request(externalAttachment, view);
    if (!request) return { kind: 'failed', reason: `the file is not kept at ${adapter.title} itself` };
    const verdict = await client.request(request, attachments.decode);
    if (verdict.kind === 'ok') return { kind: 'read', ...verdict.value };
    return { kind: 'failed', reason: verdict.reason };
  };
}
