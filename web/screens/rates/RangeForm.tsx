// Rates on a phone: a room or all, days of the week in a range, and what to set; with the next nights of each room.
import { useSignal } from '@preact/signals';
import { dateOfDayNumber, dayOfDate, weekdayOf } from '../../days.ts';
import { currency, rightsOf } from '../../desk/property.ts';
import { formatCount, formatDay, formatMoney } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Check, Field, Select } from '../../parts/Field.tsx';
import type { RateArea, RatePatch, RateValues } from './edits.ts';
import { edits, priceChange, rooms, setValues, shownAt } from './rates-state.ts';
import { sheet } from './sheet.ts';

const WEEK = 7;
/** A Monday: for the names of the days of the week. */
const MONDAY = dayOfDate('2024-01-01');

export function RangeForm({ today }: { today: number }) {
  const texts = messages().rates;
  const room = useSignal('');
  const [from, to] = [useSignal(dateOfDayNumber(today)), useSignal(dateOfDayNumber(today + WEEK - 1))];
  const weekdays = useSignal<ReadonlySet<number>>(new Set());
  const price = useSignal('');
  const minimum = useSignal('');
  const closing = useSignal('');
  const change = price.value.trim() === '' ? null : priceChange(price.value);
  const isWrong = price.value.trim() !== '' && change === null;
  const apply = (event: Event) => {
    event.preventDefault();
    // All rooms are those of the sheet, as the server gave it: the copy may be older than some of them.
    const roomIds = room.value ? [Number(room.value)] : [...(sheet.value?.rooms.keys() ?? [])];
    const area = { roomIds, from: dayOfDate(from.value), until: dayOfDate(to.value) + 1 };
    const patch = {
      ...(Number(minimum.value) >= 1 && { min_stay: Math.floor(Number(minimum.value)) }),
      ...(closing.value && { stop_sell: closing.value === 'close' }),
    };
    setValuesOn(weekdays.value, area, ({ price: known }) => ({
      ...patch,
      ...(change && { price: change(known) }),
    }));
  };
  return (
    <>
      <NextNights today={today} />
      {rightsOf('availability:write').changes && (
        <form class="rate-form" onSubmit={apply}>
          <RoomField room={room} />
          <div class="rate-two">
            <Field type="date" label={texts.from} value={from.value} onInput={storeIn(from)} />
            <Field type="date" label={texts.until} value={to.value} onInput={storeIn(to)} />
          </div>
          <Weekdays chosen={weekdays} />
          <div class="rate-two">
            <Field
              label={texts.lines.price}
              placeholder="+10 %"
              value={price.value}
              onInput={storeIn(price)}
              {...(isWrong && { error: texts.notAPrice })}
            />
            <Field label={texts.minimum} value={minimum.value} onInput={storeIn(minimum)} />
          </div>
          <Select
            label={texts.sale}
            value={closing.value}
            options={saleOptions()}
            onChange={storeIn(closing)}
          />
          <Button type="submit" kind={edits.value.size === 0 ? 'primary' : 'plain'} disabled={isWrong}>
            {texts.set}
          </Button>
        </form>
      )}
    </>
  );
}

/** One room, or all of them: an empty text. */
function RoomField({ room }: { room: { value: string } }) {
  const texts = messages().rates;
  return (
    <Select
      label={texts.room}
      value={room.value}
      options={[
        { value: '', label: texts.allRooms },
        ...rooms.value.map(({ room_id: id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={storeIn(room)}
    />
  );
}

/** Sets values on some days of the week; on all if none is chosen. */
function setValuesOn(
  weekdays: ReadonlySet<number>,
  area: RateArea,
  patchOf: (stored: RateValues) => RatePatch,
): void {
  setValues(area, (stored, _, day) =>
    weekdays.size === 0 || weekdays.has(weekdayOf(day)) ? patchOf(stored) : {},
  );
}

function storeIn(field: { value: string }) {
  return ({ currentTarget }: { currentTarget: { value: string } }) => {
    field.value = currentTarget.value;
  };
}

function saleOptions() {
  const { unchanged, close, openAgain } = messages().rates;
  return [
    { value: '', label: unchanged },
    { value: 'close', label: close },
    { value: 'open', label: openAgain },
  ];
}

function Weekdays({ chosen }: { chosen: { value: ReadonlySet<number> } }) {
  const texts = messages().rates;
  return (
    <fieldset class="rate-weekdays">
      <legend class="label">{texts.onlyOn}</legend>
      {Array.from({ length: WEEK }, (_, day) => (
        <Check
          key={day}
          label={formatDay(MONDAY + day, 'tiny').replace(/[\d.,\s]+/g, '')}
          checked={chosen.value.has(day)}
          onInput={({ currentTarget }) => {
            const days = new Set(chosen.value);
            if (currentTarget.checked) days.add(day);
            else days.delete(day);
            chosen.value = days;
          }}
        />
      ))}
    </fieldset>
  );
}

/** Prices and free units of the next week, room by room. */
function NextNights({ today }: { today: number }) {
  const texts = messages().rates;
  const days = Array.from({ length: WEEK }, (_, at) => today + at);
  return rooms.value.map(({ room_id: id, name }) => (
    <section key={id} class="rate-room">
      <h2>{name}</h2>
      <ul>
        {days.map((day) => {
          const values = shownAt(id, day);
          const isChanged = edits.value.get(id)?.has(day);
          return (
            <li key={day} class={isChanged ? 'changed' : ''}>
              <span class="t12 ink3">{formatDay(day, 'tiny')}</span>
              <b class="m">
                {values && (values.stop_sell ? texts.closed : formatMoney(values.price, currency.value))}
              </b>
              <span class="t12 ink3">{values && texts.free(formatCount(values.available))}</span>
            </li>
          );
        })}
      </ul>
    </section>
  ));
}
