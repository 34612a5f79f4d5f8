// The other stays that were booked together with this one.
import { dayOfMoment } from '../../days.ts';
import { api } from '../../desk/property.ts';
import { useList } from '../../desk/use-list.ts';
import { formatDays, formatMoney } from '../../format.ts';
import { messages } from '../../language.ts';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { openStay } from '../../shell/open-stay.ts';
import { GroupActions } from './GroupActions.tsx';
import { sumsOfGroup } from './group-sums.ts';
import { Section } from './Section.tsx';

type StayGroupProps = {
  booking: DeskBooking;
  state: ReplicaState;
  /** whether the form of the payment is open */
  isPaying: boolean;
  onPaying: (isPaying: boolean) => void;
};

export function StayGroup({ booking, state, isPaying, onPaying }: StayGroupProps) {
  const { group_id: groupId, order_id: own } = booking;
  const stays = useList<DeskBooking>({
    path: groupId === null ? null : api('bookings'),
    query: { group_id: groupId ?? 0 },
    isConcerned: ({ kind, data }) =>
      kind === 'accounting.posted' ||
      (kind.startsWith('booking.') &&
        // One that has left was in it.
        (data['group_id'] === groupId || formerGroupOf(data) === groupId)),
  });
  const others = (stays ?? []).filter(({ order_id: id }) => id !== own);
  if (groupId === null || others.length === 0) return null;
  const { group, noGuestName, guests, folio } = messages().stay;
  const day = (moment: string) => dayOfMoment(moment, state.property.timezone);
  // The copy is newer than the list.
  const all = stays!.map((one) => state.bookings.get(one.order_id) ?? one);
  const sums = sumsOfGroup(all, state);
  const { balance, currency } = sums.owed;
  const facts = [
    sums.guests > 0 && guests(sums.guests),
    formatMoney(sums.total, currency),
    balance > 0 && folio.openSum(formatMoney(balance, currency)),
  ];
  return (
    <Section
      title={group.title(others.length + 1)}
      about={<span class="t12 ink3">{facts.filter(Boolean).join(' · ')}</span>}
    >
      {others.map((one) => (
        <button key={one.order_id} type="button" class="group-stay" onClick={() => openStay(one.order_id)}>
          <span class="m cut">{one.unit ?? state.rooms.get(one.room_id)?.name}</span>
          <span class="grow cut">{one.name || noGuestName}</span>
          <span class="t12 ink3 nowrap">{formatDays(day(one.checkin), day(one.checkout))}</span>
        </button>
      ))}
      <GroupActions
        key={groupId}
        groupId={groupId}
        bookings={all}
        sums={sums}
        state={state}
        isPaying={isPaying}
        onPaying={onPaying}
      />
    </Section>
  );
}

/** Returns the group in which a booking was before a change. */
function formerGroupOf(data: Record<string, unknown>): unknown {
  return (data['before'] as Record<string, unknown> | undefined)?.['group_id'];
}
