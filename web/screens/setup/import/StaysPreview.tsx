// The stays of a list as they were read, line by line, with what is asked about them and why others are left out.
import { dayOfDate } from '../../../days.ts';
import { currency } from '../../../desk/property.ts';
import { formatDay, formatMoney } from '../../../format.ts';
import { messages } from '../../../language.ts';
import { Icon } from '../../../parts/Icon.tsx';
import type { CheckedList, CheckedStay } from './check-list.ts';

export function StaysPreview({ list }: { list: CheckedList }) {
  const texts = messages().imports;
  const { stays, offered, asked, leftOut } = list;
  return (
    <section aria-label={texts.previewTitle}>
      <h2 class="t16 b">{texts.previewTitle}</h2>
      <div class="ink2" role="status">
        <p>{texts.counts(offered, asked, leftOut)}</p>
        {asked > 0 && <p>{texts.toAnswer(counted(list.askedBy, texts.questions))}</p>}
        {leftOut > 0 && <p>{texts.leftOut(counted(list.leftOutBy, texts.errors))}</p>}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <section class="import-table" aria-label={texts.found} tabIndex={0}>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{texts.line}</th>
              <th scope="col">{texts.columns.name}</th>
              <th scope="col">{texts.columns.room}</th>
              <th scope="col">{texts.dates}</th>
              <th scope="col" class="num">
                {texts.columns.price}
              </th>
              <th scope="col">{texts.found}</th>
            </tr>
          </thead>
          <tbody>
            {stays.map((stay, index) => (
              <StayLine key={index} stay={stay} />
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

/** 3 × cancelled · 1 × is over */
function counted<T extends string>(counts: ReadonlyMap<T, number>, names: Record<T, string>): string {
  return [...counts].map(([what, count]) => `${count} × ${names[what]}`).join(' · ');
}

function StayLine({ stay }: { stay: CheckedStay }) {
  const texts = messages().imports;
  const { asks, errors, outcome, of, price } = stay;
  const [arrival, departure] = stay.written;
  const day = (date: string | null, written: string) =>
    date ? `${formatDay(dayOfDate(date))} ${date.slice(0, 4)}` : written || '?';
  const isPriceAsked = asks.includes('price');
  return (
    <tr data-left-out={outcome !== 'offered'}>
      <td class="num ink2">{stay.line}</td>
      <td>{stay.name}</td>
      <td>{stay.room}</td>
      <td class="nowrap">
        {day(stay.checkin, arrival)} – {day(stay.checkout, departure)}
      </td>
      <td class="num">
        {isPriceAsked ? stay.amount : price === null ? texts.usualPrice : formatMoney(price, currency.value)}
      </td>
      <td>
        {errors.map((error) => (
          <Found key={error} text={texts.errors[error]} />
        ))}
        {outcome === 'asked' && asks.map((ask) => <Found key={ask} text={texts.questions[ask]} />)}
        {of > 1 && <span class="ink2">{texts.shared(of)}</span>}
      </td>
    </tr>
  );
}

function Found({ text }: { text: string }) {
  return (
    <span class="state warn">
      <Icon name="warn" small />
      {text}
    </span>
  );
}
