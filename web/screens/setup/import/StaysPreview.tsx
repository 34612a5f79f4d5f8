// The stays of a list as they were read, line by line, with what is wrong; and the question which of two numbers is the month.
import { dayOfDate } from '../../../days.ts';
import { currency } from '../../../desk/property.ts';
import { formatDay, formatMoney } from '../../../format.ts';
import { messages } from '../../../language.ts';
import { Radio } from '../../../parts/Field.tsx';
import { Icon } from '../../../parts/Icon.tsx';
import { type DateOrder, readDate } from './dates.ts';
import type { LineError, ListedStay, StaysTable } from './stays-file.ts';

type DateQuestionProps = {
  table: StaysTable;
  isMixed: boolean;
  chosen: DateOrder | null;
  onChoose: (order: DateOrder) => void;
};

export function DateQuestion({ table, isMixed, chosen, onChoose }: DateQuestionProps) {
  const texts = messages().imports;
  const example = table.lines.map((line) => line[table.columns.arrival ?? -1] ?? '').find(isUnclear) ?? '';
  return (
    <fieldset class="import-question">
      <legend class="t16 b">{isMixed ? texts.mixedDates : texts.whichDate(example)}</legend>
      {(['dmy', 'mdy'] as const).map((order) => {
        const date = readDate(example, order);
        return (
          <Radio
            key={order}
            name="order"
            label={`${texts.orders[order]}${date ? ` – ${formatDay(dayOfDate(date), 'long')} ${date.slice(0, 4)}` : ''}`}
            checked={chosen === order}
            onInput={() => onChoose(order)}
          />
        );
      })}
    </fieldset>
  );
}

function isUnclear(text: string): boolean {
  const [one, other] = [readDate(text, 'dmy'), readDate(text, 'mdy')];
  return one !== null && other !== null && one !== other;
}

type StaysPreviewProps = {
  stays: readonly ListedStay[];
  isTaken: (errors: readonly LineError[]) => boolean;
};

export function StaysPreview({ stays, isTaken }: StaysPreviewProps) {
  const texts = messages().imports;
  const wrong = stays.filter(({ errors }) => !isTaken(errors)).length;
  return (
    <section aria-label={texts.previewTitle}>
      <h2 class="t16 b">{texts.previewTitle}</h2>
      <p class="ink2" role="status">
        {texts.counts(stays.length - wrong, wrong)}
      </p>
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
            {stays.map((stay) => (
              <StayLine key={stay.line} stay={stay} isLeftOut={!isTaken(stay.errors)} />
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function StayLine({ stay, isLeftOut }: { stay: ListedStay; isLeftOut: boolean }) {
  const texts = messages().imports;
  const day = (date: string | null) => (date ? `${formatDay(dayOfDate(date))} ${date.slice(0, 4)}` : '–');
  return (
    <tr data-left-out={isLeftOut}>
      <td class="num ink2">{stay.line}</td>
      <td>{stay.name}</td>
      <td>{stay.room}</td>
      <td class="nowrap">
        {day(stay.checkin)} – {day(stay.checkout)}
      </td>
      <td class="num">{stay.price === null ? texts.usualPrice : formatMoney(stay.price, currency.value)}</td>
      <td>
        {stay.errors.map((error) => (
          <span key={error} class="state warn">
            <Icon name="warn" small />
            {texts.errors[error]}
          </span>
        ))}
      </td>
    </tr>
  );
}
