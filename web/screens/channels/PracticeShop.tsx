// What a guest sees at the practice channel: its own prices and counts, which it got from here, and a button to book.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { dateOfDayNumber, dayOfDate } from '../../days.ts';
import { bookAtPractice } from '../../desk/practice.ts';
import { copy, currency, operator } from '../../desk/property.ts';
import { read } from '../../desk/server.ts';
import { formatMoney } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Drawer } from '../../parts/Drawer.tsx';
import { Field } from '../../parts/Field.tsx';
import { Empty, Skeleton } from '../../parts/Notice.tsx';

type PracticeOffer = {
  room_id: number;
  available: number;
  price: number;
  bookable: boolean;
  reason: string | null;
};

type StayDates = { checkin: string; checkout: string };

/** Days from today until the stay that is offered first, and its nights. */
const AHEAD = 14;
const NIGHTS = 2;
/** The practice channel gets new counts without an event. */
const EVERY_MS = 1_500;

/** Returns what the practice channel offers for a stay, as it is now; null = not here yet. */
function usePracticeOffers({ checkin, checkout }: StayDates) {
  const offers = useSignal<readonly PracticeOffer[] | null>(null);
  const isStay = dayOfDate(checkin) < dayOfDate(checkout);
  useEffect(() => {
    const stop = new AbortController();
    const readNow = () => {
      if (!isStay) return;
      read<PracticeOffer[]>(operator('practice_channel/offers'), { checkin, checkout }, stop.signal).then(
        (found) => {
          offers.value = found;
        },
        () => {
          // The head of the screen says that there is no connection.
        },
      );
    };
    readNow();
    const timer = setInterval(readNow, EVERY_MS);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [checkin, checkout]);
  return offers.value;
}

export function PracticeShop({ onClose }: { onClose: () => void }) {
  const texts = messages().practice;
  const today = copy.value?.today ?? 0;
  const chosen = useSignal<Partial<StayDates>>({});
  const dates: StayDates = {
    checkin: dateOfDayNumber(today + AHEAD),
    checkout: dateOfDayNumber(today + AHEAD + NIGHTS),
    ...chosen.value,
  };
  const offers = usePracticeOffers(dates);
  return (
    <Drawer title={texts.shop} onClose={onClose}>
      <div class="practice-shop">
        <p class="ink2">{texts.shopAbout}</p>
        <div class="pair">
          <Field
            label={texts.arrival}
            type="date"
            min={dateOfDayNumber(today)}
            value={dates.checkin}
            onInput={({ currentTarget: { value } }) => {
              chosen.value = { ...chosen.value, checkin: value };
            }}
          />
          <Field
            label={texts.departure}
            type="date"
            min={dates.checkin}
            value={dates.checkout}
            onInput={({ currentTarget: { value } }) => {
              chosen.value = { ...chosen.value, checkout: value };
            }}
          />
        </div>
        {offers === null && <Skeleton lines={3} label={messages().loading} />}
        {offers?.length === 0 && <Empty title={texts.noNights} />}
        <ul class="practice-offers">
          {offers?.map((offer) => (
            <Offer
              key={offer.room_id}
              offer={offer}
              onBook={() => void bookAtPractice({ room_id: offer.room_id, ...dates })}
            />
          ))}
        </ul>
      </div>
    </Drawer>
  );
}

function Offer({ offer, onBook }: { offer: PracticeOffer; onBook: () => void }) {
  const texts = messages().practice;
  const { room_id: id, available, price, bookable, reason } = offer;
  const name = copy.value?.rooms.get(id)?.name ?? String(id);
  return (
    <li>
      <span class="m">{name}</span>
      <span class="ink2 t12">{bookable ? texts.left(available) : reasonText(reason)}</span>
      <span class="num end">{bookable && formatMoney(price, currency.value)}</span>
      <Button small disabled={!bookable} aria-label={texts.bookRoom(name)} onClick={onBook}>
        {texts.book}
      </Button>
    </li>
  );
}

function reasonText(reason: string | null): string {
  const { reasons } = messages().practice;
  return reasons[reason as keyof typeof reasons] ?? reasons.room_unavailable;
}
