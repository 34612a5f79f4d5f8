// The rooms for a new stay with their prices; one is chosen, or how many of each.
import { useId } from 'preact/hooks';
import { dayOfDate } from '../../days.ts';
import { api } from '../../desk/property.ts';
import { errorOf } from '../../desk/refused-fields.ts';
import { useList } from '../../desk/use-list.ts';
import { currencySign, formatDay, formatMoney } from '../../format.ts';
import { messages } from '../../language.ts';
import { IconButton } from '../../parts/Button.tsx';
import { MoneyField, Select } from '../../parts/Field.tsx';
import { Skeleton } from '../../parts/Notice.tsx';
import type { ReplicaState } from '../../replica/state.ts';
import { unitOptions } from '../../stay/MoveForm.tsx';
import { countRooms, type RoomOffer, roomOf, type StayDraft, sumOf } from './book.ts';
import type { DraftProps } from './StayDates.tsx';

/** Returns every room with its price for the stay; undefined = not here yet, or the dates are none. */
export function useOffers(draft: StayDraft, { today }: ReplicaState): readonly RoomOffer[] | undefined {
  const { checkin, checkout, adults, children } = draft;
  const isStay = dayOfDate(checkin) < dayOfDate(checkout) && dayOfDate(checkin) >= today;
  const guests = Math.max(1, Math.ceil((adults + children) / countRooms(draft)));
  return useList<RoomOffer>({
    path: isStay ? api('offers') : null,
    query: { checkin, checkout, guests },
    isConcerned: ({ kind }) => kind === 'availability.changed' || kind === 'room.changed',
  });
}

type RoomOffersProps = DraftProps & { offers: readonly RoomOffer[] | undefined };

export function RoomOffers({ draft, set, problem, state, offers }: RoomOffersProps) {
  const { stay } = messages();
  const name = useId();
  const chosen = roomOf(draft, offers ?? []);
  const count = countRooms(draft);
  if (!offers) return <Skeleton lines={4} label={messages().loading} />;
  const [from, until] = [dayOfDate(draft.checkin), dayOfDate(draft.checkout)];
  const wanted = { roomId: chosen?.room_id ?? 0, from: Math.max(from, state.today), until };
  return (
    <>
      <fieldset class="offers">
        <legend class="label">{stay.facts.room}</legend>
        {offers.map((offer) => (
          <Offer
            key={offer.room_id}
            name={name}
            offer={offer}
            isChosen={draft.rooms.size === 0 ? offer === chosen : draft.rooms.has(offer.room_id)}
            count={draft.rooms.get(offer.room_id) ?? (draft.rooms.size === 0 && offer === chosen ? 1 : 0)}
            onChoose={() => set({ roomId: offer.room_id, rooms: new Map(), unitId: 'auto', price: null })}
            onCount={(many) =>
              set({ rooms: withRoom(draft, chosen, { id: offer.room_id, many }), price: null })
            }
          />
        ))}
      </fieldset>
      {count === 1 && chosen && (
        <div class="pair">
          <Select
            label={stay.move.unit}
            value={String(draft.unitId)}
            options={unitOptions(state, wanted, false)}
            {...errorOf(problem, 'unit_id')}
            onChange={({ currentTarget: { value } }) =>
              set({ unitId: value === 'auto' ? 'auto' : value === 'null' ? null : Number(value) })
            }
          />
          <MoneyField
            label={stay.newStay.price}
            sign={currencySign(state.property.currency)}
            value={draft.price ?? String(sumOf(draft, offers) ?? '')}
            help={nightsOf(chosen)}
            {...errorOf(problem, 'price')}
            onInput={({ currentTarget }) => set({ price: currentTarget.value })}
          />
        </div>
      )}
    </>
  );
}

/** Returns the rooms of a draft with another number of one of them. */
function withRoom(
  draft: StayDraft,
  chosen: RoomOffer | undefined,
  { id, many }: { id: number; many: number },
) {
  const rooms = new Map(draft.rooms.size === 0 && chosen ? [[chosen.room_id, 1]] : draft.rooms);
  if (many > 0) rooms.set(id, many);
  else rooms.delete(id);
  const sum = [...rooms.values()].reduce((total, count) => total + count, 0);
  // One room is chosen as such: it may have a unit and a price of its own.
  return sum > 1 ? rooms : new Map<number, number>();
}

/** Returns what each night costs, if they differ. */
function nightsOf({ nights, currency }: RoomOffer): string {
  return nights
    .slice(0, 4)
    .map(({ date, price }) => `${formatDay(dayOfDate(date), 'tiny')} ${formatMoney(price, currency)}`)
    .concat(nights.length > 4 ? ['…'] : [])
    .join(' · ');
}

type OfferProps = {
  name: string;
  offer: RoomOffer;
  isChosen: boolean;
  count: number;
  onChoose: () => void;
  onCount: (count: number) => void;
};

function Offer({ name, offer, isChosen, count, onChoose, onCount }: OfferProps) {
  const { newStay } = messages().stay;
  const id = useId();
  const { bookable, available, price, currency, reasons } = offer;
  return (
    <div class={isChosen ? 'offer chosen' : 'offer'}>
      <input id={id} type="radio" name={name} checked={isChosen} onInput={onChoose} />
      <label for={id}>
        <span class="m cut">{offer.name}</span>
        <span class={bookable ? 't12 ink3' : 't12 warn'}>
          {bookable ? newStay.left(available) : reasons[0]?.detail}
        </span>
      </label>
      <span class="how-many">
        {bookable && (
          <>
            {count > 0 && (
              <>
                <IconButton
                  small
                  icon="minus"
                  label={newStay.less(offer.name)}
                  onClick={() => onCount(count - 1)}
                />
                <span class="num">{count}</span>
              </>
            )}
            <IconButton
              small
              icon="plus"
              label={newStay.more(offer.name)}
              disabled={count >= available}
              onClick={() => onCount(count + 1)}
            />
          </>
        )}
      </span>
      <span class="num m">{formatMoney(price, currency)}</span>
    </div>
  );
}
