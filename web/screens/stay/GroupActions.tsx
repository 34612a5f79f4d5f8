// What is done with all rooms of a group: one payment, and the check-in and check-out of those who can.
import { useSignal } from '@preact/signals';
import { rightsOf, shown } from '../../desk/property.ts';
import type { DeskProblem } from '../../desk/server.ts';
import { formatMoney } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { FormError } from '../../parts/FormError.tsx';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { checkIn, checkOut, takeGroupPayment } from '../../stay/changes.ts';
import { AmountForm } from '../../stay/MoneyForms.tsx';
import type { sumsOfGroup } from './group-sums.ts';

type GroupActionsProps = {
  groupId: number;
  bookings: readonly DeskBooking[];
  sums: ReturnType<typeof sumsOfGroup>;
  state: ReplicaState;
  /** whether the form of the payment is open */
  isPaying: boolean;
  onPaying: (isPaying: boolean) => void;
};

export function GroupActions({ groupId, bookings, sums, state, isPaying, onPaying }: GroupActionsProps) {
  const { group } = messages().stay;
  const { owed, owing, arriving, leaving } = sums;
  const rooms = bookings.filter(({ status }) => status !== 'cancelled').length;
  const roomsText = (some: number) => (some === rooms ? group.allRooms(rooms) : group.rooms(some));
  const { busy, refusals, each } = useOneByOne(state);
  const mayPay = rightsOf('ledger:write').changes && owed.balance !== 0 && owing.length > 0;
  const mayChange = rightsOf('bookings:write').changes;
  if (isPaying)
    return (
      <div class="group-pay">
        <AmountForm
          owed={owed}
          of={{ group_id: groupId }}
          pay={(payment, answer) =>
            takeGroupPayment({ groupId, rooms: roomsText(owing.length), bookings }, payment, answer)
          }
          onDone={() => onPaying(false)}
        />
      </div>
    );
  const sum = formatMoney(Math.abs(owed.balance), owed.currency);
  return (
    <>
      <div class="row group-actions">
        {mayPay && (
          <Button small kind="next" onClick={() => onPaying(true)}>
            {(owed.balance > 0 ? group.take : group.giveBack)(sum, roomsText(owing.length))}
          </Button>
        )}
        {mayChange && arriving.length > 1 && (
          <Button
            small
            icon="in"
            disabled={busy}
            onClick={() => void each(arriving, (one, answer) => checkIn(one, {}, answer))}
          >
            {group.checkIn(roomsText(arriving.length))}
          </Button>
        )}
        {mayChange && leaving.length > 1 && (
          <Button small icon="out" disabled={busy} onClick={() => void each(leaving, checkOut)}>
            {group.checkOut(roomsText(leaving.length))}
          </Button>
        )}
      </div>
      {refusals.map((text) => (
        <FormError key={text} text={text} />
      ))}
    </>
  );
}

type Answer = { onRefused: (problem: DeskProblem) => void };

/** Makes a change of one booking after the other, and collects the refusals with the names of the rooms. */
function useOneByOne(state: ReplicaState) {
  const busy = useSignal(false);
  const refusals = useSignal<readonly string[]>([]);
  const each = async (
    bookings: readonly DeskBooking[],
    change: (booking: DeskBooking, answer: Answer) => Promise<unknown>,
  ) => {
    busy.value = true;
    refusals.value = [];
    const { userId, hotelId } = shown.peek()!;
    for (const booking of bookings) {
      // Whoever uses the desk by now did not ask for it.
      if (shown.peek()?.userId !== userId || shown.peek()?.hotelId !== hotelId) break;
      const room = booking.unit ?? state.rooms.get(booking.room_id)?.name ?? booking.name;
      const onRefused = ({ detail }: DeskProblem) => {
        refusals.value = [...refusals.value, messages().stay.group.refused(room, detail)];
      };
      await change(booking, { onRefused });
    }
    busy.value = false;
  };
  return { busy: busy.value, refusals: refusals.value, each };
}
