// What a proposal would do, as a line in the person's language.
import type { ProposalRecord } from '../../src/api/proposal-records.ts';
import { dayOfDate, WEEKDAYS } from '../days.ts';
import { copy, currency } from '../desk/property.ts';
import { formatCount, formatDay, formatMoney } from '../format.ts';
import { messages } from '../language.ts';
import { isolate } from '../parts/Outside.tsx';
import { stayIn } from '../replica/stays.ts';

/** Returns everything that would be done: `Book Attic for Ada Lovelace, Fri 22 Jan to Sun 24 Jan, €170, Notes: late`. */
export function sentenceOf(proposal: ProposalRecord): string {
  const { tool, arguments: given, sentence } = proposal;
  if (!given) return sentence ?? tool;
  const write = SENTENCES[tool];
  return write ? write(proposal, given) : (sentence ?? tool);
}

/** Returns who proposes: the agent's token, which is named after whom it works for, or the name that the program gives itself. */
export function proposerOf({ by }: ProposalRecord): string {
  return by.name === null && by.agent ? by.agent : messages().stay.history.agent(by.name ?? '');
}

type Given = Record<string, unknown>;

/** Arguments that say nothing to a person: which record is meant is said by its name. */
const HIDDEN_ARGUMENTS = ['order_id', 'idempotency_key'];

/** Returns what a call has beside the members that its sentence says, each with its name. */
function restOf(given: Given, said: readonly string[]): string[] {
  return Object.entries(given)
    .filter(
      ([member, value]) => ![...HIDDEN_ARGUMENTS, ...said].includes(member) && value != null && value !== '',
    )
    .map(([member, value]) =>
      value === true ? labelOf(member) : `${labelOf(member)}: ${valueText(member, value)}`,
    );
}

/** Returns the name of a member; of one that has none in the person's language, that of the API. */
function labelOf(member: string): string {
  const { members } = messages().stay.history;
  return { ...members, ...messages().proposals.members }[member] ?? member;
}

/** A name in which lines or spaces could push what follows out of sight. */
function oneLine(text: unknown): string {
  return String(text).replace(/\s+/g, ' ').trim();
}

/** `sat` in the language of the screen. */
function weekdayName(day: string): string {
  const at = WEEKDAYS.indexOf(day);
  return at < 0 ? day : formatDay(MONDAY + at, 'weekday');
}

/** 2026-06-15, as a day number. */
const MONDAY = 20_619;

const SENTENCES: Record<string, (proposal: ProposalRecord, given: Given) => string> = {
  create_booking({ room_id: room }, given) {
    const { book, hold } = messages().proposals;
    const write = given['hold_minutes'] ? hold : book;
    const days = messages().calendar.span(dayText(given['checkin']), dayText(given['checkout']));
    const main = `${write(roomName(room), isolate(oneLine(given['name'])))}, ${days}, ${moneyText(given['price'])}`;
    return [main, ...restOf(given, ['room_id', 'name', 'checkin', 'checkout', 'price'])].join(', ');
  },
  update_booking(proposal, given) {
    const changes = Object.entries(given)
      .filter(([member]) => !HIDDEN_ARGUMENTS.includes(member))
      .map(([member, value]) => {
        const label = labelOf(member);
        const isKnown = Object.hasOwn(proposal.before, member);
        if (value === true) return label;
        return `${label} ${isKnown ? `${valueText(member, proposal.before[member])} → ` : ''}${valueText(member, value)}`;
      });
    return `${messages().proposals.change(guestOf(proposal))}: ${changes.join(', ')}`;
  },
  cancel_booking(proposal) {
    const { before, fromdate } = proposal;
    const isWhole = before['checkin'] === fromdate;
    const days = messages().calendar.span(dayText(fromdate), dayText(before['checkout']));
    const { cancel, endEarly } = messages().proposals;
    return `${(isWhole ? cancel : endEarly)(guestOf(proposal))}, ${days}`;
  },
  update_availability({ room_id: room, fromdate, todate, before }, given) {
    const days =
      fromdate === todate ? dayText(fromdate) : messages().calendar.span(dayText(fromdate), dayText(todate));
    const weekdays = (given['days'] as string[] | undefined)?.map(weekdayName) ?? [];
    const nights = weekdays.length > 0 ? `${days} (${weekdays.join(', ')})` : days;
    return `${roomName(room)}, ${nights}: ${termsOf(given, before).join(', ')}`;
  },
  send_guest_message: (proposal, given) =>
    `${messages().proposals.write(guestOf(proposal))}: ${String(given['reply'])}`,
  send_inquiry_reply: (_, given) => `${messages().proposals.reply}: ${String(given['reply'])}`,
};

/** Returns what would be set in the nights: `€120 → €140`, `closed`. */
function termsOf(given: Given, before: Given): string[] {
  const { proposals, rates } = messages();
  const terms: string[] = [];
  if (given['price'] !== undefined) terms.push(priceText(Number(given['price']), before));
  if (given['available'] !== undefined) terms.push(rates.free(formatCount(Number(given['available']))));
  if (given['min_stay'] !== undefined) terms.push(rates.minNights(Number(given['min_stay'])));
  if (given['max_stay']) terms.push(rates.maxNights(Number(given['max_stay'])));
  if (given['max_stay'] === 0) terms.push(proposals.noMaximum);
  if (given['closed_to_arrival'] !== undefined)
    terms.push(given['closed_to_arrival'] ? rates.noArrival : rates.arrivalAgain);
  if (given['closed_to_departure'] !== undefined)
    terms.push(given['closed_to_departure'] ? rates.noDeparture : rates.departureAgain);
  if (given['stop_sell'] !== undefined) terms.push(given['stop_sell'] ? rates.close : rates.openAgain);
  return terms;
}

/** With the price before, or the lowest and the highest of several. */
function priceText(price: number, { nights }: Given): string {
  const prices = ((nights ?? []) as { price?: number }[]).flatMap((run) => run.price ?? []);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  if (prices.length === 0) return moneyText(price);
  return `${low === high ? moneyText(low) : `${moneyText(low)}–${moneyText(high)}`} → ${moneyText(price)}`;
}

function valueText(member: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (member === 'checkin' || member === 'checkout') return dayText(value);
  if (member === 'price') return moneyText(value);
  if (member === 'room_id') return roomName(Number(value));
  const { statuses } = messages().stay.history;
  if (member === 'status') return statuses[value as keyof typeof statuses] ?? String(value);
  if (member === 'notes') return String(value);
  return Array.isArray(value) ? value.map(oneLine).join(', ') : oneLine(value);
}

function dayText(date: unknown): string {
  return formatDay(dayOfDate(String(date)));
}

function moneyText(amount: unknown): string {
  return formatMoney(Number(amount), currency.value);
}

function roomName(roomId: number | null): string {
  return copy.value?.rooms.get(roomId ?? 0)?.name ?? `#${roomId}`;
}

function guestOf({ order_id: id }: ProposalRecord): string {
  const name = stayIn(copy.value, id ?? 0)?.name;
  return name ? isolate(oneLine(name)) : `#${id}`;
}
