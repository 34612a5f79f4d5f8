// The price of a stay that moves to another room: that of its nights as they are, or that of the new room.
import { useId, useLayoutEffect } from 'preact/hooks';
import type { Static } from 'typebox';
import type { offerSchema } from '../../src/api/calendar-records.ts';
import { dayOfDate } from '../days.ts';
import { api } from '../desk/property.ts';
import { useList } from '../desk/use-list.ts';
import { formatMoney } from '../format.ts';
import { messages } from '../language.ts';
import type { DeskBooking, ReplicaState } from '../replica/state.ts';
import type { MovedStay } from './changes.ts';

type MovePriceProps = {
  booking: DeskBooking;
  state: ReplicaState;
  wanted: MovedStay;
  /** undefined = that which follows from the nights */
  onPrice: (price: number | undefined) => void;
};

/** Offers the price of the new room beside the present one; nothing for the same room, the same price, and a stay that has begun. */
export function MovePrice({ booking, state, wanted, onPrice }: MovePriceProps) {
  const name = useId();
  const { move } = messages().stay;
  const { roomId, checkin, checkout, price } = wanted;
  const [from, until] = [dayOfDate(checkin), dayOfDate(checkout)];
  const isOffered = roomId !== booking.room_id && from >= state.today && from < until;
  const offers = useList<Static<typeof offerSchema>>({
    path: isOffered ? api('offers') : null,
    query: { checkin, checkout },
    isConcerned: ({ kind }) => kind === 'availability.changed' || kind === 'room.changed',
  });
  const found = isOffered ? offers?.find(({ room_id: id }) => id === roomId) : undefined;
  const isOther = found && found.currency === booking.currency && found.price !== booking.price;
  const offer = isOther ? found : undefined;
  // The chosen price was that of other nights, or another room: it goes with them.
  useLayoutEffect(() => {
    if (price !== undefined && price !== offer?.price) onPrice(offer?.price);
  }, [price, offer?.price]);
  if (!offer) return null;
  return (
    <fieldset class="move-price">
      <legend class="label">{messages().stay.price.title}</legend>
      <label class="end-choice">
        <input type="radio" name={name} checked={price === undefined} onInput={() => onPrice(undefined)} />
        <span class="grow">{move.keepPrice}</span>
      </label>
      <label class="end-choice">
        <input type="radio" name={name} checked={price !== undefined} onInput={() => onPrice(offer.price)} />
        <span class="grow">{move.priceOf(offer.name)}</span>
        <span class="num m">{formatMoney(offer.price, booking.currency)}</span>
      </label>
    </fieldset>
  );
}
