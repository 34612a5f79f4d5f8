// What the house writes about a guest: three ratings, what everybody reads, what only the guest reads, and whether it would have the guest again.
import { type Signal, useSignal } from '@preact/signals';
import type { GuestReviewRecord } from '../../src/api/guest-review-records.ts';
import { GUEST_REVIEW_CATEGORIES, type GuestReviewCategory } from '../../src/model/guest-review.ts';
import { messages } from '../language.ts';
import { Button } from '../parts/Button.tsx';
import { Check, Select, TextArea } from '../parts/Field.tsx';
import { FormError } from '../parts/FormError.tsx';
import { guestOf, writeReview } from './guest-reviews.ts';

const MAX_TEXT = 5_000;

type Ratings = Record<GuestReviewCategory, number>;

export function GuestReviewForm({ review, onDone }: { review: GuestReviewRecord; onDone: () => void }) {
  const { guestReviews: texts, stay } = messages();
  // One that the channel refused is corrected, not written anew.
  const ratings = useSignal<Ratings>({
    respect_house_rules: review.respect_house_rules ?? 5,
    communication: review.communication ?? 5,
    cleanliness: review.cleanliness ?? 5,
  });
  const shown = useSignal(review.public_review ?? '');
  const toGuest = useSignal(review.private_review ?? '');
  const recommended = useSignal(review.recommended ?? true);
  const problem = useSignal<string | null>(null);
  const busy = useSignal(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    busy.value = true;
    const onlyGuest = toGuest.value.trim();
    const written = {
      ...ratings.value,
      recommended: recommended.value,
      public_review: shown.value.trim(),
      ...(onlyGuest !== '' && { private_review: onlyGuest }),
    };
    const isStored = await writeReview(review, written, ({ detail }) => {
      problem.value = detail;
    });
    busy.value = false;
    if (isStored) onDone();
  };
  return (
    <form
      class="answer-form"
      aria-label={texts.writeAbout(guestOf(review))}
      onSubmit={(event) => void submit(event)}
    >
      <Stars ratings={ratings} />
      <TextArea label={texts.publicReview} {...textField(shown)} />
      <TextArea label={texts.privateReview} {...textField(toGuest)} />
      <Check
        label={texts.recommended}
        checked={recommended.value}
        onInput={({ currentTarget: { checked } }) => {
          recommended.value = checked;
        }}
      />
      <p class="help">{texts.onceOnly}</p>
      <FormError text={problem.value} />
      <div class="row">
        <Button type="submit" small kind="next" disabled={busy.value || shown.value.trim() === ''}>
          {texts.send}
        </Button>
        <Button small kind="quiet" onClick={onDone}>
          {stay.notNow}
        </Button>
      </div>
    </form>
  );
}

function textField(text: Signal<string>) {
  return {
    rows: 2,
    maxLength: MAX_TEXT,
    value: text.value,
    onInput: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      text.value = value;
    },
  };
}

function Stars({ ratings }: { ratings: Signal<Ratings> }) {
  const { guestReviews: texts } = messages();
  const options = [5, 4, 3, 2, 1].map((stars) => ({ value: String(stars), label: texts.stars(stars) }));
  return (
    <div class="star-ratings">
      {GUEST_REVIEW_CATEGORIES.map((category) => (
        <Select
          key={category}
          label={texts.categories[category]}
          value={String(ratings.value[category])}
          options={options}
          onChange={({ currentTarget: { value } }) => {
            ratings.value = { ...ratings.value, [category]: Number(value) };
          }}
        />
      ))}
    </div>
  );
}
