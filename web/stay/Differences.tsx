// What a channel and the house have both changed of a stay: both values, and which one stays.
import { make } from '../desk/changes.ts';
import { rightsOf } from '../desk/property.ts';
import { formatMoney } from '../format.ts';
import { languageName, messages } from '../language.ts';
import { Button } from '../parts/Button.tsx';
import '../parts/both-values.css';
import { Icon } from '../parts/Icon.tsx';
import { channelName } from '../parts/Mark.tsx';
import type { DeskBooking, ReplicaState } from '../replica/state.ts';
import { undecidedOf } from '../replica/today.ts';
import { patchOf } from './changes.ts';

type Difference = NonNullable<DeskBooking['differences']>[number];
type DifferencesProps = { booking: DeskBooking; state: ReplicaState };

export function Differences({ booking, state }: DifferencesProps) {
  const differences = undecidedOf(booking);
  if (differences === null) return null;
  const { differences: texts } = messages().stay;
  return (
    <div class="both-values" role="note">
      <p class="row warn">
        <Icon name="warn" small /> {texts.about(channelName(booking.channel))}
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
  const decide = (wanted: unknown, shown: string) =>
    make({
      done: texts.decided(label, shown),
      request: patchOf(booking, { [member]: wanted }),
      undo: () => (wanted === booking[member] ? null : patchOf(booking, { [member]: booking[member] })),
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
          <Button small onClick={() => void decide(booking[member], ours)}>
            {texts.keep}
          </Button>
          {canTake && (
            <Button small onClick={() => void decide(value, theirs)}>
              {texts.take(channel)}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** Returns a value of a member as people read it. */
function shownAs(
  member: Difference['member'],
  value: unknown,
  { booking, state }: DifferencesProps,
  currency = booking.currency,
): string {
  const { differences: texts, price } = messages().stay;
  if (value === null || value === undefined || value === '') return texts.nothing;
  if (member === 'price') return formatMoney(Number(value), currency);
  if (member === 'room_id') return state.rooms.get(Number(value))?.name ?? String(value);
  if (member === 'language') return languageName(String(value));
  if (member === 'meal') return price.meals[value as keyof typeof price.meals] ?? String(value);
  if (member === 'children') return agesText(value as (number | null)[]);
  if (member === 'companions') return (value as { name: string }[]).map(({ name }) => name).join(', ');
  return String(value);
}

/** How many children come, and their ages as far as they are known: `2 (4, 7)`. */
function agesText(ages: readonly (number | null)[]): string {
  const known = ages.filter((age) => age !== null);
  return known.length > 0 ? `${ages.length} (${known.join(', ')})` : String(ages.length);
}
