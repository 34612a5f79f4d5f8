// A stay that ends before its departure: the guest leaves early, or did not come. What the guest pays for it is decided here, with the sums as
// the server has them; the nights that are left are for sale again.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { isKeptCopy } from '../desk/property.ts';
import type { DeskProblem } from '../desk/server.ts';
import { useTrials } from '../desk/try-change.ts';
import { currencySign, formatDay, formatMoney, parseAmount } from '../format.ts';
import { messages } from '../language.ts';
import { Button } from '../parts/Button.tsx';
import { MoneyField } from '../parts/Field.tsx';
import { FormError } from '../parts/FormError.tsx';
import { State } from '../parts/Mark.tsx';
import type { DeskBooking, ReplicaState } from '../replica/state.ts';
import { cancelStay, endStay, patchOf } from './changes.ts';
import { type EndChoice, endChoices, stillExpected } from './end-choices.ts';
import { openText } from './open-text.ts';

type EndFormProps = { booking: DeskBooking; state: ReplicaState; onDone: () => void };

export function EndForm({ booking, state, onDone }: EndFormProps) {
  const { end, actions, menu } = messages().stay;
  const choices = endChoices(booking, state);
  const chosen = useSignal(choices[0]!.id);
  const typed = useSignal('');
  const problem = useSignal<string | null>(null);
  const busy = useSignal(false);
  const leaves = booking.status === 'checked_in';
  useChangeElsewhere(booking, busy, onDone);
  const choice = choices.find(({ id }) => id === chosen.value) ?? choices[0]!;
  const amount = parseAmount(typed.value, booking.currency);
  const submit = async (event: Event) => {
    event.preventDefault();
    const price = choice.id === 'other' ? { price: amount } : {};
    if (choice.id === 'other' && (amount === null || amount < 0)) {
      problem.value = messages().stay.folio.noAmount;
      return;
    }
    busy.value = true;
    const answer = {
      onRefused: ({ detail }: DeskProblem) => {
        problem.value = detail;
      },
    };
    const { ok } = await (choice.body === null
      ? cancelStay(booking, state, answer)
      : endStay(booking, { ...choice.body, ...price }, answer));
    busy.value = false;
    if (ok) onDone();
  };
  const choose = (id: EndChoice['id']) => {
    chosen.value = id;
    problem.value = null;
  };
  return (
    <form class="end-form" onSubmit={(event) => void submit(event)}>
      <fieldset>
        <legend>
          <span class="m">{leaves ? end.leavesEarly : end.noShow}</span>{' '}
          <span class="ink2">{end.freeFrom(formatDay(choice.freeFrom))}</span>
        </legend>
        <StillExpected booking={booking} state={state} />
        <Choices booking={booking} choices={choices} chosen={choice.id} onChoose={choose} />
      </fieldset>
      {choice.id === 'other' && <OtherPrice typed={typed} problem={problem} currency={booking.currency} />}
      {choice.id !== 'other' && <FormError text={problem.value} />}
      <Buttons
        label={leaves ? actions.check_out : menu.noShow}
        busy={busy.value || isKeptCopy.value}
        onDone={onDone}
      />
    </form>
  );
}

function StillExpected({ booking, state }: { booking: DeskBooking; state: ReplicaState }) {
  const expected = stillExpected(booking, state, Date.now());
  if (expected === null) return null;
  return (
    <p class="row">
      <State urgency="warn" icon="clock">
        {messages().stay.end.stillExpected(expected)}
      </State>
    </p>
  );
}

/** Closes the form where somebody else ended the stay, or began it: what was offered is of another stay. */
function useChangeElsewhere({ status }: DeskBooking, busy: Signal<boolean>, onDone: () => void): void {
  const begunWith = useRef(status);
  useEffect(() => {
    if (status !== begunWith.current && !busy.value) onDone();
  }, [status, busy.value]);
}

type OtherPriceProps = { typed: Signal<string>; problem: Signal<string | null>; currency: string };

function OtherPrice({ typed, problem, currency }: OtherPriceProps) {
  return (
    <MoneyField
      label={messages().stay.price.title}
      sign={currencySign(currency)}
      takesFocus
      value={typed.value}
      {...(problem.value && { error: problem.value })}
      onInput={({ currentTarget }) => {
        typed.value = currentTarget.value;
        problem.value = null;
      }}
    />
  );
}

function Buttons({ label, busy, onDone }: { label: string; busy: boolean; onDone: () => void }) {
  return (
    <div class="row">
      <Button type="submit" kind="primary" disabled={busy}>
        {label}
      </Button>
      <Button kind="quiet" onClick={onDone}>
        {messages().stay.notNow}
      </Button>
    </div>
  );
}

type ChoicesProps = {
  booking: DeskBooking;
  choices: readonly EndChoice[];
  chosen: EndChoice['id'];
  onChoose: (id: EndChoice['id']) => void;
};

/** What the guest may pay, each with the price and with what is open after it. */
function Choices({ booking, choices, chosen, onChoose }: ChoicesProps) {
  const name = useId();
  const { end } = messages().stay;
  const trials = useTrials<DeskBooking>(
    // What is open after a cancellation nobody says before: only changes can be tried.
    choices.map(({ id, body }) => (body === null || id === 'other' ? null : patchOf(booking, body))),
    booking.updated_at,
  );
  return choices.map(({ id, nights }, place) => {
    const after = trials[place]?.record;
    return (
      <label key={id} class="end-choice">
        <input type="radio" name={name} checked={id === chosen} onInput={() => onChoose(id)} />
        <span class="grow">{end.choices[id](nights)}</span>
        {after && id !== 'other' && (
          <>
            <span class="t12 ink3">{openText(after) ?? end.settled}</span>
            <span class="num m">{formatMoney(after.price, booking.currency)}</span>
          </>
        )}
      </label>
    );
  });
}
