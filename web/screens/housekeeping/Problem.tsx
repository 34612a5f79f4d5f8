// A problem of a unit: what is wrong, and whether a guest can sleep there.
import { useSignal } from '@preact/signals';
import { dateOfDayNumber, dayOfDate } from '../../days.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Check, Field } from '../../parts/Field.tsx';
import { useModal } from '../../parts/modal.ts';
import type { DeskUnit } from '../../replica/state.ts';
import { reportProblem } from './actions.ts';

type ProblemDialogProps = { unit: DeskUnit; today: number; onClose: () => void };

export function ProblemDialog({ unit, today, onClose }: ProblemDialogProps) {
  const texts = messages().housekeeping;
  const dialog = useModal(onClose);
  const text = useSignal('');
  const isClosed = useSignal(false);
  const chosen = useSignal<string | null>(null);
  const until = chosen.value ?? dateOfDayNumber(today);
  const report = async (event: Event) => {
    event.preventDefault();
    const closedUntil = isClosed.value ? dayOfDate(until) : null;
    if (await reportProblem(unit, { text: text.value.trim(), today, closedUntil })) onClose();
  };
  return (
    <dialog ref={dialog} class="dialog problem" aria-label={texts.problemIn(unit.name)}>
      <form onSubmit={report}>
        <h2 class="t16 b">{texts.problemIn(unit.name)}</h2>
        <Field
          label={texts.problemText}
          placeholder={texts.problemHint}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
        />
        <Check
          label={texts.closeToo}
          checked={isClosed.value}
          onInput={({ currentTarget }) => {
            isClosed.value = currentTarget.checked;
          }}
        />
        {isClosed.value && (
          <Field
            type="date"
            label={texts.closeUntil}
            value={until}
            onInput={({ currentTarget }) => {
              chosen.value = currentTarget.value;
            }}
          />
        )}
        <div class="row problem-actions">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button kind="primary" type="submit" disabled={text.value.trim() === '' || until === ''}>
            {texts.report}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
