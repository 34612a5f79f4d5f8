// A field of a stay that saves itself: on Enter, and when the focus leaves it. If somebody else changed the same field meanwhile, it shows
// both values and lets the person decide.
import { useId } from 'preact/hooks';
import type { Static } from 'typebox';
import type { bookingSchema } from '../../../src/api/records.ts';
import { makeOrKeep } from '../../desk/changes.ts';
import { api } from '../../desk/property.ts';
import { errorOf } from '../../desk/refused-fields.ts';
import { type DeskProblem, readAnswer } from '../../desk/server.ts';
import { type SaveOutcome, useDraft } from '../../desk/use-draft.ts';
import { parseTime } from '../../format.ts';
import { messages } from '../../language.ts';
import { BothValues } from '../../parts/BothValues.tsx';
import { classesOf } from '../../parts/Button.tsx';
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
  multiline?: boolean;
  disabled?: boolean;
};

export function EditField(props: EditFieldProps) {
  const { booking, member, label, type = 'text', multiline = false, disabled = false } = props;
  const placeholder = disabled ? '–' : messages().stay.edit.add;
  const id = useId();
  const editing = useDraft(booking[member] ?? '', (text, base) =>
    saveMember({ booking, member, label, text, base }),
  );
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
        <BothValues
          key={`${booking.order_id} ${member}`}
          {...conflict}
          canJoin={multiline}
          onDecide={editing.decide}
        />
      )}
    </div>
  );
}

type Saving = {
  booking: DeskBooking;
  member: TextMember;
  label: string;
  text: string;
  base: string;
};

/** How often other changes of the stay may come in between. */
const MAX_TRIES = 5;

/** Saves one member, provided that it still has the value that the person saw. */
async function saveMember({ booking, member, label, text: typed, base }: Saving): Promise<SaveOutcome> {
  const { edit, facts } = messages().stay;
  const text = member === 'arrival_time' && typed !== '' ? parseTime(typed) : typed;
  if (text === null) return { kind: 'refused', why: edit.noTime };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const now = await readNow(booking.order_id);
    const theirs = now?.record[member] ?? '';
    if (now && theirs === text && theirs !== base) return { kind: 'saved' };
    if (now && theirs !== base) return { kind: 'conflict', theirs };
    let refusal: DeskProblem | null = null;
    const { ok } = await makeOrKeep<Booking>(
      {
        done:
          member === 'arrival_time' && text !== ''
            ? `${booking.name} ${facts.arrivesAbout(text)}`
            : edit.saved(label, booking.name),
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
    if (ok) return { kind: 'saved' };
    const { code, detail } = (refusal ?? { code: '', detail: messages().unreachable }) as DeskProblem;
    if (code !== 'precondition_failed')
      return { kind: 'refused', why: errorOf(refusal, member).error ?? detail };
  }
  return { kind: 'refused', why: null };
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
