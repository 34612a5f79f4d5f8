// Who comes: adults, and children with their ages.
import { useSignal } from '@preact/signals';
import { MAX_CHILD_AGE } from '../../src/model/guest-counts.ts';
import { useFormEdits } from '../desk/form-edits.ts';
import { errorOf, generalOf } from '../desk/refused-fields.ts';
import type { DeskProblem } from '../desk/server.ts';
import { messages } from '../language.ts';
import { BothOf } from '../parts/BothValues.tsx';
import { Button } from '../parts/Button.tsx';
import { Field } from '../parts/Field.tsx';
import { FormError } from '../parts/FormError.tsx';
import type { DeskBooking, ReplicaState } from '../replica/state.ts';
import { changeParty } from './changes.ts';
import { fieldsOfParty, type Party, type PartyFields, partyOfFields, withChildren } from './party.ts';
import { TooSmall } from './TooSmall.tsx';

type PartyFormProps = { booking: DeskBooking; state: ReplicaState; onDone: () => void };

export function PartyForm({ booking, state, onDone }: PartyFormProps) {
  const { party: texts, newStay, move, notNow } = messages().stay;
  const now = valuesOf(booking);
  const edits = useFormEdits(now);
  const fields = fieldsOf(edits.values);
  const wrong = useSignal<'adults' | 'ages' | null>(null);
  const problem = useSignal<DeskProblem | null>(null);
  const busy = useSignal(false);
  const set = (part: Partial<PartyFields>) => {
    edits.set({ ...edits.values, ...textsOf({ ...fields, ...part }) });
    wrong.value = null;
    problem.value = null;
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (edits.conflicts.length > 0) return;
    const read = partyOfFields(fields);
    if ('wrong' in read) {
      wrong.value = read.wrong;
      return;
    }
    busy.value = true;
    const { ok } = await changeParty(booking, editedOf(read.party, edits.values, now), {
      onRefused: (refusal) => {
        problem.value = refusal;
      },
    });
    busy.value = false;
    if (ok) onDone();
  };
  const general = wrong.value === 'ages' ? texts.noAge(MAX_CHILD_AGE) : generalOf(problem.value, ['adults']);
  return (
    <form class="party-form" onSubmit={(event) => void submit(event)}>
      <Field
        type="number"
        label={newStay.adults}
        min="0"
        takesFocus
        value={fields.adults}
        {...(wrong.value === 'adults' ? { error: texts.noAdults } : errorOf(problem.value, 'adults'))}
        onInput={({ currentTarget }) => set({ adults: currentTarget.value })}
      />
      <BothOf name="adults" now={now} edits={edits} shownAs={({ adults }) => adults} />
      <ChildrenFields fields={fields} set={set} />
      <BothOf name="ages" now={now} edits={edits} shownAs={agesOf} />
      <TooSmall state={state} roomId={booking.room_id} party={countedOf(fields)} />
      <FormError text={general} />
      <div class="row">
        <Button type="submit" kind="primary" disabled={busy.value || edits.conflicts.length > 0}>
          {move.change}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {notNow}
        </Button>
      </div>
    </form>
  );
}

/** The fields as texts, which are compared: the ages of the children as JSON. */
type PartyTexts = { adults: string; ages: string };

function valuesOf(booking: DeskBooking): PartyTexts {
  return textsOf(fieldsOfParty(booking));
}

function textsOf({ adults, ages }: PartyFields): PartyTexts {
  return { adults, ages: JSON.stringify(ages) };
}

function agesOf(values: PartyTexts): string {
  return fieldsOf(values)
    .ages.map((age) => age || '–')
    .join(', ');
}

/** Returns what the person has edited: what was not touched may be another one by now. */
function editedOf({ adults, children }: Party, edited: PartyTexts, now: PartyTexts): Partial<Party> {
  return {
    ...(edited.adults !== now.adults && { adults }),
    ...(edited.ages !== now.ages && { children }),
  };
}

function fieldsOf({ adults, ages }: PartyTexts): PartyFields {
  return { adults, ages: JSON.parse(ages) as string[] };
}

/** Returns the party as far as it is written: an age that is none is not known. */
function countedOf({ adults, ages }: PartyFields): Party {
  const whole = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : null);
  return { adults: whole(adults) ?? 0, children: ages.map(whole) };
}

type ChildrenProps = { fields: PartyFields; set: (part: Partial<PartyFields>) => void };

/** How many children come, and the age of each. */
function ChildrenFields({ fields, set }: ChildrenProps) {
  const { party, newStay } = messages().stay;
  const { ages } = fields;
  return (
    <>
      <Field
        type="number"
        label={newStay.children}
        min="0"
        value={String(ages.length)}
        onInput={({ currentTarget }) => set(withChildren(fields, currentTarget.value))}
      />
      {ages.map((age, place) => (
        <Field
          key={place}
          type="number"
          label={party.age(place + 1)}
          min="0"
          value={age}
          onInput={({ currentTarget }) =>
            set({ ages: ages.map((one, at) => (at === place ? currentTarget.value : one)) })
          }
        />
      ))}
    </>
  );
}
