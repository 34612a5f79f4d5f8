// Who comes along with the guest: the name and the age of each.
import { useSignal } from '@preact/signals';
import { MAX_AGE, MAX_GUEST_NAME, MAX_LISTED } from '../../src/model/stay-details.ts';
import { useFormEdits } from '../desk/form-edits.ts';
import { generalOf } from '../desk/refused-fields.ts';
import type { DeskProblem } from '../desk/server.ts';
import { messages } from '../language.ts';
import { BothOf } from '../parts/BothValues.tsx';
import { Button, IconButton } from '../parts/Button.tsx';
import { Field } from '../parts/Field.tsx';
import { FormError } from '../parts/FormError.tsx';
import type { DeskBooking } from '../replica/state.ts';
import { changeCompanions } from './changes.ts';
import {
  type CompanionFields,
  companionsOfFields,
  companionsText,
  fieldsOfCompanions,
  type WrongCompanion,
  withCompanion,
  withoutCompanion,
} from './companions.ts';
import { MoreThanBooked } from './MoreThanBooked.tsx';

type CompanionsFormProps = { booking: DeskBooking; onDone: () => void };

export function CompanionsForm({ booking, onDone }: CompanionsFormProps) {
  const now = valuesOf(booking);
  const edits = useFormEdits(now);
  const fields = fieldsIn(edits.values);
  const wrong = useSignal<WrongCompanion | null>(null);
  const problem = useSignal<DeskProblem | null>(null);
  const busy = useSignal(false);
  const focused = useSignal(0);
  const set = (rows: readonly CompanionFields[]) => {
    edits.set({ rows: JSON.stringify(rows) });
    wrong.value = null;
    problem.value = null;
  };
  const read = companionsOfFields(fields);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (busy.value || edits.conflicts.length > 0) return;
    if ('wrong' in read) {
      wrong.value = read.wrong;
      return;
    }
    if (edits.values.rows === now.rows) return onDone();
    busy.value = true;
    const { ok } = await changeCompanions(booking, read.companions, {
      onRefused: (refusal) => {
        problem.value = refusal;
      },
    });
    busy.value = false;
    if (ok) onDone();
  };
  return (
    <form class="companions-form" onSubmit={(event) => void submit(event)}>
      {fields.map((one, place) => (
        <CompanionRow
          key={place}
          {...{ one, place, wrong: wrong.value?.place === place ? wrong.value.member : null }}
          takesFocus={focused.value === place}
          onInput={(part) => set(fields.with(place, { ...one, ...part }))}
          onRemove={() => set(withoutCompanion(fields, place))}
        />
      ))}
      <BothOf name="rows" now={now} edits={edits} shownAs={shownRows} />
      {'companions' in read && <MoreThanBooked booking={booking} companions={read.companions} />}
      <FormError text={generalOf(problem.value, [])} />
      <FormActions
        maySubmit={!busy.value && edits.conflicts.length === 0}
        onAdd={
          fields.length < MAX_LISTED
            ? () => {
                focused.value = fields.length;
                set(withCompanion(fields));
              }
            : null
        }
        onDone={onDone}
      />
    </form>
  );
}

/** `onAdd`: null = the list is as long as it may be. */
type ActionsProps = { maySubmit: boolean; onAdd: (() => void) | null; onDone: () => void };

function FormActions({ maySubmit, onAdd, onDone }: ActionsProps) {
  const { companions, move, notNow } = messages().stay;
  return (
    <div class="row">
      <Button type="submit" kind="primary" disabled={!maySubmit}>
        {move.change}
      </Button>
      <Button icon="plus" disabled={onAdd === null} onClick={() => onAdd?.()}>
        {companions.add}
      </Button>
      <Button kind="quiet" onClick={onDone}>
        {notNow}
      </Button>
    </div>
  );
}

/** The fields as a text, which is compared: rows as JSON. */
type CompanionTexts = { rows: string };

function valuesOf(booking: DeskBooking): CompanionTexts {
  return { rows: JSON.stringify(fieldsOfCompanions(booking)) };
}

function fieldsIn({ rows }: CompanionTexts): CompanionFields[] {
  return JSON.parse(rows) as CompanionFields[];
}

function shownRows(values: CompanionTexts): string {
  const read = companionsOfFields(fieldsIn(values));
  return 'companions' in read
    ? companionsText(read.companions)
    : fieldsIn(values)
        .map(({ name, age }) => [name, age].filter(Boolean).join(', '))
        .join(' · ');
}

type RowProps = {
  one: CompanionFields;
  place: number;
  wrong: WrongCompanion['member'] | null;
  takesFocus: boolean;
  onInput: (part: Partial<CompanionFields>) => void;
  onRemove: () => void;
};

function CompanionRow({ one, place, wrong, takesFocus, onInput, onRemove }: RowProps) {
  const { companions: texts, guest } = messages().stay;
  const called = one.name.trim() || texts.nth(place + 1);
  return (
    <fieldset class="companion">
      <legend class="sr">{called}</legend>
      <Field
        label={guest.name}
        value={one.name}
        maxLength={MAX_GUEST_NAME}
        autocomplete="off"
        takesFocus={takesFocus}
        {...(wrong === 'name' && { error: texts.noName })}
        onInput={({ currentTarget: { value: name } }) => onInput({ name })}
      />
      <Field
        label={texts.age}
        value={one.age}
        inputMode="numeric"
        autocomplete="off"
        maxLength={3}
        {...(wrong === 'age' && { error: texts.noAge(MAX_AGE) })}
        onInput={({ currentTarget: { value: age } }) => onInput({ age })}
      />
      <IconButton
        icon="x"
        label={texts.remove(called)}
        onClick={({ currentTarget }) => {
          const row = currentTarget.closest('.companion')!;
          // The fields of the others move up, but the last row goes, and its button with it.
          if (!row.nextElementSibling?.matches('.companion'))
            row.previousElementSibling?.querySelector('input')?.focus();
          onRemove();
        }}
      />
    </fieldset>
  );
}
