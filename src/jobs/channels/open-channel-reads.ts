// What a process that serves the API reads from channels while somebody waits: previews of connections, and files that guests attached.
import { type Outgoing, openOutgoing } from '../../outgoing/http.ts';
import type { ConnectionPreviewer } from '../../pms/channel-sync/preview.ts';
import type { AttachmentReader } from '../../pms/message-attachments.ts';
import { createChannelPreview } from './preview.ts';
import { createAttachmentReader } from './read-attachment.ts';

type ChannelReads = Pick<Outgoing, 'close'> & {
  preview: ConnectionPreviewer;
  readAttachment: AttachmentReader;
};

/** Opens them with one HTTP client, which `close` closes. */
export function openChannelReads({
  now,
  ...options
}: Parameters<typeof openOutgoing>[0] & { now: () => Temporal.Instant }): ChannelReads {
  const outgoing = openOutgoing(options);
  const parts = { outgoing, now };
  return {
    preview: createChannelPreview(parts),
    readAttachment: createAttachmentReader(parts),
    close: () => outgoing.close(),
  };
}
