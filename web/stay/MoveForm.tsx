// Another time, another room: the dates, the room and the unit of a stay are changed together.
import { useSignal } from '@preact/signals';
import { dateOfDayNumber, dayOfDate } from '../days.ts';
import { useChannelStatus } from '../desk/channel-status.ts';
import { errorOf, generalOf } from '../desk/refused-fields.ts';
import type { DeskProblem } from '../desk/server.ts';
import { messages } from '../language.ts';
import { Button } from '../parts/Button.tsx';
import { DateField, type Option, Select } from '../parts/Field.tsx';
import { channelName } from '../parts/Mark.tsx';
import { freeUnitsFor, type WantedNights } from '../replica/free-units.ts';
import type { DeskBooking, ReplicaState } from '../replica/state.ts';
import { daysOfStay, presentUnitOf } from '../replica/stays.ts';
import { type MovedStay, moveStay } from './changes.ts';

type MoveFormProps = { booking: DeskBooking; state: ReplicaState; onDone: () => void };

export function MoveForm({ booking, state, onDone }: MoveFormProps) {
  const texts = messages().stay;
  const before = placeOfStay(booking, state);
  // Only what the person chose: the rest follows the stay, which others may move meanwhile.
  const chosen = useSignal<Partial<MovedStay>>({});
  const wanted = { ...before, ...chosen.value };
  const problem = useSignal<DeskProblem | null>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    const { ok } = await moveStay(booking, before, wanted, {
      onRefused: (refusal) => {
        problem.value = refusal;
      },
    });
    if (ok) onDone();
  };
  const isSame = JSON.stringify(before) === JSON.stringify(wanted);
  const general = generalOf(problem.value, ['checkin', 'checkout', 'room_id', 'unit_id']);
  return (
    <form class="move-form" onSubmit={(event) => void submit(event)}>
      <PlaceFields
        booking={booking}
        state={state}
        wanted={wanted}
        problem={problem.value}
        onChoose={(part) => {
          chosen.value = { ...chosen.value, ...part };
          problem.value = null;
        }}
      />
      {general && (
        <p class="help bad" role="alert">
          {general}
        </p>
      )}
      <div class="row">
        <Button type="submit" kind="next" disabled={isSame}>
          {texts.move.change}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {texts.notNow}
        </Button>
      </div>
    </form>
  );
}

type PlaceFieldsProps = Omit<MoveFormProps, 'onDone'> & {
  wanted: MovedStay;
  problem: DeskProblem | null;
  onChoose: (part: Partial<MovedStay>) => void;
};

function PlaceFields({ booking, state, wanted, problem, onChoose }: PlaceFieldsProps) {
  const texts = messages().stay;
  const owner = useOwnerOfDates(booking);
  const set = (part: Partial<MovedStay>) =>
    onChoose({ ...part, ...(needsOtherUnit({ ...wanted, ...part }, booking, state) && { unitId: 'auto' }) });
  const error = (field: string) => errorOf(problem, field);
  const { checkin, checkout, roomId, unitId } = wanted;
  return (
    <>
      <DateField
        label={texts.move.arrival}
        value={checkin}
        min={dateOfDayNumber(Math.min(state.today, daysOfStay(booking, state).from))}
        disabled={owner !== null}
        {...(owner && { help: texts.move.ownedBy(owner) })}
        {...error('checkin')}
        onChoose={(date) => set({ checkin: date })}
      />
      <DateField
        label={texts.move.departure}
        value={checkout}
        min={checkin}
        disabled={owner !== null}
        takesFocus={owner === null}
        {...error('checkout')}
        onChoose={(date) => set({ checkout: date })}
      />
      <Select
        label={texts.facts.room}
        value={String(roomId)}
        options={roomOptions(state)}
        {...error('room_id')}
        onChange={({ currentTarget }) => set({ roomId: Number(currentTarget.value), unitId: 'auto' })}
      />
      <Select
        label={texts.move.unit}
        value={String(unitId)}
        takesFocus={typeof owner === 'string'}
        options={unitOptions(state, nightsOf(wanted, booking, state), booking.status === 'checked_in')}
        {...error('unit_id')}
        onChange={({ currentTarget }) => set({ unitId: unitIdOf(currentTarget.value) })}
      />
    </>
  );
}

/**
 * Returns the name of the channel to which the dates of the stay belong: it is connected, and would move them back. Undefined until that is
 * known.
 */
function useOwnerOfDates({ channel }: DeskBooking): string | null | undefined {
  const status = useChannelStatus();
  if (channel === 'direct') return null;
  if (!status) return undefined;
  const state = status.channels[channel];
  return state === undefined || state === 'disconnected' ? null : channelName(channel);
}

/** Whether the unit of a change is not free in all of its nights. */
function needsOtherUnit(wanted: MovedStay, booking: DeskBooking, state: ReplicaState): boolean {
  const nights = nightsOf(wanted, booking, state);
  if (typeof wanted.unitId !== 'number' || nights.from >= nights.until) return false;
  return !freeUnitsFor(state, nights).some(({ unit }) => unit.unit_id === wanted.unitId);
}

/** Returns the nights for which the stay needs a unit: from today on. */
function nightsOf(
  { checkin, checkout, roomId }: MovedStay,
  booking: DeskBooking,
  { today }: ReplicaState,
): WantedNights {
  const from = Math.max(dayOfDate(checkin), today);
  return { roomId, orderId: booking.order_id, from, until: dayOfDate(checkout) };
}

function placeOfStay(booking: DeskBooking, state: ReplicaState): MovedStay {
  const { from, until } = daysOfStay(booking, state);
  return {
    checkin: dateOfDayNumber(from),
    checkout: dateOfDayNumber(until),
    roomId: booking.room_id,
    unitId: presentUnitOf(booking, state),
  };
}

function roomOptions({ rooms }: ReplicaState): Option[] {
  return [...rooms.values()].map(({ room_id: id, name }) => ({ value: String(id), label: name }));
}

/** Returns the choices of a unit: the best one, none yet, and those that are free in all nights. `isHere`: the guest has moved in. */
export function unitOptions(state: ReplicaState, wanted: WantedNights, isHere: boolean): Option[] {
  const { unit } = messages().stay;
  const free = wanted.from < wanted.until ? freeUnitsFor(state, wanted) : [];
  return [
    { value: 'auto', label: unit.auto },
    ...(isHere ? [] : [{ value: 'null', label: unit.none }]),
    ...free.map((one) => ({
      value: String(one.unit.unit_id),
      label: wanted.from > state.today || one.isReady ? one.unit.name : unit.notReady(one.unit.name),
    })),
  ];
}

function unitIdOf(value: string): number | 'auto' | null {
  return value === 'auto' ? 'auto' : value === 'null' ? null : Number(value);
}
