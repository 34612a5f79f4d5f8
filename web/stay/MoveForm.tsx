// Another time, another room: the dates, the room and the unit of a stay are changed together.
import { useSignal } from '@preact/signals';
import { dateOfDayNumber, dayOfDate } from '../days.ts';
import { useChannelStatus } from '../desk/channel-status.ts';
import { useFormEdits } from '../desk/form-edits.ts';
import { errorOf, generalOf } from '../desk/refused-fields.ts';
import type { DeskProblem } from '../desk/server.ts';
import { useTrials } from '../desk/try-change.ts';
import { formatDay, formatDays, formatMoney } from '../format.ts';
import { messages } from '../language.ts';
import { BothOf } from '../parts/BothValues.tsx';
import { Button } from '../parts/Button.tsx';
import { DateField, type Option, Select } from '../parts/Field.tsx';
import { FormError } from '../parts/FormError.tsx';
import { channelName } from '../parts/Mark.tsx';
import { freeUnitsFor, type WantedNights } from '../replica/free-units.ts';
import type { DeskBooking, ReplicaState } from '../replica/state.ts';
import { daysAtChannel, daysOfStay, presentUnitOf } from '../replica/stays.ts';
import { type MovedStay, moveOf, moveStay, patchOf } from './changes.ts';
import { MovePrice } from './MovePrice.tsx';
import { TooSmall } from './TooSmall.tsx';

type MoveFormProps = { booking: DeskBooking; state: ReplicaState; onDone: () => void };

export function MoveForm({ booking, state, onDone }: MoveFormProps) {
  const texts = messages().stay;
  const before: MovedStay = { ...placeOfStay(booking, state), price: undefined };
  const edits = useFormEdits(before);
  const { values: wanted, conflicts } = edits;
  const busy = useSignal(false);
  const problem = useSignal<DeskProblem | null>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (busy.value || conflicts.length > 0) return;
    busy.value = true;
    const onRefused = (refusal: DeskProblem) => {
      problem.value = refusal;
    };
    const { ok } = await moveStay(booking, before, wanted, { onRefused });
    busy.value = false;
    if (ok) onDone();
  };
  const isSame = JSON.stringify(before) === JSON.stringify(wanted);
  const [trial = null] = useTrials<DeskBooking>(
    [isSame ? null : patchOf(booking, moveOf(before, wanted))],
    booking.updated_at,
  );
  const shownProblem = { value: problem.value ?? trial?.problem ?? null };
  const general = generalOf(shownProblem.value, ['checkin', 'checkout', 'room_id', 'unit_id']);
  return (
    <form class="move-form" onSubmit={(event) => void submit(event)}>
      <PlaceFields
        booking={booking}
        state={state}
        before={before}
        edits={edits}
        problem={shownProblem.value}
        onChange={() => {
          problem.value = null;
        }}
      />
      <MovePrice booking={booking} state={state} wanted={wanted} onPrice={(price) => edits.set({ price })} />
      <Outlook booking={booking} state={state} roomId={wanted.roomId} after={trial?.record ?? null} />
      <FormError text={general} />
      <div class="row">
        <Button type="submit" kind="primary" disabled={isSame || busy.value || conflicts.length > 0}>
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
  /** where the stay is now */
  before: MovedStay;
  edits: ReturnType<typeof useFormEdits<MovedStay>>;
  problem: DeskProblem | null;
  onChange: () => void;
};

/** What the change would mean: the price, and whether the room takes everybody. */
function Outlook({
  booking,
  state,
  roomId,
  after,
}: {
  booking: DeskBooking;
  state: ReplicaState;
  roomId: number;
  after: DeskBooking | null;
}) {
  const { move } = messages().stay;
  const { price, currency } = booking;
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <>
      <TooSmall state={state} roomId={roomId} party={booking} />
      {after && (
        <p class="help" role="status">
          {after.price === price
            ? move.samePrice(money(price))
            : move.newPrice(money(price), money(after.price))}
        </p>
      )}
    </>
  );
}

