// Requests of guests that wait at a channel: what is asked, until when, whether there is place, and the answers.
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { GuestRequestRecord } from '../../src/api/guest-request-records.ts';
import { causeInLine } from '../desk/cause-sentence.ts';
import { copy } from '../desk/property.ts';
import { formatDay } from '../format.ts';
import { messages } from '../language.ts';
import { Button } from '../parts/Button.tsx';
import { ChannelMark, channelName, State } from '../parts/Mark.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { answerRequest, answersRequests } from './guest-requests.ts';
import './guest-requests.css';
import { factsOf, fullNights, guestOf, sentenceOf, timeLeft } from './sentence.ts';

type GuestRequestListProps = {
  requests: readonly GuestRequestRecord[];
  /** beside the stay or the conversation of the guest, who is not counted there */
  ofOneGuest?: boolean;
};

/** Nothing is shown where nobody asks. */
export function GuestRequestList({ requests, ofOneGuest = false }: GuestRequestListProps) {
  const titleId = useId();
  const { title, titleOfOne } = messages().guestRequests;
  if (requests.length === 0) return null;
  return (
    <section class="guest-requests" aria-labelledby={titleId}>
      <header class="row">
        {ofOneGuest ? (
          <h3 id={titleId} class="b">
            {titleOfOne}
          </h3>
        ) : (
          <>
            <h2 id={titleId} class="t16 b">
              {title}
            </h2>
            <span class="t16 ink3">{requests.length}</span>
          </>
        )}
      </header>
      <ul>
        {requests.map((request) => (
          <li key={request.guest_request_id}>
            <RequestRow request={request} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Why the channel did not take the answer, or has not got it yet; null = nothing failed. */
function failureOf({ state, channel, error, error_cause: cause }: GuestRequestRecord): string | null {
  const who = channelName(channel);
  const line = causeInLine(cause, error, { who }, messages());
  return line === null || state === 'answering' ? line : messages().guestRequests.refused(who, line);
}

function RequestRow({ request }: { request: GuestRequestRecord }) {
  const { guestRequests: texts } = messages();
  const form = useSignal<'decline' | 'offer' | null>(null);
  const { kind, state, channel } = request;
  const failure = failureOf(request);
  const sentence = sentenceOf(request, copy.value);
  const close = () => {
    form.value = null;
  };
  return (
    <div class="guest-request">
      <ChannelMark channel={channel} />
      <div class="grow">
        <p class="m">{sentence}</p>
        <p class="sub">{[channelName(channel), ...factsOf(request)].join(' · ')}</p>
        <p class="sub">
          <Left request={request} />
          <Place request={request} />
        </p>
        {failure !== null && (
          <p class="sub">
            <State icon="warn" urgency="alert">
              {failure}
            </State>
          </p>
        )}
      </div>
      {state === 'answering' && request.answer !== null && (
        <State icon="clock">{texts.underWay[request.answer]}</State>
      )}
      {state === 'open' && answersRequests() && form.value === null && (
        <span class="row">
          <Button
            small
            kind="quiet"
            aria-label={`${kind === 'question' ? texts.offer : texts.decline}: ${sentence}`}
            onClick={() => {
              form.value = kind === 'question' ? 'offer' : 'decline';
            }}
          >
            {kind === 'question' ? texts.offer : texts.decline}
          </Button>
          <Button
            small
            kind="next"
            aria-label={`${kind === 'question' ? texts.preapprove : texts.accept}: ${sentence}`}
            onClick={() =>
              void answerRequest(request, { answer: kind === 'question' ? 'preapprove' : 'accept' })
            }
          >
            {kind === 'question' ? texts.preapprove : texts.accept}
          </Button>
        </span>
      )}
      {form.value !== null && state === 'open' && (
        <AnswerForm request={request} answer={form.value} label={guestOf(request)} onDone={close} />
      )}
    </div>
  );
}

/** How long the channel still waits. */
function Left({ request }: { request: GuestRequestRecord }) {
  const left = timeLeft(request, Date.now());
  return (
    left && (
      <State icon="clock" {...(left.isUrgent && { urgency: 'warn' as const })}>
        {left.text}
      </State>
    )
  );
}

/** Whether the nights are free here, where the copy shows them. */
function Place({ request }: { request: GuestRequestRecord }) {
  const { guestRequests: texts } = messages();
  const full = copy.value && fullNights(request, copy.value);
  if (full === null) return null;
  return full.length === 0 ? (
    <State icon="check">{texts.free}</State>
  ) : (
    <State icon="ban" urgency="warn">
      {texts.full(full.map((night) => formatDay(night)).join(', '))}
    </State>
  );
}
