// What the stay costs: the price, a night on average, meals, and what its channel reported beside it.
import { formatMoney } from '../../format.ts';
import { messages } from '../../language.ts';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { daysOfStay } from '../../replica/stays.ts';
import { Section } from './Section.tsx';

export function StayPrice({ booking, state }: { booking: DeskBooking; state: ReplicaState }) {
  const { price: texts, nights: nightsText } = messages().stay;
  const { price, currency, meal, charges, commission } = booking;
  const { from, until } = daysOfStay(booking, state);
  const nights = Math.max(1, until - from);
  const facts = [
    meal && texts.meals[meal],
    commission !== null && texts.commission(formatMoney(commission, currency)),
  ];
  return (
    <Section title={texts.title} about={<span class="t12 ink3">{facts.filter(Boolean).join(' · ')}</span>}>
      <div class="price-line">
        <span class="t16 m">{formatMoney(price, currency)}</span>
        <span class="ink3 t12">
          {nightsText(nights)} ·{' '}
          {texts.perNight(formatMoney(Math.round((price / nights) * 100) / 100, currency))}
        </span>
      </div>
      {charges?.map(({ description, amount, included }) => (
        <div key={`${description} ${amount}`} class="price-line t12 ink2">
          <span class="cut">{description}</span>
          <span class="end">{included ? texts.included : formatMoney(amount, currency)}</span>
        </div>
      ))}
    </Section>
  );
}
