// Why something failed, in the language of the screen. Pure.
import type { Static } from 'typebox';
import type { causeSchema } from '../../src/api/cause-record.ts';
import { type CauseCode, FAILED_PARTS, type FailedPart } from '../../src/model/cause.ts';
import type { Messages } from '../messages/en/index.ts';

export type DeskCause = NonNullable<Static<typeof causeSchema>>;

/** `who`: the channel, or what else was asked; `time` writes a moment; absent = moments are left out. */
type CauseNames = { who: string; time?: (moment: string) => string };

type CauseTexts = Pick<Messages, 'causes' | 'channels' | 'log'>;

/** `quote`: what somebody wrote of it, as it was written, or null; `help`: what to do. */
type CauseSentence = { text: string; quote: string | null; help: string | null };

/** Whose text a quotation is: the other side's, the mail server's; of all other codes a person's, or a part of what came. */
const SPEAKERS: Partial<Record<CauseCode, 'who' | 'mailServer'>> = {
  unavailable: 'who',
  too_many_requests: 'who',
  access_denied: 'who',
  refused: 'who',
  nights_not_closed: 'who',
  nights_refused: 'who',
  value_refused: 'who',
  mail_refused: 'mailServer',
};

/** Returns what is said of a failure, whose sentence is none of the server's. */
export function sentenceOfCause(
  cause: DeskCause,
  { who, time }: CauseNames,
  { causes, channels, log }: CauseTexts,
): CauseSentence {
  const { code, about, nights, said, since, retry_at: retryAt } = cause;
  const parts = about.flatMap((name) =>
    isPart(name) ? causes.parts[name] : isNightValue(name, log.nights) ? log.nights[name] : [],
  );
  const sentence = [capitalized(parts.join(', ')), causes.sentences[code]({ who, nights })]
    .filter(Boolean)
    .join(': ');
  const times = time ? [since && causes.since(time(since)), retryAt && causes.again(time(retryAt))] : [];
  const speaker = SPEAKERS[code];
  const quote =
    said === null
      ? null
      : speaker
        ? causes.says(speaker === 'who' ? who : causes.mailServer, said)
        : causes.quoted(said);
  return { text: [sentence, ...times].filter(Boolean).join(' '), quote, help: helpOfCause(cause, channels) };
}

/** Returns the sentence and the quotation in one line; the server's text where there is no code, e.g. of an earlier release. */
export function causeInLine(
  cause: DeskCause | null,
  fallback: string | null,
  names: CauseNames,
  texts: CauseTexts,
): string | null {
  if (!cause) return fallback;
  const { text, quote } = sentenceOfCause(cause, names, texts);
  return [text, quote].filter(Boolean).join(' ');
}

function helpOfCause(
  { code, status }: Pick<DeskCause, 'code' | 'status'>,
  { httpHelp }: Messages['channels'],
): string | null {
  if (code === 'access_denied') return httpHelp.credentials;
  return code === 'refused' && (status === 404 || status === 410) ? httpHelp.address : null;
}

function isPart(name: string): name is FailedPart {
  return FAILED_PARTS.some((part) => part === name);
}

function isNightValue(
  name: string,
  names: Messages['log']['nights'],
): name is keyof Messages['log']['nights'] {
  return Object.hasOwn(names, name);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
