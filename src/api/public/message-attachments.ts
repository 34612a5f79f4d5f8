// /api/messages/attachments/{token}: opening files that guests attached.
import Type from 'typebox';
import { readAttachment } from '../../pms/message-attachments.ts';
import { readOperation } from '../operation.ts';
import { id, object } from '../schema.ts';
import type { StoredFile } from '../stored-file.ts';

export const getMessageAttachmentOperation = readOperation({
  name: 'getMessageAttachment',
  audience: ['public', 'operator'],
  scopes: ['messages', 'contacts'],
  method: 'GET',
  path: '/messages/{message_id}/attachments/{attachment_id}',
  tag: 'Messages',
  summary: 'Open a file that a guest attached',
  description:
    'Answers the file itself, read from the channel at this moment with the credentials of its connection: innwire keeps no copy. Also for texts of inquiries. It comes from outside: it is answered to be saved, never to be shown in place, and with `application/octet-stream` instead of a type that a browser would run, such as HTML. Files of up to 20 MB.',
  problems: ['unknown_attachment', 'attachment_not_read'],
  params: object({
    message_id: id('exchange, its `id`', 1),
    attachment_id: id('attachment, within the message', 1),
  }),
  answer: Type.Unsafe<StoredFile>({ description: 'the file' }),
  file: ['*/*'],
  caching: 'no-store',
  run: async (
    { db, property, now, readAttachment: read },
    { message_id: messageId, attachment_id: attachmentId },
  ) => {
    const { hotelId } = property;
    const opened = await readAttachment(db, { hotelId, now, read }, { messageId, attachmentId });
    const type = safeType(opened.type);
    const name = fileName(opened.attachment.name, { messageId, attachmentId, type });
    return { type, content: opened.content, name };
  },
});

const UNKNOWN_TYPE = 'application/octet-stream';

/** Types that no browser runs anything of. */
const SAFE =
  /^(?:image\/(?:jpe?g|png|webp|gif|heic|heif|avif)|application\/pdf|text\/plain|(?:audio|video)\/[\w.+-]{1,60})$/;

function safeType(given: string | null): string {
  const type = (given ?? '').split(';')[0]!.trim().toLowerCase();
  return SAFE.test(type) ? type : UNKNOWN_TYPE;
}

/** Returns the name under which a file is saved: that of the guest, without what leads out of a folder, else one of its ids. */
function fileName(
  given: string | null,
  { messageId, attachmentId, type }: { messageId: number; attachmentId: number; type: string },
): string {
  const name = (given ?? '').replaceAll(/[\p{C}\\/:*?"<>|]+/gu, '-').replace(/^[. -]+/, '');
  if (name !== '') return name.slice(-MAX_NAME).toWellFormed();
  const [, extension = ''] = /^(?:image|application)\/(\w+)$/.exec(type) ?? [];
  const suffix = type === UNKNOWN_TYPE || extension === '' ? '' : `.${extension.replace('jpeg', 'jpg')}`;
  return `message-${messageId}-attachment-${attachmentId}${suffix}`;
}

const MAX_NAME = 120;
