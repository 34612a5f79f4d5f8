// The practice channel among the connections: marked as what it is, with booking there and removing it.
import { useSignal } from '@preact/signals';
import { connectPractice, removePractice } from '../../desk/practice.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Badge } from '../../parts/Mark.tsx';
import { PracticeShop } from './PracticeShop.tsx';

export function PracticeActions({ onChanged }: { onChanged: () => void }) {
  const texts = messages().practice;
  const isShopping = useSignal(false);
  const remove = async () => {
    if (await removePractice()) onChanged();
  };
  return (
    <span class="row end">
      <Button
        small
        icon="plus"
        onClick={() => {
          isShopping.value = true;
        }}
      >
        {texts.bookAsGuest}
      </Button>
      <Button small kind="quiet" onClick={() => void remove()}>
        {texts.remove}
      </Button>
      {isShopping.value && (
        <PracticeShop
          onClose={() => {
            isShopping.value = false;
          }}
        />
      )}
    </span>
  );
}

export function PracticeMark() {
  return (
    <Badge icon="warn" urgency="warn">
      {messages().practice.mark}
    </Badge>
  );
}

/** Offered where no channel is connected. */
export function TryPractice({ onDone }: { onDone: () => void }) {
  const texts = messages().practice;
  const connect = async () => {
    if (await connectPractice()) onDone();
  };
  return (
    <>
      <p class="ink2">{texts.about}</p>
      <Button onClick={() => void connect()}>{texts.connect}</Button>
    </>
  );
}
