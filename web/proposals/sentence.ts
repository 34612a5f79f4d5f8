// What a proposal would do, as a line in the person's language.
import type { ProposalRecord } from '../../src/api/proposal-records.ts';
import { dayOfDate } from '../days.ts';
import { copy, currency } from '../desk/property.ts';
import { formatDay, formatMoney } from '../format.ts';
import { messages } from '../language.ts';

/** Returns one line: `Book Attic for Ada Lovelace, Fri 22 Jan to Sun 24 Jan, €170`. */
export function sentenceOf(proposal: ProposalRecord): string {
  const { tool, arguments: given, sentence } = proposal;
  if (!given) return sentence ?? tool;
  const write = SENTENCES[tool];
  return write ? write(proposal, given) : (sentence ?? tool);
}

/** Returns who proposes: the agent's token, which is named after whom it works for. */
export function proposerOf({ by }: ProposalRecord): string {
  return messages().stay.history.agent(by.name ?? by.agent ?? '');
}

type Given = Record<string, unknown>;

const SENTENCES: Record<string, (proposal: ProposalRecord, given: Given) => string> = {
  create_booking({ room_id: room }, given) {
    const { book, hold } = messages().proposals;
    const write = given['hold_minutes'] ? hold : book;
    const days = messages().calendar.span(dayText(given['checkin']), dayText(given['checkout']));
    return `${write(roomName(room), String(given['name']))}, ${days}, ${moneyText(given['price'])}`;
  },
  update_booking(proposal, given) {
    const { members } = messages().stay.history;
    const changes = Object.entries(given)
      .filter(([member]) => member in members)
      .map(([member, value]) => {
        const label = members[member as keyof typeof members];
        const isKnown = Object.hasOwn(proposal.before, member);
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
    return `${roomName(room)}, ${days}: ${termsOf(given, before).join(', ')}`;
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
  if (given['available'] !== undefined) terms.push(rates.free(Number(given['available'])));
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
  return member === 'status' ? (statuses[value as keyof typeof statuses] ?? String(value)) : String(value);
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
  return copy.value?.bookings.get(id ?? 0)?.name || `#${id}`;
}
