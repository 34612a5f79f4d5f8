// Stays that were sold without a place for them, one after the other, each with its ways out: 1, 2 or 3 takes one.
import { type Signal, useSignal } from '@preact/signals';
import { dateOfDayNumber, dayOfDate } from '../../days.ts';
import { type DeskChange, make } from '../../desk/changes.ts';
import { currency, rightsOf } from '../../desk/property.ts';
import { closureEnd } from '../../desk/unit-changes.ts';
import { formatDay, formatMoney } from '../../format.ts';
import { useShortcuts } from '../../keys.ts';
import { messages } from '../../language.ts';
import { Button, IconButton } from '../../parts/Button.tsx';
import { channelName, State } from '../../parts/Mark.tsx';
import type { DeskDays } from '../../replica/server.ts';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { daysOfStay, roomsWithUnits, singleUnitOf } from '../../replica/stays.ts';
import { conflictsOf } from '../../replica/today.ts';
import { oversoldNights, type WayOut, waysOutOf } from '../../replica/ways-out.ts';
import { openStay } from '../../shell/open-stay.ts';
import { patchOf } from '../../stay/changes.ts';
import { Differences } from '../../stay/Differences.tsx';
import { placeName } from '../../stay/place-name.ts';

/** Milliseconds after a way out was chosen in which none is chosen of the conflict that follows. */
const PAUSE_MS = 800;

type ConflictsProps = {
  state: ReplicaState;
  /** shows other nights, which a way out may need; absent = it cannot */
  onShow?: ((nights: DeskDays) => void) | undefined;
};

export function Conflicts({ state, onShow }: ConflictsProps) {
  const index = useSignal(0);
  const busy = useSignal(false);
  const conflicts = conflictsOf(state);
  const texts = messages().channels;
  if (conflicts.length === 0)
    return (
      <section class="side-part">
        <h2 class="b">{texts.conflicts}</h2>
        <p class="ink3">{texts.noConflict}</p>
      </section>
    );
  const at = Math.min(index.value, conflicts.length - 1);
  const step = (by: number) => {
    index.value = (at + by + conflicts.length) % conflicts.length;
  };
  return (
    <section class="side-part" aria-label={texts.conflicts}>
      <div class="row">
        <h2 class="b">{texts.conflict}</h2>
        <span class="end ink3 t12">{texts.ofCount(at + 1, conflicts.length)}</span>
        {conflicts.length > 1 && (
          <>
            <IconButton icon="left" small label={texts.previous} onClick={() => step(-1)} />
            <IconButton icon="right" small label={texts.next} onClick={() => step(1)} />
          </>
        )}
      </div>
      <StayToSolve key={conflicts[at]!.order_id} stay={conflicts[at]!} {...{ state, busy, onShow }} />
    </section>
  );
}

type ConflictProps = {
  stay: DeskBooking;
  state: ReplicaState;
  /** whether a way out is being taken, of this conflict or of the one before */
  busy: Signal<boolean>;
};
type StayProps = ConflictProps & Pick<ConflictsProps, 'onShow'>;

/** A stay without a place, or one that its channel and the house have both changed. */
function StayToSolve({ stay, state, busy, onShow }: StayProps) {
  const texts = messages().channels;
  const { from, until } = daysOfStay(stay, state);
  const nights = { from: Math.max(from, state.today), until };
  const areShown = nights.from >= state.from && until <= state.until;
  return (
    <>
      {stay.conflict !== null && areShown ? (
        <WaysOut stay={stay} state={state} busy={busy} />
      ) : (
        <p class="ink2">
          {stay.name}, {channelName(stay.channel)}, {formatDay(from)} – {formatDay(until)}. {stay.conflict}
        </p>
      )}
      {stay.conflict !== null && !areShown && onShow && (
        <Button small onClick={() => onShow(nights)}>
          {texts.showNights}
        </Button>
      )}
      <Differences booking={stay} state={state} />
      <Button small onClick={() => openStay(stay.order_id)}>
        {texts.openStay}
      </Button>
    </>
  );
}

