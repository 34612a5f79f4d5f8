// The text of a reply while it is written: it goes on being written while a template is filled or the text before is sent.
import type { DeskCause } from '../desk/cause-sentence.ts';

/** Returns a text with a filled template below what stands there. */
export function withTemplate(text: string, filled: string): string {
  return [text.trimEnd(), filled].filter(Boolean).join('\n\n');
}

/** Returns the language in which a template is filled though the guest has another one; null = it is the guest's, or that is not known. */
export function otherLanguage(
  filled: { language: string; is_wanted_language: boolean },
  ofGuest: string | null,
): string | null {
  return filled.is_wanted_language || !ofGuest ? null : filled.language;
}

/** Whether the reason for which the server keeps a reply is that no e-mail can be sent. */
export function isMailMissing(cause: Pick<DeskCause, 'code'> | null): boolean {
  return cause?.code === 'email_not_set_up';
}

/** Returns what stays in the field when a text was sent: what was written after it meanwhile, or all of it where it was changed. */
export function textAfterSending(text: string, sent: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
}
