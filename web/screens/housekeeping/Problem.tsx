// A problem of a unit: what is wrong, and whether a guest can sleep there.
import { type Signal, useSignal } from '@preact/signals';
import { MAX_TASK_NAME_LENGTH } from '../../../src/model/task.ts';
import { dateOfDayNumber, dayOfDate } from '../../days.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Check, Field } from '../../parts/Field.tsx';
import { useModal } from '../../parts/modal.ts';
import { Toasts } from '../../parts/Toast.tsx';
import { AddPhotos } from '../../photos/AddPhotos.tsx';
import type { EncodedImage } from '../../photos/image.ts';
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
  const images = useSignal<readonly EncodedImage[]>([]);
  const isReading = useSignal(false);
  const isSending = useSignal(false);
  const isComplete = text.value.trim() !== '' && until !== '';
  const report = async (event: Event) => {
    event.preventDefault();
    if (isSending.value) return;
    isSending.value = true;
    const closedUntil = isClosed.value ? dayOfDate(until) : null;
    const problem = { text: text.value.trim(), today, closedUntil, images: images.value };
    if (await reportProblem(unit, problem)) onClose();
    else isSending.value = false;
  };
  return (
    <dialog ref={dialog} class="dialog problem" aria-label={texts.problemIn(unit.name)}>
      <form onSubmit={report}>
        <h2 class="t16 b">{texts.problemIn(unit.name)}</h2>
        <Field
          label={texts.problemText}
          placeholder={texts.problemHint}
          maxLength={MAX_TASK_NAME_LENGTH}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
        />
        <AddPhotos images={images} isReading={isReading} />
        <Closing isClosed={isClosed} until={until} chosen={chosen} />
        <div class="row problem-actions">
          <Button disabled={isSending.value} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button kind="primary" type="submit" disabled={!isComplete || isReading.value || isSending.value}>
            {texts.report}
          </Button>
        </div>
      </form>
      <Toasts />
    </dialog>
  );
}

type ClosingProps = {
  isClosed: Signal<boolean>;
  /** the last closed night: the chosen one, or today */
  until: string;
  chosen: Signal<string | null>;
};

/** Whether the unit is closed because of it, and until which night. */
function Closing({ isClosed, until, chosen }: ClosingProps) {
  const texts = messages().housekeeping;
  return (
    <>
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
    </>
  );
}
