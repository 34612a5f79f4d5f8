// Says that more people come by name than the booking is for: they may have come unannounced.
import type { Companion } from '../../src/model/stay-details.ts';
import { messages } from '../language.ts';
import { Icon } from '../parts/Icon.tsx';
import type { DeskBooking } from '../replica/state.ts';
import { namedBeyondBooked } from './companions.ts';

type MoreThanBookedProps = { booking: DeskBooking; companions: readonly Companion[] | null };

export function MoreThanBooked({ booking, companions }: MoreThanBookedProps) {
  const named = namedBeyondBooked(booking, companions);
  if (named === null) return null;
  return (
    <p class="help warn">
      <Icon name="warn" small />
      {messages().stay.companions.moreThanBooked(named, booking.guests!)}
    </p>
  );
}
