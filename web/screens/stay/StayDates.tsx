// When a new stay is, and how many come.

import { useRef } from 'preact/hooks';
import { dateOfDayNumber, dayOfDate } from '../../days.ts';
import { errorOf } from '../../desk/refused-fields.ts';
import type { DeskProblem } from '../../desk/server.ts';
import { formatDays } from '../../format.ts';
import { messages } from '../../language.ts';
import { DateField, Field } from '../../parts/Field.tsx';
import type { ReplicaState } from '../../replica/state.ts';
import { agesOf, type StayDraft } from './book.ts';

/** What the groups of fields of a new stay share. */
export type DraftProps = {
  draft: StayDraft;
  set: (part: Partial<StayDraft>) => void;
  problem: DeskProblem | null;
  state: ReplicaState;
};

export function StayDates({ draft, set, problem, state, takesFocus }: DraftProps & { takesFocus: boolean }) {
  const { stay } = messages();
  const [from, until] = [dayOfDate(draft.checkin), dayOfDate(draft.checkout)];
  const isStay = from < until;
  // While an arrival is typed it is other dates in between: what follows from it is made of the days before.
  const before = useRef({ from, until });
  const moveArrival = (checkin: string) => {
    const arrival = dayOfDate(checkin);
    const nights = Math.max(1, before.current.until - before.current.from);
    const departure = arrival < before.current.until ? before.current.until : arrival + nights;
    set({ checkin, checkout: dateOfDayNumber(departure) });
  };
  return (
    <>
      <div class="pair dates">
        <DateField
          label={stay.move.arrival}
          value={draft.checkin}
          min={dateOfDayNumber(state.today)}
          tooEarly={stay.newStay.notBeforeToday}
          takesFocus={takesFocus}
          onFocus={() => {
            before.current = { from, until };
          }}
          {...errorOf(problem, 'checkin')}
          onChoose={moveArrival}
        />
        <DateField
          label={stay.move.departure}
          value={draft.checkout}
          min={draft.checkin}
          tooEarly={stay.newStay.departureAfter}
          {...(isStay ? errorOf(problem, 'checkout') : { error: stay.newStay.departureAfter })}
          onChoose={(checkout) => set({ checkout })}
        />
        <NumberField
          label={stay.newStay.adults}
          value={draft.adults}
          least={1}
          onChange={(adults) => set({ adults })}
        />
        <NumberField
          label={stay.newStay.children}
          value={draft.children}
          least={0}
          onChange={(children) => set({ children })}
        />
        <AgeFields draft={draft} set={set} problem={problem} />
      </div>
      {isStay && (
        <p class="ink2 nights-line">
          {formatDays(from, until)} · {stay.nights(until - from)}
        </p>
      )}
    </>
  );
}

/** The age of each child: infants sleep in cots. */
function AgeFields({ draft, set, problem }: Pick<DraftProps, 'draft' | 'set' | 'problem'>) {
  const { party } = messages().stay;
  const ages = agesOf(draft);
  return (
    <>
      {ages.map((age, place) => (
        <Field
          key={place}
          type="number"
          label={party.age(place + 1)}
          min="0"
          value={age === null ? '' : String(age)}
          {...errorOf(problem, `children.${place}`)}
          onInput={({ currentTarget: { value } }) =>
            set({ ages: ages.with(place, /^\d+$/.test(value) ? Number(value) : null) })
          }
        />
      ))}
    </>
  );
}

type NumberProps = { label: string; value: number; least: number; onChange: (value: number) => void };

function NumberField({ label, value, least, onChange }: NumberProps) {
  return (
    <Field
      type="number"
      label={label}
      min={String(least)}
      value={String(value)}
      onInput={({ currentTarget }) => {
        const number = Number(currentTarget.value);
        if (currentTarget.value !== '' && Number.isSafeInteger(number) && number >= least) onChange(number);
      }}
    />
  );
}
