// Guests who have reviewed their stay where nobody reads it until the house has reviewed them.
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { GuestReviewRecord } from '../../src/api/guest-review-records.ts';
import { causeInLine } from '../desk/cause-sentence.ts';
import { copy, rightsOf } from '../desk/property.ts';
import { formatMoment } from '../format.ts';
import { messages } from '../language.ts';
import { Button } from '../parts/Button.tsx';
import { ChannelMark, channelName, State } from '../parts/Mark.tsx';
import { GuestReviewForm } from './GuestReviewForm.tsx';
import { guestOf } from './guest-reviews.ts';
import '../guest-requests/guest-requests.css';

/** Nothing is shown where nobody waits. */
export function GuestReviewList({ reviews }: { reviews: readonly GuestReviewRecord[] }) {
  const titleId = useId();
  if (reviews.length === 0) return null;
  return (
    <section class="guest-requests" aria-labelledby={titleId}>
      <header class="row">
        <h3 id={titleId} class="b">
          {messages().guestReviews.title}
        </h3>
      </header>
      <ul>
        {reviews.map((review) => (
          <li key={review.guest_review_id}>
            <ReviewRow review={review} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReviewRow({ review }: { review: GuestReviewRecord }) {
  const { guestReviews: texts } = messages();
  const isOpen = useSignal(false);
  const { channel, state, error, error_cause: cause, write_by: by } = review;
  const failure = causeInLine(cause, error, { who: channelName(channel) }, messages());
  const guest = guestOf(review);
  const timezone = copy.value?.property.timezone ?? 'UTC';
  return (
    <div class="guest-request">
      <ChannelMark channel={channel} />
      <div class="grow">
        <p class="m">{texts.hidden(guest, channelName(channel))}</p>
        {by !== null && <p class="sub">{texts.until(formatMoment(by, timezone))}</p>}
        {failure !== null && (
          <p class="sub">
            <State icon="warn" urgency="alert">
              {texts.refused(channelName(channel), failure)}
            </State>
          </p>
        )}
      </div>
      {state === 'queued' && <State icon="clock">{texts.underWay}</State>}
      {state === 'open' && rightsOf('reviews:write').changes && !isOpen.value && (
        <Button
          small
          kind="next"
          aria-label={texts.writeAbout(guest)}
          onClick={() => {
            isOpen.value = true;
          }}
        >
          {texts.write}
        </Button>
      )}
      {state === 'open' && isOpen.value && (
        <GuestReviewForm
          review={review}
          onDone={() => {
            isOpen.value = false;
          }}
        />
      )}
    </div>
  );
}
