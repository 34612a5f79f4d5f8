// The other stays that were booked together with this one.
import { dayOfMoment } from '../../days.ts';
import { api } from '../../desk/property.ts';
import { useList } from '../../desk/use-list.ts';
import { formatDays } from '../../format.ts';
import { messages } from '../../language.ts';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { openStay } from '../../shell/open-stay.ts';
import { Section } from './Section.tsx';

export function StayGroup({ booking, state }: { booking: DeskBooking; state: ReplicaState }) {
  const { group_id: groupId, order_id: own } = booking;
  const stays = useList<DeskBooking>({
    path: groupId === null ? null : api('bookings'),
    query: { group_id: groupId ?? 0 },
    isConcerned: ({ kind, data }) => kind.startsWith('booking.') && data['group_id'] === groupId,
  });
  const others = (stays ?? []).filter(({ order_id: id }) => id !== own);
  if (others.length === 0) return null;
  const { group, noGuestName } = messages().stay;
  const day = (moment: string) => dayOfMoment(moment, state.property.timezone);
  return (
    <Section title={group.title(others.length + 1)}>
      {others.map((one) => (
        <button key={one.order_id} type="button" class="group-stay" onClick={() => openStay(one.order_id)}>
          <span class="m cut">{one.unit ?? state.rooms.get(one.room_id)?.name}</span>
          <span class="grow cut">{one.name || noGuestName}</span>
          <span class="t12 ink3 nowrap">{formatDays(day(one.checkin), day(one.checkout))}</span>
        </button>
      ))}
    </Section>
  );
}
