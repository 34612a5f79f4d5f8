// What a channel and the house have both changed of a stay: both values, and which one stays.

import { dateOfDayNumber, dayOfDate, dayOfMoment } from '../days.ts';
import { make } from '../desk/changes.ts';
import { rightsOf } from '../desk/property.ts';
import { formatDay, formatMoney } from '../format.ts';
import { languageName, messages } from '../language.ts';
import { Button } from '../parts/Button.tsx';
import '../parts/both-values.css';
import { Icon } from '../parts/Icon.tsx';
import { channelName } from '../parts/Mark.tsx';
import type { DeskBooking, ReplicaState } from '../replica/state.ts';
import { undecidedOf } from '../replica/stays.ts';
import { patchOf } from './changes.ts';
import { companionsText } from './companions.ts';

type Difference = NonNullable<DeskBooking['differences']>[number];
type DifferencesProps = { booking: DeskBooking; state: ReplicaState };

export function Differences({ booking, state }: DifferencesProps) {
  const differences = undecidedOf(booking);
  if (differences === null) return null;
  const { differences: texts } = messages().stay;
  return (
    <div class="both-values" role="note">
      <p class="row warn">
        <Icon name="warn" small />{' '}
        {(booking.status === 'cancelled' ? texts.cancelledHere : texts.about)(channelName(booking.channel))}
      </p>
      {differences.map((difference) => (
        <DifferenceOf key={difference.member} {...{ booking, state, difference }} />
      ))}
    </div>
  );
}

function DifferenceOf({ booking, state, difference }: DifferencesProps & { difference: Difference }) {
  const { differences: texts, history } = messages().stay;
  const { member, value, currency } = difference;
  const label = history.members[member];
  const channel = channelName(booking.channel);
  const ours = shownAs(member, booking[member], { booking, state });
  const theirs = shownAs(member, value, { booking, state }, currency ?? booking.currency);
  // A price in another currency cannot be taken over: the folio is in that of the booking.
  const canTake = currency === null || currency === booking.currency;
  const kept = keptValue(booking, member, state);
  const asksWhetherItTakesPlace = member === 'status' && booking.status === 'cancelled';
  const decide = (wanted: unknown, shown: string) =>
    make({
      done: texts.decided(label, shown),
      request: patchOf(booking, { [member]: wanted }),
      undo: () => (wanted === kept ? null : patchOf(booking, { [member]: kept })),
    });
  return (
    <section aria-label={label}>
      <h4 class="b t12">{label}</h4>
      <dl>
        <dt>{texts.here}</dt>
        <dd>{ours}</dd>
        <dt>{channel}</dt>
        <dd>{theirs}</dd>
      </dl>
      {rightsOf('bookings:write').changes && (
        <div class="row">
          <Button small onClick={() => void decide(kept, ours)}>
            {asksWhetherItTakesPlace ? texts.staysCancelled : texts.keep}
          </Button>
          {canTake && (
            <Button small onClick={() => void decide(value, theirs)}>
              {asksWhetherItTakesPlace ? texts.takesPlace : texts.take(channel)}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** Returns the value of the booking as a change takes it. */
function keptValue(booking: DeskBooking, member: Difference['member'], state: ReplicaState): unknown {
  if (member !== 'checkin' && member !== 'checkout') return booking[member];
  return dateOfDayNumber(dayShown(booking[member], state));
}

/** A date, or the moment of one at the property. */
function dayShown(value: string, { property }: ReplicaState): number {
  return value.includes('T') ? dayOfMoment(value, property.timezone) : dayOfDate(value);
}

/** Returns a value of a member as people read it. */
function shownAs(
  member: Difference['member'],
  value: unknown,
  { booking, state }: DifferencesProps,
  currency = booking.currency,
): string {
  const { differences: texts, price, history } = messages().stay;
  if (value === null || value === undefined || value === '') return texts.nothing;
  if (member === 'checkin' || member === 'checkout') return formatDay(dayShown(String(value), state));
  if (member === 'status') return history.statuses[value as keyof typeof history.statuses];
  if (member === 'price') return formatMoney(Number(value), currency);
  if (member === 'room_id') return state.rooms.get(Number(value))?.name ?? String(value);
  if (member === 'language') return languageName(String(value));
  if (member === 'meal') return price.meals[value as keyof typeof price.meals] ?? String(value);
  if (member === 'children') return agesText(value as (number | null)[]);
  if (member === 'companions') return companionsText(value as DeskBooking['companions']);
  return String(value);
}

/** How many children come, and their ages as far as they are known: `2 (4, 7)`. */
function agesText(ages: readonly (number | null)[]): string {
  const known = ages.filter((age) => age !== null);
  return known.length > 0 ? `${ages.length} (${known.join(', ')})` : String(ages.length);
}
