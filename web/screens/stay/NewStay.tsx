// Books a stay, with the telephone at the ear: dates and party, rooms with their prices at once, the guest. Enter books.
import { useSignal } from '@preact/signals';
import type { TargetedSubmitEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { dateOfDayNumber } from '../../days.ts';
import { copy } from '../../desk/property.ts';
import { generalOf } from '../../desk/refused-fields.ts';
import type { DeskProblem } from '../../desk/server.ts';
import { formatMoney } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Drawer } from '../../parts/Drawer.tsx';
import { Check, Select } from '../../parts/Field.tsx';
import { FormError } from '../../parts/FormError.tsx';
import type { ReplicaState } from '../../replica/state.ts';
import { closeStay, type NewStay as KnownOfStay } from '../../shell/open-stay.ts';
import { bookStay, isBookable, roomOf, type StayDraft, sumOf } from './book.ts';
import { GuestFields } from './GuestFields.tsx';
import { RoomOffers, useOffers } from './RoomOffers.tsx';
import { type DraftProps, StayDates } from './StayDates.tsx';

export function NewStay({ given }: { given: KnownOfStay }) {
  const state = copy.value;
  const { newStay, group } = messages().stay;
  const title = given.groupWith === undefined ? newStay.title : group.add;
  return (
    <Drawer title={title} onClose={closeStay}>
      {state && <NewStayForm given={given} state={state} />}
    </Drawer>
  );
}

/** Fields that say themselves what is wrong with them. */
const FIELDS = [
  'checkin',
  'checkout',
  'guests',
  'adults',
  'children',
  'name',
  'email',
  'phone',
  'price',
  'unit_id',
];

function NewStayForm({ given, state }: { given: KnownOfStay; state: ReplicaState }) {
  const { newStay } = messages().stay;
  const draft = useSignal(draftOf(given, state));
  const problem = useSignal<DeskProblem | null>(null);
  const busy = useSignal(false);
  const offered = useOffers(draft.value, state);
  const offers = offered.records ?? [];
  const set = (part: Partial<StayDraft>) => {
    draft.value = { ...draft.value, ...part };
    problem.value = null;
  };
  const isRoomChosen = draft.value.rooms.size > 0;
  useOwnTerms(isRoomChosen ? undefined : roomOf(draft.value, offers)?.room_id, () =>
    set({ unitId: 'auto', price: null }),
  );
  const sum = sumOf(draft.value, offers);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // What stands in the way says so beside the rooms.
    if (busy.value || !isBookable(draft.value, offers)) return;
    busy.value = true;
    await bookStay(draft.value, offers, state, (refusal) => {
      problem.value = refusal;
    });
    busy.value = false;
  };
  const shared = { draft: draft.value, set, problem: problem.value, state };
  const general = generalOf(problem.value, FIELDS);
  return (
    <form class="new-stay" onSubmit={(event) => void submit(event)}>
      <StayDates {...shared} takesFocus={given.from === undefined} />
      <RoomOffers {...shared} offers={offered} />
      <GuestFields {...shared} takesFocus={given.from !== undefined} />
      <Terms {...shared} />
      <FormError text={general} />
      <div class="row new-stay-foot">
        <Button type="submit" kind="primary" keys="↵" disabled={busy.value}>
          {sum === null ? newStay.book : newStay.bookFor(formatMoney(sum, state.property.currency))}
        </Button>
        <Button kind="quiet" onClick={closeStay}>
          {messages().stay.notNow}
        </Button>
      </div>
    </form>
  );
}

/** Calls `reset` when the stay gets another room, also by itself: the unit and the price that were chosen are of the one before. */
function useOwnTerms(roomId: number | undefined, reset: () => void): void {
  const before = useRef(roomId);
  useLayoutEffect(() => {
    if (roomId === undefined || roomId === before.current) return;
    if (before.current !== undefined) reset();
    before.current = roomId;
  }, [roomId]);
}

/** Whether the booking is confirmed at once, and whether the guest stands at the desk. */
function Terms({ draft, set, state }: DraftProps) {
  const { newStay } = messages().stay;
  const isToday = draft.checkin === dateOfDayNumber(state.today);
  return (
    <div class="pair">
      <Select
        label={newStay.confirmed}
        value={String(draft.holdMinutes)}
        options={[
          { value: '0', label: newStay.confirmedNow },
          ...[60, 240, 1_440].map((minutes) => ({
            value: String(minutes),
            label: newStay.heldFor(minutes / 60),
          })),
        ]}
        onChange={({ currentTarget }) => set({ holdMinutes: Number(currentTarget.value) })}
      />
      {isToday && draft.holdMinutes === 0 && (
        <span class="beside">
          <Check
            label={newStay.checkInNow}
            checked={draft.checksIn}
            onInput={({ currentTarget }) => set({ checksIn: currentTarget.checked })}
          />
        </span>
      )}
    </div>
  );
}

function draftOf(
  { from, until, roomId, unitId, name, groupWith }: KnownOfStay,
  state: ReplicaState,
): StayDraft {
  const first = from ?? state.today;
  const unitRoom = state.units.get(unitId ?? 0)?.room_id;
  return {
    checkin: dateOfDayNumber(first),
    checkout: dateOfDayNumber(until ?? first + 1),
    adults: 2,
    children: 0,
    ages: [],
    rooms: new Map(),
    roomId: roomId ?? unitRoom ?? null,
    unitId: unitId ?? 'auto',
    price: null,
    name: name ?? '',
    email: '',
    phone: '',
    notes: '',
    guestId: null,
    holdMinutes: 0,
    checksIn: false,
    groupWith: groupWith ?? null,
  };
}
