// Forms that post to the folio of a stay, in a row or in the drawer. Enter posts.
import { useSignal } from '@preact/signals';
import type { PaymentMethod } from '../../src/model/ledger.ts';
import { isKeptCopy } from '../desk/property.ts';
import type { DeskProblem } from '../desk/server.ts';
import { currencySign, formatMoney, parseAmount } from '../format.ts';
import { messages } from '../language.ts';
import { Button } from '../parts/Button.tsx';
import { Field, MoneyField } from '../parts/Field.tsx';
import { Choice } from '../parts/Tabs.tsx';
import type { DeskBooking } from '../replica/state.ts';
import { postCharge, takePayment } from './changes.ts';

type MoneyFormProps = { booking: DeskBooking; onDone: () => void };

/** Ways to pay at the desk, the most usual first. */
const METHODS = ['card_terminal', 'cash', 'bank_transfer'] as const satisfies readonly PaymentMethod[];

/** Takes what is open, or another amount; gives back what was paid too much. */
export function PaymentForm({ booking, onDone }: MoneyFormProps) {
  const { folio } = messages().stay;
  const isRefund = booking.balance < 0;
  const typed = useSignal<string | null>(null);
  // An old copy does not know what was paid meanwhile.
  const open = isKeptCopy.value ? 0 : Math.abs(booking.balance);
  const text = typed.value ?? String(open || '');
  const method = useSignal<(typeof METHODS)[number]>('card_terminal');
  const { error, refused, busy, post } = usePosting(onDone);
  const amount = parseAmount(text, booking.currency);
  const submit = () => {
    if (amount === null || amount === 0) return refused(folio.noAmount);
    const payment = { amount: isRefund ? -amount : amount, method: method.value };
    void post((answer) => takePayment(booking, payment, answer));
  };
  const sum = amount === null ? '' : formatMoney(amount, booking.currency);
  return (
    <form class="money-form" onSubmit={(event) => submitted(event, submit)}>
      <MoneyField
        label={isRefund ? folio.toReturn : folio.amount}
        sign={currencySign(booking.currency)}
        takesFocus
        value={text}
        {...(error && { error })}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
        }}
      />
      <Choice
        label={folio.method}
        choices={METHODS.map((id) => ({ id, label: folio.methods[id] }))}
        selected={method.value}
        onSelect={(id) => {
          method.value = id;
        }}
      />
      <Button type="submit" kind="next" disabled={busy}>
        {isRefund ? folio.giveBack(sum) : folio.take(sum)}
      </Button>
      <Button kind="quiet" onClick={onDone}>
        {messages().stay.notNow}
      </Button>
    </form>
  );
}

/** Charges something beside the price: the minibar, a parking place. */
export function ChargeForm({ booking, onDone }: MoneyFormProps) {
  const { folio } = messages().stay;
  const text = useSignal('');
  const description = useSignal('');
  const { error, refused, busy, post } = usePosting(onDone);
  const submit = () => {
    const amount = parseAmount(text.value, booking.currency);
    if (amount === null || amount === 0 || description.value.trim() === '') return refused(folio.chargeWhat);
    void post((answer) => postCharge(booking, { amount, description: description.value.trim() }, answer));
  };
  return (
    <form class="money-form charge" onSubmit={(event) => submitted(event, submit)}>
      <Field
        label={folio.whatFor}
        takesFocus
        value={description.value}
        {...(error && { error })}
        onInput={({ currentTarget }) => {
          description.value = currentTarget.value;
        }}
      />
      <MoneyField
        label={folio.amount}
        sign={currencySign(booking.currency)}
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
        }}
      />
      <Button type="submit" kind="next" disabled={busy}>
        {folio.charge}
      </Button>
      <Button kind="quiet" onClick={onDone}>
        {messages().stay.notNow}
      </Button>
    </form>
  );
}

type Posting = (answer: { onRefused: (problem: DeskProblem) => void }) => Promise<{ ok: boolean }>;

/** One entry at a time; what is wrong with it stands at the first field. */
function usePosting(onDone: () => void) {
  const error = useSignal<string | null>(null);
  const busy = useSignal(false);
  const refused = (detail: string) => {
    error.value = detail;
  };
  const post = async (send: Posting) => {
    busy.value = true;
    const { ok } = await send({ onRefused: ({ detail }) => refused(detail) });
    busy.value = false;
    if (ok) onDone();
  };
  return { error: error.value, busy: busy.value, refused, post };
}

function submitted(event: Event, submit: () => void): void {
  event.preventDefault();
  submit();
}
