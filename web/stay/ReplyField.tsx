// The field for the text of a reply. Ctrl or ⌘ with Enter sends.
import type { RefObject } from 'preact';
import { MAX_REPLY } from '../../src/model/message-template.ts';

type ReplyFieldProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  rows: number;
  /** what the field is for: also said where it is empty */
  label: string;
  text: string;
  onText: (text: string) => void;
  onSend: () => void;
};

export function ReplyField({ field, rows, label, text, onText, onSend }: ReplyFieldProps) {
  return (
    <textarea
      ref={field}
      class="input"
      rows={rows}
      maxLength={MAX_REPLY}
      aria-label={label}
      placeholder={label}
      value={text}
      onInput={({ currentTarget }) => onText(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
        event.preventDefault();
        onSend();
      }}
    />
  );
}
