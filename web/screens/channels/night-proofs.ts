// Which exchanges prove what a channel has of a night, and what is said where none is known. Pure.
import { causeInLine } from '../../desk/cause-sentence.ts';
import type { Messages } from '../../messages/en/index.ts';
import { channelName } from '../../parts/Mark.tsx';
import type { DeskChannelNight, DeskConnection } from './channel-nights.ts';
import { timeAt } from './moments.ts';

type ExchangeName = NonNullable<DeskChannelNight['refused_in']>;

type ProofTexts = Messages['exchanges']['proof'];

/** An exchange of the night, or why there is none to show. */
type ProofOfNight =
  | { title: string; exchange: { log_id: number; exchange: number }; missing?: undefined }
  | { title: string; exchange: null; missing: string };

/** Protocols whose channels get the nights by reading our calendar: no exchange of ours confirms them. */
const READING: ReadonlySet<string> = new Set(['ical', 'vrbo']);

function readsCalendar({ protocol }: Pick<DeskConnection, 'protocol'>): boolean {
  return READING.has(protocol);
}

/** Returns the proofs of a night, the refusal first. Empty = the channel has said nothing of it yet. */
export function proofsOf(
  night: DeskChannelNight,
  connection: Pick<DeskConnection, 'protocol'>,
  texts: ProofTexts,
): readonly ProofOfNight[] {
  const { count_confirmed_in: count, values_confirmed_in: values, refused_in: refused, confirmed } = night;
  if (readsCalendar(connection)) {
    const missing = confirmed?.at ? texts.byReading(timeAt(confirmed.at)) : texts.neverRead;
    return [{ title: texts.both, exchange: null, missing }];
  }
  const unknown = texts.unknownConfirmed;
  const hasCount = count !== null || confirmed?.available != null;
  const hasValues = values !== null || confirmed?.price != null || confirmed?.min_stay != null;
  const isRefused = refused !== null || (night.state === 'rejected' && !night.closed_instead);
  const isOne = hasCount && hasValues && isSame(count, values);
  return [
    ...(isRefused
      ? [proofOf(texts.refused, refused, { ...texts, unknown: texts.unknownRefused, none: texts.notSent })]
      : []),
    ...(isOne ? [proofOf(texts.both, count, { ...texts, unknown, none: texts.deleted })] : []),
    ...(hasCount && !isOne ? [proofOf(texts.count, count, { ...texts, unknown, none: texts.deleted })] : []),
    ...(hasValues && !isOne
      ? [proofOf(texts.values, values, { ...texts, unknown, none: texts.deleted })]
      : []),
  ];
}

function isSame(one: ExchangeName | null, other: ExchangeName | null): boolean {
  return one?.log_id === other?.log_id && one?.exchange === other?.exchange;
}

/** `unknown`: what is said where no entry is known; `none`: where the entry has no exchange. */
function proofOf(
  title: string,
  name: ExchangeName | null,
  { unknown, none }: { unknown: string; none: string },
): ProofOfNight {
  if (name && name.exchange !== null)
    return { title, exchange: { log_id: name.log_id, exchange: name.exchange } };
  return { title, exchange: null, missing: name ? none : unknown };
}

/** Returns what is said of a night in the language of the screen, beside its state; `isQuote`: as the channel said it. */
export function reasonOf(
  night: DeskChannelNight,
  connection: Pick<DeskConnection, 'protocol'>,
  texts: ProofTexts,
): { text: string; isQuote: boolean } | null {
  if (night.message === null) return null;
  if (night.state !== 'pending') return { text: night.message, isQuote: true };
  if (!readsCalendar(connection)) return { text: texts.pending, isQuote: false };
  return { text: night.confirmed ? texts.notReadYet : texts.neverRead, isQuote: false };
}

/** Returns the same in one line; what the channel wrote is quoted after a sentence of the desk. */
export function reasonInLine(
  night: DeskChannelNight,
  connection: Pick<DeskConnection, 'channel' | 'protocol'>,
  texts: Messages,
): string | null {
  const names = { who: channelName(connection.channel), time: timeAt };
  if (night.state === 'rejected') return causeInLine(night.message_cause, night.message, names, texts);
  return reasonOf(night, connection, texts.exchanges.proof)?.text ?? null;
}
