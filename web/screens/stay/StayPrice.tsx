// What the stay costs: the price by night, meals, and what its channel reported beside it.
import { formatDay, formatDays, formatMoney } from '../../format.ts';
import { messages } from '../../language.ts';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { daysOfStay } from '../../replica/stays.ts';
import type { FolioEntry } from '../../stay/folio.ts';
import { type NightsOfPrice, nightlyPrices } from './nightly-prices.ts';
import { Section } from './Section.tsx';

type StayPriceProps = {
  booking: DeskBooking;
  state: ReplicaState;
  /** of its ledger; undefined = not here yet, or not readable */
  entries: readonly FolioEntry[] | undefined;
};

export function StayPrice({ booking, state, entries }: StayPriceProps) {
  const { price: texts, nights: nightsText } = messages().stay;
  const { price, currency, meal, charges, commission } = booking;
  const { from, until } = daysOfStay(booking, state);
  const nights = Math.max(1, until - from);
  const byNight = entries ? nightlyPrices(entries, booking) : null;
  const facts = [
    meal && texts.meals[meal],
    commission !== null && texts.commission(formatMoney(commission, currency)),
  ];
  return (
    <Section title={texts.title} about={<span class="t12 ink3">{facts.filter(Boolean).join(' · ')}</span>}>
      <div class="price-line">
        <span class="t16 m">{formatMoney(price, currency)}</span>
        <span class="ink3 t12">
          {nightsText(nights)}
          {!byNight && ` · ${texts.perNight(formatMoney(price / nights, currency))}`}
        </span>
      </div>
      {byNight && (
        <ul class="price-nights t12 ink2" aria-label={texts.byNight}>
          {byNight.map((run) => (
            <li key={run.first} class="price-line">
              <span>{daysOf(run)}</span>
              <span class="end num">{priceOf(run, currency)}</span>
            </li>
          ))}
        </ul>
      )}
      {charges?.map(({ description, amount, included }) => (
        <div key={`${description} ${amount}`} class="price-line t12 ink2">
          <span class="cut">{description}</span>
          <span class="end">{included ? texts.included : formatMoney(amount, currency)}</span>
        </div>
      ))}
    </Section>
  );
}

function daysOf({ first, last }: NightsOfPrice): string {
  return first === last ? formatDay(first) : formatDays(first, last);
}

function priceOf({ first, last, price }: NightsOfPrice, currency: string): string {
  const sum = formatMoney(price, currency);
  return first === last ? sum : `${last - first + 1} × ${sum}`;
}
