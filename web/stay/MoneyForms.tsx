// Forms that post to the folio of a stay, in a row or in the drawer. Enter posts.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { PaymentMethod } from '../../src/model/ledger.ts';
import { isKeptCopy } from '../desk/property.ts';
import type { DeskProblem } from '../desk/server.ts';
import { amountText, currencySign, formatMoney, parseAmount } from '../format.ts';
import { messages } from '../language.ts';
import { Button } from '../parts/Button.tsx';
import { Field, MoneyField } from '../parts/Field.tsx';
import { FormError } from '../parts/FormError.tsx';
import { Choice } from '../parts/Tabs.tsx';
import type { DeskBooking } from '../replica/state.ts';
import { isDoubted, postCharge, takePayment } from './changes.ts';
import { type FolioOf, lastPaymentMethod, useFolio } from './folio.ts';

type MoneyFormProps = { booking: DeskBooking; onDone: () => void };

/** Ways to pay at the desk, the most usual first. */
const METHODS = ['card_terminal', 'cash', 'bank_transfer'] as const satisfies readonly PaymentMethod[];

/** Takes what is open, or another amount; gives back what was paid too much. */
export function PaymentForm({ booking, onDone }: MoneyFormProps) {
  const { price, paid, currency } = booking;
  // It charges nothing yet.
  const isHeld = booking.status === 'held';
  return (
    <AmountForm
      owed={isHeld ? { balance: price - paid, currency } : booking}
      pay={(payment, answer) => takePayment(booking, payment, answer)}
      of={{ order_id: booking.order_id }}
      {...(isHeld && { effect: messages().stay.folio.confirmsHold })}
      onDone={onDone}
    />
  );
}

type AmountFormProps = {
  /** what is open: below zero = paid too much */
  owed: { balance: number; currency: string };
  /** whose folio it is: a refund goes back the way that the money came */
  of: FolioOf;
  /** posts the payment; an amount below zero is a refund */
  pay: (
    payment: { amount: number; method: PaymentMethod; confirm?: true },
    ...answer: Parameters<Posting>
  ) => ReturnType<Posting>;
  /** what else the payment does */
  effect?: string;
  onDone: () => void;
};

/** Asks for an amount, at first all that is open, and for how it is paid. */
export function AmountForm({ owed, pay, of, effect, onDone }: AmountFormProps) {
  const { folio } = messages().stay;
  const opened = useOpened(owed.balance);
  const isRefund = opened < 0;
  const typed = useSignal<string | null>(null);
  const text = typed.value ?? proposedAmount(owed, isRefund);
  const method = useMethod(isRefund ? of : null);
  const { error, refused, doubted, busy, post } = usePosting(onDone);
  const amount = parseAmount(text, owed.currency);
  const submit = (confirm?: true) => {
    if (amount === null || amount <= 0) return refused(folio.noAmount);
    const payment = { amount: isRefund ? -amount : amount, method: method.selected };
    void post((answer) => pay({ ...payment, ...(confirm && { confirm }) }, answer));
  };
  const sum = amount === null || amount < 0 ? '' : formatMoney(amount, owed.currency);
  const help = helpOf(owed, { amount: amount ?? 0, opened, effect: isRefund ? undefined : effect });
  return (
    <form class="money-form" onSubmit={(event) => submitted(event, () => submit())}>
      <MoneyField
        label={isRefund ? folio.toReturn : folio.amount}
        sign={currencySign(owed.currency)}
        takesFocus
        value={text}
        {...(error && !doubted ? { error } : help && { help })}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          refused(null);
        }}
      />
      <Choice
        label={folio.method}
        choices={method.choices.map((id) => ({ id, label: folio.allMethods[id] }))}
        selected={method.selected}
        onSelect={method.select}
      />
      {doubted ? (
        <Button kind="primary" disabled={busy} onClick={() => submit(true)}>
          {messages().stay.ways.anyway}
        </Button>
      ) : (
        <Button type="submit" kind="primary" disabled={busy}>
          {isRefund ? folio.giveBack(sum) : folio.take(sum)}
        </Button>
      )}
      <Button kind="quiet" onClick={onDone}>
        {messages().stay.notNow}
      </Button>
      {doubted && (
        <div class="doubt">
          <FormError text={error} />
        </div>
      )}
    </form>
  );
}

/** The ways to pay, and the selected one: of a refund that of the last payment, until the person selects another. */
function useMethod(refundOf: FolioOf | null) {
  const chosen = useSignal<PaymentMethod | null>(null);
  const entries = useFolio(refundOf, 'payment');
  const paidBy = entries ? lastPaymentMethod(entries) : null;
  const isOwn = paidBy === null || (METHODS as readonly PaymentMethod[]).includes(paidBy);
  const choices: readonly PaymentMethod[] = isOwn ? METHODS : [...METHODS, paidBy];
  const select = (id: PaymentMethod) => {
    chosen.value = id;
  };
  return { choices, selected: chosen.value ?? paidBy ?? METHODS[0], select };
}

/** Returns what stands below the amount. */
function helpOf(
  { balance, currency }: AmountFormProps['owed'],
  { amount, opened, effect }: { amount: number; opened: number; effect: string | undefined },
): string {
  const { folio } = messages().stay;
  // A nought too many is seen before it is in the books.
  const more = amount - Math.max(0, opened < 0 ? -balance : balance);
  return [
    ...(balance === opened ? [] : [folio.balanceChanged(formatMoney(balance, currency))]),
    ...(more > 0 ? [folio.moreThanOpen(formatMoney(more, currency))] : []),
    ...(effect ? [effect] : []),
  ].join(' ');
}

/** Returns what was open when the form was opened: what happens since does not turn a payment into a refund. */
function useOpened(balance: number): number {
  const opened = useRef<number | null>(null);
  if (!isKeptCopy.value) opened.current ??= balance;
  return opened.current ?? balance;
}

/** Returns all that is open as text; nothing as long as an old copy, which does not know what was paid meanwhile, would say it. */
function proposedAmount({ balance, currency }: AmountFormProps['owed'], isRefund: boolean): string {
  const open = isRefund ? -balance : balance;
  return isKeptCopy.value || open <= 0 ? '' : amountText(open, currency);
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
      <Button type="submit" kind="primary" disabled={busy}>
        {folio.charge}
      </Button>
      <Button kind="quiet" onClick={onDone}>
        {messages().stay.notNow}
      </Button>
    </form>
  );
}

type Posting = (answer: { onRefused: (problem: DeskProblem) => void }) => Promise<{ ok: boolean }>;

/** One entry at a time; what is wrong with it stands at the first field. `doubted`: the server asks whether it is meant. */
function usePosting(onDone: () => void) {
  const error = useSignal<string | null>(null);
  const doubted = useSignal(false);
  const busy = useSignal(false);
  const refused = (detail: string | null, code?: DeskProblem['code']) => {
    error.value = detail;
    doubted.value = isDoubted({ code });
  };
  const post = async (send: Posting) => {
    if (busy.value) return;
    busy.value = true;
    const { ok } = await send({ onRefused: ({ detail, code }) => refused(detail, code) });
    busy.value = false;
    if (ok) onDone();
  };
  return { error: error.value, doubted: doubted.value, busy: busy.value, refused, post };
}

function submitted(event: Event, submit: () => void): void {
  event.preventDefault();
  submit();
}
