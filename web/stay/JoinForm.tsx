// Puts a stay into the group of another one, or makes a group of both.
import { useSignal } from '@preact/signals';
import { generalOf } from '../desk/refused-fields.ts';
import type { DeskProblem } from '../desk/server.ts';
import { formatDays } from '../format.ts';
import { messages } from '../language.ts';
import { Button } from '../parts/Button.tsx';
import { Select } from '../parts/Field.tsx';
import { FormError } from '../parts/FormError.tsx';
import type { DeskBooking, ReplicaState } from '../replica/state.ts';
import { daysOfStay } from '../replica/stays.ts';
import { joinGroup } from './changes.ts';
import { countInGroup, groupChoices } from './group-choices.ts';

type JoinFormProps = { booking: DeskBooking; state: ReplicaState; onDone: () => void };

export function JoinForm({ booking, state, onDone }: JoinFormProps) {
  const { group, notNow } = messages().stay;
  const choices = groupChoices(booking, state);
  const chosen = useSignal<number | null>(null);
  const busy = useSignal(false);
  const problem = useSignal<DeskProblem | null>(null);
  const other = choices.find(({ order_id: id }) => id === chosen.value) ?? choices[0];
  const submit = async (event: Event) => {
    event.preventDefault();
    if (busy.value || !other) return;
    busy.value = true;
    const { ok } = await joinGroup(booking, other, {
      onRefused: (refusal) => {
        problem.value = refusal;
      },
    });
    busy.value = false;
    if (ok) onDone();
  };
  return (
    <form class="move-form" onSubmit={(event) => void submit(event)}>
      {other ? (
        <Select
          label={group.with}
          takesFocus
          value={String(other.order_id)}
          options={choices.map((one) => ({ value: String(one.order_id), label: labelOf(one, state) }))}
          onChange={({ currentTarget }) => {
            chosen.value = Number(currentTarget.value);
            problem.value = null;
          }}
        />
      ) : (
        <p class="help">{group.nobody}</p>
      )}
      <FormError text={generalOf(problem.value, [])} />
      <div class="row">
        <Button type="submit" kind="primary" disabled={busy.value || !other}>
          {group.join}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {notNow}
        </Button>
      </div>
    </form>
  );
}

/** `Ada Lovelace · Tue 24 – Thu 26 Nov · 3 rooms`. */
function labelOf(booking: DeskBooking, state: ReplicaState): string {
  const { group, noGuestName } = messages().stay;
  const { from, until } = daysOfStay(booking, state);
  const { group_id: groupId } = booking;
  const place =
    groupId === null
      ? (booking.unit ?? state.rooms.get(booking.room_id)?.name)
      : group.rooms(countInGroup(groupId, state));
  return [booking.name || noGuestName, formatDays(from, until), place].filter(Boolean).join(' · ');
}
