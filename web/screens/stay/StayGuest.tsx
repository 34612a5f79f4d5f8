// The guest of a stay, edited in place.
import { api, rightsOf } from '../../desk/property.ts';
import { useList } from '../../desk/use-list.ts';
import { messages } from '../../language.ts';
import { channelName } from '../../parts/Mark.tsx';
import type { DeskBooking } from '../../replica/state.ts';
import { EditField, type TextMember } from './EditField.tsx';
import { Section } from './Section.tsx';

type GuestSummary = { stays: number };

export function StayGuest({ booking }: { booking: DeskBooking }) {
  const { guest } = messages().stay;
  const sees = rightsOf('contacts').sees;
  const mayChange = rightsOf('bookings:write').changes;
  const [profile] =
    useList<GuestSummary>({
      path: sees && booking.guest_id !== null ? api('guests') : null,
      query: { guest_id: booking.guest_id ?? 0 },
      isConcerned: ({ kind, subject }) =>
        kind.startsWith('guest.') && subject === `guest/${booking.guest_id}`,
    }) ?? [];
  const field = (
    member: TextMember,
    label: string,
    more: { type?: 'email' | 'tel'; multiline?: boolean } = {},
  ) => (
    <EditField
      key={`${booking.order_id} ${member}`}
      booking={booking}
      member={member}
      label={label}
      disabled={!mayChange}
      {...more}
    />
  );
  const isOta = booking.channel !== 'direct';
  return (
    <Section
      title={guest.title}
      about={profile && profile.stays > 1 && <span class="t12 ink3">{guest.stays(profile.stays)}</span>}
    >
      <div class="edit-fields">
        {sees && field('name', guest.name)}
        {field('arrival_time', guest.arrivalTime)}
        {sees && field('phone', guest.phone, { type: 'tel' })}
        {sees && field('email', guest.email, { type: 'email' })}
        {field('language', guest.language)}
        {field('country', guest.country)}
        {sees && <div class="whole">{field('notes', guest.notes, { multiline: true })}</div>}
      </div>
      {isOta && <p class="t12 ink3">{guest.ofChannel(channelName(booking.channel))}</p>}
    </Section>
  );
}
