// What the server refuses, in the language of the screen and with the names that the desk knows. The server's own sentences, in English and
// with numbers, remain for what has no sentence here. The sentences are loaded when the first refusal arrives.
import { dayOfDate } from '../days.ts';
import { formatDay, formatDayRange, formatDuration, formatMoment, formatMoney } from '../format.ts';
import { type Language, language, messages } from '../language.ts';
import type { RefusalTexts } from '../messages/en/refusals.ts';
import type { RefusalNames } from '../messages/refusal-sentences.ts';
import { channelName } from '../parts/Mark.tsx';
import type { ReplicaState } from '../replica/state.ts';
import { stayIn } from '../replica/stays.ts';
import type { DeskProblem } from './server.ts';

/** What the desk knows of the property; null = nothing yet. */
type Known = Pick<ReplicaState, 'property' | 'rooms' | 'bookings' | 'undecided'> | null;

/** A refusal with its code and facts: a problem, or the reason why a room cannot be booked. */
type Refused = Pick<DeskProblem, 'code' | 'detail' | 'data'> & Partial<Pick<DeskProblem, 'errors'>>;

const LOADERS: Record<Language, () => Promise<RefusalTexts>> = {
  en: async () => (await import('../messages/en/refusals.ts')).refusals,
  de: async () => (await import('../messages/de/refusals.ts')).refusals,
  pt: async () => (await import('../messages/pt/refusals.ts')).refusals,
  es: async () => (await import('../messages/es/refusals.ts')).refusals,
};

/** Returns a refusal with sentences in the language of the screen. Without the network it may remain as it is. */
export async function translateRefusal<Problem extends Refused>(
  problem: Problem,
  known: Known,
): Promise<Problem> {
  const texts = await LOADERS[language.peek()]().catch(() => null);
  return texts === null ? problem : { ...problem, ...sentencesOf(problem, texts, namesOf(texts, known)) };
}

function sentencesOf(
  { code, detail, data, errors }: Refused,
  texts: RefusalTexts,
  names: RefusalNames,
): Pick<Refused, 'detail' | 'errors'> {
  const said = errors?.map((error) => ({
    ...error,
    message: messageOf(error, texts, names) ?? error.message,
  }));
  const sentence =
    sentenceOf({ code, data }, texts, names) ??
    // A request with wrong fields: what is said of each of them.
    (code === 'invalid_data' || code === 'invalid_parameters'
      ? (detailOf(said, texts) ??
        call(texts.requests, (data as { case?: string } | undefined)?.case, data, names))
      : null);
  return {
    detail: sentence === null ? detail : endedOnce(capital(sentence)),
    ...(said && { errors: said }),
  };
}

type FieldError = NonNullable<DeskProblem['errors']>[number];

function messageOf({ rule, data }: FieldError, texts: RefusalTexts, names: RefusalNames): string | null {
  const sentence = call(texts.rules, rule, data, names);
  return sentence === null ? null : endedOnce(sentence);
}

/** Returns what is said of a code, and of the other stays that were refused with it. */
function sentenceOf(
  { code, data }: { code: string; data?: object | undefined },
  texts: RefusalTexts,
  names: RefusalNames,
): string | null {
  const own = call(texts.codes, code, data, names);
  if (own === null) return null;
  const { further = [] } = (data ?? {}) as { further?: readonly Pick<Refused, 'code' | 'data'>[] };
  const others = further.flatMap((one) => sentenceOf(one, texts, names) ?? []);
  return [own, ...others.map(capital)].join(' ');
}

/** The names of days end with a full stop in some languages, and so do sentences. What people wrote inside of one stays. */
function endedOnce(sentence: string): string {
  return sentence.replaceAll(/(?<!\.)\.\.(?=\s|$)/g, '.');
}

/** Returns what is said of each field. One that no form of the desk has is not named: its name is that of the API. */
function detailOf(errors: readonly FieldError[] | undefined, { labels }: RefusalTexts): string | null {
  if (!errors?.length) return null;
  return errors
    .map(({ field, message }) =>
      Object.hasOwn(labels, field) ? `${labels[field as keyof typeof labels]}: ${message}` : message,
    )
    .join(' ');
}

type AnySentence = (facts: unknown, names: RefusalNames) => string;

/** Returns the sentence of a code or rule; null where there is none, or where it needs facts that an older server does not give. */
function call(
  sentences: object,
  name: string | undefined,
  facts: unknown,
  names: RefusalNames,
): string | null {
  if (name === undefined || !Object.hasOwn(sentences, name)) return null;
  try {
    return (sentences[name as keyof object] as AnySentence)(facts ?? {}, names);
  } catch {
    return null;
  }
}

function namesOf(texts: RefusalTexts, known: Known): RefusalNames {
  const { log } = messages();
  const timezone = known?.property.timezone ?? 'UTC';
  const room = (id: number) => known?.rooms.get(id)?.name ?? log.roomNumber(id);
  const stay = (id: number) => stayIn(known, id)?.name ?? log.stayNumber(id);
  const day = (date: string) => formatDay(dayOfDate(date));
  const range = (first: string, last: string) =>
    first === last ? day(first) : formatDayRange(dayOfDate(first), dayOfDate(last));
  const list = (items: readonly string[]) =>
    new Intl.ListFormat(language.peek(), { type: 'conjunction' }).format(items);
  return {
    room,
    inRoom: (id) => (id === undefined ? '' : `${room(id)}: `),
    stay,
    day,
    range,
    list,
    channelName,
    days: (dates) => listOfDays(dates, { list, day, range }),
    moment: (iso) => formatMoment(iso, timezone),
    age: (seconds) => formatDuration(wholeUnits(seconds) * 1_000),
    money: formatMoney,
    field: (member) => nameOfField(member, texts),
    holder: ({ fromdate, todate, order_id, channel }) =>
      texts.heldBy(
        channel !== null ? channelName(channel) : order_id === null ? texts.closure : stay(order_id),
        range(fromdate, todate),
      ),
  };
}

/** Returns the name of a field in a sentence. Throws for one that no form of the desk has: then the sentence of the server stands. */
function nameOfField(member: string, { fields }: RefusalTexts): string {
  if (!Object.hasOwn(fields, member)) throw new Error(`no name of the field ${member}`);
  return fields[member as keyof typeof fields];
}

/** Returns seconds up to the next full minute, or hour: whoever waits less is refused again. */
function wholeUnits(seconds: number): number {
  const unit = seconds < 60 ? 1 : seconds < 3_600 ? 60 : 3_600;
  return Math.ceil(seconds / unit) * unit;
}

/** Names up to three days; more that follow each other as a range. */
function listOfDays(
  dates: readonly string[],
  { list, day, range }: Pick<RefusalNames, 'list' | 'day' | 'range'>,
): string {
  if (dates.length <= 3) return list(dates.map(day));
  const [first, last] = [dates[0]!, dates.at(-1)!];
  const follow = dayOfDate(last) - dayOfDate(first) === dates.length - 1;
  return follow ? range(first, last) : `${list(dates.slice(0, 3).map(day))} …`;
}

function capital(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase(language.peek()) + text.slice(1);
}