function PlaceFields({ booking, state, before, edits, problem, onChange }: PlaceFieldsProps) {
  const texts = messages().stay;
  const sold = useSoldDays(booking);
  const set = (part: Partial<MovedStay>) => {
    edits.set({ ...withFreeUnit({ ...edits.values, ...part }, booking, state), price: undefined });
    onChange();
  };
  const both = (name: 'checkin' | 'checkout' | 'roomId' | 'unitId') => (
    <BothOf name={name} now={before} edits={edits} shownAs={(place) => shownAs(place, name, state)} />
  );
  const error = (field: string) => errorOf(problem, field);
  const { checkin, checkout, roomId, unitId } = edits.values;
  return (
    <>
      <DateField
        label={texts.move.arrival}
        value={checkin}
        min={dateOfDayNumber(Math.min(state.today, daysOfStay(booking, state).from))}
        tooEarly={texts.newStay.notBeforeToday}
        {...(sold && { max: dateOfDayNumber(sold.from), help: sold.text })}
        {...error('checkin')}
        onChoose={(date) => set({ checkin: date })}
      />
      {both('checkin')}
      <DateField
        label={texts.move.departure}
        value={checkout}
        min={sold && checkin < dateOfDayNumber(sold.until) ? dateOfDayNumber(sold.until) : checkin}
        tooEarly={sold?.text ?? texts.newStay.departureAfter}
        takesFocus={sold === null}
        {...error('checkout')}
        onChoose={(date) => set({ checkout: date })}
      />
      {both('checkout')}
      <Select
        label={texts.facts.room}
        value={String(roomId)}
        options={roomOptions(state)}
        {...error('room_id')}
        onChange={({ currentTarget }) => set({ roomId: Number(currentTarget.value), unitId: 'auto' })}
      />
      {both('roomId')}
      <Select
        label={texts.move.unit}
        value={String(unitId)}
        // Of a stay of a channel, mostly the room is changed here.
        takesFocus={Boolean(sold)}
        options={unitOptions(state, nightsOf(edits.values, booking, state), booking.status === 'checked_in')}
        {...error('unit_id')}
        onChange={({ currentTarget }) => set({ unitId: unitIdOf(currentTarget.value) })}
      />
      {both('unitId')}
    </>
  );
}

type SoldDays = { from: number; until: number; text: string };

/**
 * Returns the days that a channel has sold and that it alone can change, and what to say of them. Null: there are none, or its connection is
 * not there. Undefined until that is known.
 */
function useSoldDays(booking: DeskBooking): SoldDays | null | undefined {
  const status = useChannelStatus();
  const days = daysAtChannel(booking);
  if (booking.connection === null || days === null) return null;
  if (!status) return undefined;
  const state = status.channels[booking.connection];
  if (state === undefined || state === 'disconnected') return null;
  const text = messages().stay.move.soldBy(channelName(booking.channel), formatDays(days.from, days.until));
  return { ...days, text };
}

/** Returns the change with the best free unit if the chosen one is not free in all of its nights. */
function withFreeUnit(wanted: MovedStay, booking: DeskBooking, state: ReplicaState): MovedStay {
  const nights = nightsOf(wanted, booking, state);
  if (typeof wanted.unitId !== 'number' || nights.from >= nights.until) return wanted;
  const isFree = freeUnitsFor(state, nights).some(({ unit }) => unit.unit_id === wanted.unitId);
  return isFree ? wanted : { ...wanted, unitId: 'auto' };
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

function shownAs(place: MovedStay, name: keyof MovedStay, state: ReplicaState): string {
  const { unit } = messages().stay;
  if (name === 'roomId') return state.rooms.get(place.roomId)?.name ?? '';
  if (name === 'checkin' || name === 'checkout') return formatDay(dayOfDate(place[name]));
  if (place.unitId === 'auto') return unit.auto;
  return state.units.get(place.unitId ?? 0)?.name ?? unit.none;
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
