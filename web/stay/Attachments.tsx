// Files that a guest attached to a message: read from the channel and saved on this device when somebody opens one.
import { useSignal } from '@preact/signals';
import { operator } from '../desk/property.ts';
import { readFile, ServerRefusal } from '../desk/server.ts';
import type { DeskMessage } from '../desk/unanswered.ts';
import { messages } from '../language.ts';
import { Button } from '../parts/Button.tsx';
import { showToast } from '../parts/Toast.tsx';

type AttachmentsProps = { messageId: number; attachments: DeskMessage['attachments'] };

/** A button for each file; nothing, if there is none. */
export function Attachments({ messageId, attachments }: AttachmentsProps) {
  const { conversation } = messages().stay;
  const isBusy = useSignal(false);
  if (attachments.length === 0) return null;
  const open = async (attachmentId: number) => {
    isBusy.value = true;
    try {
      save(await readFile(operator(`messages/${messageId}/attachments/${attachmentId}`)));
    } catch (error) {
      const text = error instanceof ServerRefusal ? error.message : messages().unreachable;
      showToast({ text, refused: true });
    }
    isBusy.value = false;
  };
  return (
    <p class="row wrap">
      {attachments.map(({ id, name }) => (
        <Button key={id} small icon="download" disabled={isBusy.value} onClick={() => void open(id)}>
          {name ?? conversation.attachment(id)}
        </Button>
      ))}
    </p>
  );
}

function save({ content, name }: { content: Blob; name: string }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

const KEPT_MS = 60_000;
