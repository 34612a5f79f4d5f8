// The rooms for a new stay with their prices; one is chosen, or how many of each.
import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { dayOfDate } from '../../days.ts';
import { api, copy } from '../../desk/property.ts';
import { translateRefusal } from '../../desk/refusal-texts.ts';
import { errorOf } from '../../desk/refused-fields.ts';
import type { DeskProblem } from '../../desk/server.ts';
import { useListAnswer } from '../../desk/use-list.ts';
import { amountText, currencySign, formatDay, formatMoney } from '../../format.ts';
import { messages } from '../../language.ts';
import { IconButton } from '../../parts/Button.tsx';
import { MoneyField, Select } from '../../parts/Field.tsx';
import { FormError } from '../../parts/FormError.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Skeleton } from '../../parts/Notice.tsx';
import type { ReplicaState } from '../../replica/state.ts';
import { unitOptions } from '../../stay/MoveForm.tsx';
import {
  countEmptyRooms,
  countRooms,
  placesMissing,
  type RoomOffer,
  roomOf,
  type StayDraft,
  sumOf,
} from './book.ts';
import type { DraftProps } from './StayDates.tsx';

/** Returns every room with its price for the stay: none if it is not here yet, or the dates are none. */
export function useOffers({ checkin, checkout }: StayDraft, { today }: ReplicaState) {
  const isStay = dayOfDate(checkin) < dayOfDate(checkout) && dayOfDate(checkin) >= today;
  return useListAnswer<RoomOffer>({
    path: isStay ? api('offers') : null,
    // Not for how many: a party takes several rooms, and each of them less than all.
    query: { checkin, checkout },
    isConcerned: ({ kind }) => kind === 'availability.changed' || kind === 'room.changed',
  });
}

type RoomOffersProps = DraftProps & { offers: ReturnType<typeof useOffers> };

export function RoomOffers({ draft, set, problem, state, offers: answer }: RoomOffersProps) {
  const { stay } = messages();
  const name = useId();
  const { records: offers } = answer;
  const chosen = roomOf(draft, offers ?? []);
  const count = countRooms(draft);
  if (answer.problem && !offers) return <FormError text={problemText(answer.problem)} />;
  if (!offers) return <Skeleton lines={4} label={messages().loading} />;
  const missing = placesMissing(draft, offers);
  const empty = count > 1 ? countEmptyRooms(draft, offers) : 0;
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
            // To a group one room is added at a time.
            onCount={
              draft.groupWith === null
                ? (many) => set({ rooms: withRoom(draft, chosen, { id: offer.room_id, many }), price: null })
                : null
            }
          />
        ))}
      </fieldset>
      <FormError text={missing > 0 ? stay.newStay.placesMissing(missing) : null} />
      {empty > 0 && (
        <p class="help warn" role="status">
          <Icon name="warn" small />
          {stay.newStay.emptyRooms(empty)}
        </p>
      )}
      {count > 1 && (
        <PriceField label={stay.newStay.priceOfAll} {...{ draft, set, problem, state, offers }} />
      )}
      {count === 1 && chosen && <UnitAndPrice {...{ draft, set, problem, state, offers, chosen }} />}
    </>
  );
}

type UnitProps = DraftProps & { offers: readonly RoomOffer[]; chosen: RoomOffer };

/** Of a stay in one room: its unit, and a price of its own. */
function UnitAndPrice({ draft, set, problem, state, offers, chosen }: UnitProps) {
  const { stay } = messages();
  const [from, until] = [dayOfDate(draft.checkin), dayOfDate(draft.checkout)];
  const wanted = { roomId: chosen.room_id, from: Math.max(from, state.today), until };
  return (
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
      <PriceField
        label={stay.newStay.price}
        help={nightsOf(chosen)}
        {...{ draft, set, problem, state, offers }}
      />
    </div>
  );
}

type PriceProps = Omit<UnitProps, 'chosen'> & { label: string; help?: string };

/** What all rooms cost together: what they are offered for, or what the person writes. */
function PriceField({ label, help, draft, set, problem, state, offers }: PriceProps) {
  return (
    <MoneyField
      label={label}
      sign={currencySign(state.property.currency)}
      value={draft.price ?? priceText(draft, offers, state)}
      {...(help && { help })}
      {...errorOf(problem, 'price')}
      onInput={({ currentTarget }) => set({ price: currentTarget.value })}
    />
  );
}

function priceText(draft: StayDraft, offers: readonly RoomOffer[], { property }: ReplicaState): string {
  const sum = sumOf(draft, offers);
  return sum === null ? '' : amountText(sum, property.currency);
}

function problemText({ errors, detail }: DeskProblem): string {
  return errors?.[0]?.message ?? detail;
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
  onCount: ((count: number) => void) | null;
};

function Offer({ name, offer, isChosen, count, onChoose, onCount }: OfferProps) {
  const { newStay } = messages().stay;
  const id = useId();
  const { bookable, available, capacity, cots, price, currency, reasons } = offer;
  const { cotsOf } = messages().houseSettings.rooms;
  const takes = cots > 0 ? `${newStay.takes(capacity)} + ${cotsOf(cots)}` : newStay.takes(capacity);
  return (
    <div class={isChosen ? 'offer chosen' : 'offer'}>
      <input id={id} type="radio" name={name} checked={isChosen} onInput={onChoose} />
      <label for={id}>
        <span class="m cut">{offer.name}</span>
        <span class={bookable ? 't12 ink3' : 't12 warn'}>
          {bookable ? `${takes} · ${newStay.left(available)}` : <Reason reason={reasons[0]} />}
        </span>
      </label>
      <span class="how-many">
        {bookable && onCount && (
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

/** Why a room cannot be booked, in the language of the screen. */
function Reason({ reason }: { reason: RoomOffer['reasons'][number] | undefined }) {
  const text = useSignal('');
  useEffect(() => {
    if (reason) void translateRefusal(reason, copy.peek()).then(({ detail }) => (text.value = detail));
  }, [reason]);
  return <>{text}</>;
}
