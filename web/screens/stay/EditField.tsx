// A field of a stay that saves itself: on Enter, and when the focus leaves it. If somebody else changed it meanwhile, it shows both values
// and lets the person decide; changes of other fields are nobody's business.
import { type Signal, useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Static } from 'typebox';
import type { bookingSchema } from '../../../src/api/records.ts';
import { makeOrKeep } from '../../desk/changes.ts';
import { api } from '../../desk/property.ts';
import { errorOf } from '../../desk/refused-fields.ts';
import { type DeskProblem, readAnswer } from '../../desk/server.ts';
import { messages } from '../../language.ts';
import { Button, classesOf } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import type { DeskBooking } from '../../replica/state.ts';
import { patchOf } from '../../stay/changes.ts';

type Booking = Static<typeof bookingSchema>;
/** Members of a booking that are texts, and null where nothing is known. */
export type TextMember = 'name' | 'email' | 'phone' | 'language' | 'country' | 'notes' | 'arrival_time';

type EditFieldProps = {
  booking: DeskBooking;
  member: TextMember;
  label: string;
  type?: 'text' | 'email' | 'tel';
  /** an example, where a value has a form of its own */
  placeholder?: string;
  multiline?: boolean;
  disabled?: boolean;
};

/** What the person is writing. `base`: the value that it began with. */
type Draft = { base: string; text: string };
type Conflict = { mine: string; theirs: string };

export function EditField(props: EditFieldProps) {
  const { booking, member, label, type = 'text', multiline = false, disabled = false } = props;
  const { placeholder = disabled ? '–' : messages().stay.edit.add } = props;
  const id = useId();
  const editing = useEditing(props);
  const { text, error, conflict } = editing;
  const shared = {
    id,
    class: classesOf('input', 'edit', error && 'bad'),
    value: text,
    placeholder,
    disabled,
    'aria-describedby': `${id}-help`,
    onFocus: editing.begin,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => editing.write(currentTarget.value),
    onBlur: () => void editing.leave(),
    onKeyDown: (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
      // The field is put back; the drawer stays.
      if (event.key === 'Escape' && editing.putBack()) event.preventDefault();
      if (event.key !== 'Enter' || (multiline && event.shiftKey)) return;
      event.preventDefault();
      event.currentTarget.blur();
    },
  };
  return (
    <div class="field edit-field">
      <label for={id}>{label}</label>
      {multiline ? <textarea rows={2} {...shared} /> : <input type={type as 'text'} {...shared} />}
      <span id={`${id}-help`} class={classesOf('help', error && 'bad')}>
        {error}
      </span>
      {conflict && (
        <TwoValues
          key={`${booking.order_id} ${member}`}
          {...conflict}
          canJoin={multiline}
          onDecide={editing.decide}
        />
      )}
    </div>
  );
}

/** The text of a field while somebody writes, and how it is saved. */
function useEditing({ booking, member, label }: EditFieldProps) {
  const draft = useSignal<Draft | null>(null);
  const conflict = useSignal<Conflict | null>(null);
  const error = useSignal<string | null>(null);
  const value = booking[member] ?? '';
  const save = (text: string, base: string) =>
    saveMember({ booking, member, label, text, base, conflict, error });
  return {
    text: draft.value?.text ?? value,
    error: error.value,
    conflict: conflict.value,
    begin: () => {
      draft.value ??= { base: value, text: value };
    },
    write: (text: string) => {
      draft.value = { base: draft.value?.base ?? value, text };
      error.value = null;
    },
    /** Returns whether anything was written. */
    putBack: () => {
      const written = draft.value;
      if (!written || written.text === written.base) return false;
      draft.value = { ...written, text: written.base };
      error.value = null;
      return true;
    },
    leave: async () => {
      const written = draft.value;
      if (!written || conflict.value) return;
      const isSame = written.text.trim() === written.base.trim();
      // A refused text stays in the field.
      if (isSame || (await save(written.text.trim(), written.base))) draft.value = null;
    },
    decide: async (text: string) => {
      const { theirs } = conflict.value!;
      conflict.value = null;
      if (text === theirs || (await save(text, theirs))) draft.value = null;
    },
  };
}

type TwoValuesProps = Conflict & { canJoin: boolean; onDecide: (text: string) => void };

/** Mine, theirs, or both. */
function TwoValues({ mine, theirs, canJoin, onDecide }: TwoValuesProps) {
  const { edit } = messages().stay;
  return (
    <div class="two-values" role="alert">
      <p class="row warn">
        <Icon name="warn" small /> {edit.changedMeanwhile}
      </p>
      <dl>
        <dt>{edit.theirs}</dt>
        <dd>{theirs || edit.empty}</dd>
        <dt>{edit.mine}</dt>
        <dd>{mine || edit.empty}</dd>
      </dl>
      <div class="row">
        <Button small onClick={() => onDecide(mine)}>
          {edit.takeMine}
        </Button>
        <Button small onClick={() => onDecide(theirs)}>
          {edit.takeTheirs}
        </Button>
        {canJoin && (
          <Button small onClick={() => onDecide([theirs, mine].filter(Boolean).join('\n'))}>
            {edit.takeBoth}
          </Button>
        )}
      </div>
    </div>
  );
}

type Saving = {
  booking: DeskBooking;
  member: TextMember;
  label: string;
  text: string;
  base: string;
  conflict: Signal<Conflict | null>;
  error: Signal<string | null>;
};

/** How often other changes of the stay may come in between. */
const MAX_TRIES = 5;

/**
 * Saves one member, provided that it still has the value that the person saw. Returns whether it is saved; else the field says why, or
 * shows both values.
 */
async function saveMember(saving: Saving): Promise<boolean> {
  const { booking, member, label, text, base, conflict, error } = saving;
  const { edit } = messages().stay;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const now = await readNow(booking.order_id);
    const theirs = now?.record[member] ?? '';
    if (now && theirs !== base) {
      conflict.value = { mine: text, theirs };
      return false;
    }
    let refusal: DeskProblem | null = null;
    const { ok } = await makeOrKeep<Booking>(
      {
        done: edit.saved(label, booking.name),
        request: {
          ...patchOf(booking, bodyOf(member, text)),
          ifMatch: now?.etag ?? null,
          expects: { member, value: base === '' ? null : base },
        },
        undo: () => patchOf(booking, bodyOf(member, base)),
      },
      {
        onRefused: (problem) => {
          refusal = problem;
        },
      },
    );
    if (ok) return true;
    const { code, detail } = (refusal ?? { code: '', detail: messages().unreachable }) as DeskProblem;
    if (code !== 'precondition_failed') {
      error.value = errorOf(refusal, member).error ?? detail;
      return false;
    }
  }
  return false;
}

/** A name is never empty; what is empty elsewhere is not known. */
function bodyOf(member: TextMember, text: string): object {
  return { [member]: text === '' && member !== 'name' ? null : text };
}

/** Reads the booking with its ETag; null = the server cannot be reached. */
async function readNow(orderId: number): Promise<{ record: Booking; etag: string | null } | null> {
  try {
    const { data, etag } = await readAnswer<Booking[]>(api('bookings'), { order_id: orderId });
    const record = data.find(({ order_id: id }) => id === orderId);
    return record ? { record, etag } : null;
  } catch {
    return null;
  }
}
