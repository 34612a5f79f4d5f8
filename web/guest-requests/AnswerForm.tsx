// An answer that needs more than a press: why a request is declined, or the price of an offer.
import { type Signal, useSignal } from '@preact/signals';
import type { GuestRequestRecord } from '../../src/api/guest-request-records.ts';
import { DECLINE_REASONS } from '../../src/model/guest-request.ts';
import { currency as houseCurrency } from '../desk/property.ts';
import type { DeskProblem } from '../desk/server.ts';
import { currencySign, parseAmount } from '../format.ts';
import { messages } from '../language.ts';
import { Button } from '../parts/Button.tsx';
import { MoneyField, Select, TextArea } from '../parts/Field.tsx';
import { FormError } from '../parts/FormError.tsx';
import { answerRequest, type DeskAnswerToGuest } from './guest-requests.ts';

type AnswerFormProps = {
  request: GuestRequestRecord;
  answer: 'decline' | 'offer';
  /** who asks */
  label: string;
  onDone: () => void;
};

const MAX_MESSAGE = 2_000;

export function AnswerForm({ request, answer, label, onDone }: AnswerFormProps) {
  const { guestRequests: texts, stay } = messages();
  const reason = useSignal<DeclineReason>(DECLINE_REASONS[0]);
  const message = useSignal('');
  const total = useSignal('');
  const problem = useSignal<string | null>(null);
  const busy = useSignal(false);
  const currency = request.currency ?? houseCurrency.value;
  const submit = async (event: Event) => {
    event.preventDefault();
    const given =
      answer === 'offer'
        ? offered(total.value, currency)
        : declined(request, { reason: reason.value, message: message.value });
    if (given === null) {
      problem.value = texts.wholeAmount;
      return;
    }
    busy.value = true;
    const onRefused = ({ detail }: DeskProblem) => {
      problem.value = detail;
    };
    if (await answerRequest(request, given, { onRefused })) onDone();
    busy.value = false;
  };
  return (
    <form
      class="answer-form"
      aria-label={`${texts[answer]}: ${label}`}
      onSubmit={(event) => void submit(event)}
    >
      {answer === 'decline' && request.kind === 'booking' && <Reason reason={reason} message={message} />}
      {answer === 'offer' && (
        <MoneyField
          label={texts.total}
          help={texts.totalHelp}
          sign={currencySign(currency)}
          takesFocus
          value={total.value}
          {...(problem.value && { error: problem.value })}
          onInput={({ currentTarget: { value } }) => {
            total.value = value;
            problem.value = null;
          }}
        />
      )}
      {answer === 'decline' && <FormError text={problem.value} />}
      <div class="row">
        <Button type="submit" small kind="next" disabled={busy.value}>
          {texts[answer]}
        </Button>
        <Button small kind="quiet" onClick={onDone}>
          {stay.notNow}
        </Button>
      </div>
    </form>
  );
}

type DeclineReason = (typeof DECLINE_REASONS)[number];

/** Why a request is declined: for the channel, and in the house's words for the guest. */
function Reason({ reason, message }: { reason: Signal<DeclineReason>; message: Signal<string> }) {
  const { guestRequests: texts } = messages();
  return (
    <>
      <Select
        label={texts.reason}
        takesFocus
        value={reason.value}
        options={DECLINE_REASONS.map((value) => ({ value, label: texts.reasons[value] }))}
        onChange={({ currentTarget: { value } }) => {
          reason.value = DECLINE_REASONS.find((one) => one === value) ?? DECLINE_REASONS[0];
        }}
      />
      <TextArea
        label={texts.toGuest}
        rows={2}
        maxLength={MAX_MESSAGE}
        value={message.value}
        onInput={({ currentTarget: { value } }) => {
          message.value = value;
        }}
      />
    </>
  );
}

/** A change of a booking is declined without a reason. */
function declined(
  { kind }: GuestRequestRecord,
  { reason, message }: { reason: DeclineReason; message: string },
): DeskAnswerToGuest {
  if (kind !== 'booking') return { answer: 'decline' };
  const text = message.trim();
  return { answer: 'decline', reason, ...(text !== '' && { message_to_guest: text }) };
}

/** Returns an offer; null if the text is no whole amount above 0. */
function offered(text: string, currency: string): DeskAnswerToGuest | null {
  const total = parseAmount(text, currency);
  return total !== null && Number.isInteger(total) && total > 0 ? { answer: 'offer', total } : null;
}
