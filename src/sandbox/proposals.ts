// What an agent proposes to the desk of the sample: each morning a booking of nights that are free, which nobody decides in its day.
import { inventPerson } from '../../sample-people/people.ts';
import { toMajor } from '../model/money.ts';
import { listArguments, type NewProposal } from '../model/proposal.ts';
import type { Action } from './actions.ts';
import type { KnownBookings } from './bookings.ts';
import { DAY, HOUR, type Moment } from './dates.ts';
import { FACTS, SAMPLE_PROPERTY } from './house.ts';
import { randomFor } from './random.ts';
import { type RateCard, sum } from './rates.ts';
import type { Slot } from './timeline.ts';

/** Returns the proposals that were made from a moment until the hour, one a day: each is open until the next one is made. */
export function proposalActions(
  card: RateCard,
  { gaps }: Pick<KnownBookings, 'gaps'>,
  { from, hour }: { from: Moment; hour: Moment },
): Action[] {
  const inOrder = gaps.toSorted((a, b) => a.from - b.from || a.unit.unitId - b.unit.unitId);
  const actions: Action[] = [];
  for (let day = Math.ceil(from / DAY); ; day += 1) {
    // At the same full hour in UTC: a proposal can be decided for exactly 24 hours, and each hour's data are complete.
    const at = day * DAY + 7 * HOUR;
    if (at > hour) return actions;
    const gap = inOrder.find((one) => one.from >= day + SOONEST && one.until - one.from >= NIGHTS);
    if (gap)
      actions.push({ at, kind: 'propose', proposalId: FIRST_ID + day, proposal: proposalFor(card, gap) });
  }
}

/** In days from the day of the proposal. */
const SOONEST = 3;
const NIGHTS = 2;
/** Their ids count the days since 1970. */
const FIRST_ID = 10_000;

/** Returns what an agent asks: to book a room for somebody who has written to it. */
function proposalFor({ dates, price }: RateCard, { unit, from }: Slot): NewProposal {
  const { givenName, surname, language, country } = inventPerson(randomFor('asks', unit.unitId, from));
  const { roomId, capacity } = unit;
  const [checkin, checkout] = [dates.date(from), dates.date(from + NIGHTS)];
  const { currency } = SAMPLE_PROPERTY;
  const nights = Array.from({ length: NIGHTS }, (_, i) => price(unit, from + i));
  const total = toMajor(sum(nights), currency);
  const name = `${givenName} ${surname}`;
  const guest = { adults: Math.min(2, capacity), children: [], language, country };
  const what = `Book room ${roomId} "${unit.name}" for ${JSON.stringify(name)}`;
  return {
    tool: 'create_booking',
    arguments: {
      ...{ room_id: roomId, name, checkin: String(checkin), checkout: String(checkout), price: total },
      ...guest,
    },
    sentence: `${what} from ${checkin} to ${checkout} (${NIGHTS} nights) for ${total} ${currency}, with ${listArguments(guest)}?`,
    scopes: ['bookings:write'],
    tokenId: NO_TOKEN,
    agent: FACTS.agent,
    reservationId: null,
    inquiryId: null,
    roomId,
    firstNight: checkin,
    lastNight: checkout.subtract({ days: 1 }),
    basis: { price: total },
  };
}

/** The sample has no tokens of its own; ids of tokens begin with 1. */
const NO_TOKEN = 0;