function WaysOut({ stay, state, busy }: ConflictProps) {
  const texts = messages().channels;
  const ways = waysOutOf(stay, state);
  const nights = oversoldNights(stay, state);
  const { from, until } = daysOfStay(stay, state);
  const room = state.rooms.get(stay.room_id)?.name ?? texts.noRoom;
  const mayChange = rightsOf('bookings:write').changes;
  const take = (way: WayOut) => chooseWay(way, state, busy);
  useShortcuts(
    ways.map((way, index) => ({
      keys: String(index + 1),
      label: titleOf(way, state),
      run: () => void take(way),
      disabled: !mayChange || busy.value,
    })),
  );
  return (
    <>
      <State urgency="alert" icon="clash">
        {nights.length > 0
          ? texts.soldTwice(room, formatDay(nights[0]!), formatDay(nights.at(-1)!), nights.length)
          : texts.withoutPlace(room)}
      </State>
      <p class="ink2">
        {stay.name}, {channelName(stay.channel)}, {formatDay(from)} – {formatDay(until)}.{' '}
        {nights.length === 0 && stay.conflict}
      </p>
      {ways.length === 0 && <p class="ink2">{texts.noWay}</p>}
      <ol class="conflict-ways">
        {ways.map((way, index) => (
          <li key={index} class="way">
            <kbd>{index + 1}</kbd>
            <span class="grow">
              <b class="m">{titleOf(way, state)}</b>
              <br />
              <span class="ink3 t12">{detailOf(way, state)}</span>
            </span>
            <Button
              small
              kind={index === 0 ? 'next' : 'plain'}
              disabled={!mayChange || busy.value}
              onClick={() => void take(way)}
            >
              {texts.doIt}
            </Button>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Goes a way out, unless one is under way. */
async function chooseWay(way: WayOut, state: ReplicaState, busy: Signal<boolean>): Promise<void> {
  if (busy.value) return;
  busy.value = true;
  await make(changeOf(way, state));
  // The second press of a key would choose a way out of the next conflict, which nobody has read.
  setTimeout(() => {
    busy.value = false;
  }, PAUSE_MS);
}

function titleOf(way: WayOut, state: ReplicaState): string {
  const texts = messages().channels;
  if (way.kind === 'end_closure') {
    const unit = way.closure.unit;
    return dayOfDate(way.closure.fromdate) > way.lastNight
      ? texts.ways.openUnit(unit)
      : texts.ways.endClosure(unit, formatDay(way.lastNight + 1));
  }
  const { from, until } = daysOfStay(way.booking, state);
  const place = placeName(way.unit?.name, way.room.name);
  return texts.ways[way.kind](way.booking.name, place, until - Math.max(from, state.today));
}

/** Why a closure is there, or what the other room means for the price and for units. */
function detailOf(way: WayOut, state: ReplicaState): string {
  const texts = messages().channels;
  if (way.kind === 'end_closure') return way.closure.reason ?? texts.ways.closed;
  const lacksUnit = way.unit === null && roomsWithUnits(state).has(way.room.room_id);
  return [...(lacksUnit ? [texts.ways.unitLater] : []), priceText(way.difference)].join(' · ');
}

function priceText(difference: number | null): string {
  const { ways } = messages().channels;
  if (difference === null) return ways.priceStays;
  if (difference === 0) return ways.samePrice;
  const amount = formatMoney(Math.abs(difference), currency.value);
  return difference > 0 ? ways.dearer(amount) : ways.cheaper(amount);
}

/** The price that the guest was promised stays: the channel has sold it. */
function changeOf(way: WayOut, state: ReplicaState): DeskChange {
  const done = `${titleOf(way, state)} ✓`;
  if (way.kind === 'end_closure') {
    const from = Math.max(way.lastNight + 1, state.today);
    return closureEnd(way.closure, from, done, dateOfDayNumber(from));
  }
  const { booking, room, unit } = way;
  const before = singleUnitOf(booking, state);
  const back = { room_id: booking.room_id, unit_id: before ?? null, price: booking.price };
  return {
    done,
    request: patchOf(booking, {
      room_id: room.room_id,
      unit_id: unit?.unit_id ?? null,
      price: booking.price,
    }),
    // A stay with several units, or a guest without one, does not get its former place back by one request.
    undo: () =>
      before === undefined || (before === null && booking.status === 'checked_in')
        ? null
        : patchOf(booking, back),
  };
}
