// What cannot be undone: a button, and after it the question with both answers in its place.
import { useSignal } from '@preact/signals';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Banner } from '../../parts/Notice.tsx';

type QuestionProps = {
  /** the button that leads to the question */
  label: string;
  question: string;
  /** the answer that does it */
  confirm: string;
  onConfirm: () => Promise<void>;
};

export function Question({ label, question, confirm, onConfirm }: QuestionProps) {
  const isAsking = useSignal(false);
  if (!isAsking.value)
    return (
      <Button
        small
        kind="quiet"
        onClick={() => {
          isAsking.value = true;
        }}
      >
        {label}
      </Button>
    );
  return (
    <div class="setting-question">
      <Banner
        urgency="alert"
        icon="warn"
        action={
          <Answers
            confirm={confirm}
            onConfirm={async () => {
              await onConfirm();
              isAsking.value = false;
            }}
            onKeep={() => {
              isAsking.value = false;
            }}
          />
        }
      >
        {question}
      </Banner>
    </div>
  );
}

type AnswersProps = { confirm: string; onConfirm: () => Promise<void>; onKeep: () => void };

export function Answers({ confirm, onConfirm, onKeep }: AnswersProps) {
  return (
    <span class="row">
      <Button small autoFocus onClick={onKeep}>
        {messages().houseSettings.keep}
      </Button>
      <Button small kind="danger" onClick={() => void onConfirm()}>
        {confirm}
      </Button>
    </span>
  );
}
