// Above the sheet: what is selected, and what can be set in it.
import { useSignal } from '@preact/signals';
import { currency } from '../../desk/property.ts';
import { formatDay, formatDays } from '../../format.ts';
import { shownKeys } from '../../keys.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Drawer } from '../../parts/Drawer.tsx';
import { type RateArea, type RateValues, smallestStep } from './edits.ts';
import { focusSheet, hasLeftField, leaveFieldByKey } from './leave-field.ts';
import { RangeForm } from './RangeForm.tsx';
import { applyPrice, rooms, selectedArea, setValues, shownAt, step } from './rates-state.ts';

export function Toolbar({ canChange }: { canChange: boolean }) {
  const texts = messages().rates;
  const area = selectedArea();
  if (!area) return <div class="rate-tools" />;
  const names = rooms.value.filter(({ room_id: id }) => area.roomIds.includes(id)).map(({ name }) => name);
  const first = shownAt(area.roomIds[0]!, area.from);
  const nights = area.roomIds.length * (area.until - area.from);
  return (
    <div
      class="rate-tools"
      role="toolbar"
      aria-label={texts.tools}
      onKeyDown={leaveFieldByKey}
      onFocusIn={() => {
        hasLeftField.value = false;
      }}
    >
      <span class="cut rate-selected">
        <b class="m">{names.length === 1 ? names[0] : texts.rooms(names.length)}</b>{' '}
        <span class="ink2">
          {area.until - area.from === 1 ? formatDay(area.from) : formatDays(area.from, area.until - 1)},{' '}
          {texts.nights(nights)}
        </span>
      </span>
      {canChange && first && (
        <>
          <RangeButton area={area} />
          <PriceChange />
          <NightsChange />
          <Rules area={area} first={first} />
          <span class="end ink3 t12 nowrap rate-hint">
            <kbd>{shownKeys('mod+d')}</kbd> {texts.fill} <kbd>{shownKeys('mod+v')}</kbd> {texts.paste}
          </span>
        </>
      )}
    </div>
  );
}

type RulesProps = { area: RateArea; first: RateValues };

/** Closes the selected nights, or opens them again: the opposite of what the first of them is. */
function Rules({ area, first }: RulesProps) {
  const texts = messages().rates;
  return (
    <span class="row rate-rules-tools">
      <Button
        small
        icon="in"
        onClick={() => setValues(area, () => ({ closed_to_arrival: !first.closed_to_arrival }))}
      >
        {first.closed_to_arrival ? texts.arrivalAgain : texts.noArrival}
      </Button>
      <Button
        small
        icon="out"
        onClick={() => setValues(area, () => ({ closed_to_departure: !first.closed_to_departure }))}
      >
        {first.closed_to_departure ? texts.departureAgain : texts.noDeparture}
      </Button>
      <Button small icon="ban" onClick={() => setValues(area, () => ({ stop_sell: !first.stop_sell }))}>
        {first.stop_sell ? texts.openAgain : texts.close}
      </Button>
    </span>
  );
}

/** Opens the form for a range of nights, which begins with those that are selected. */
function RangeButton({ area: { roomIds, from, until } }: { area: RateArea }) {
  const texts = messages().rates;
  const isOpen = useSignal(false);
  const close = () => {
    isOpen.value = false;
  };
  return (
    <>
      <Button
        small
        icon="calendar"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {texts.range}
      </Button>
      {isOpen.value && (
        <Drawer title={texts.rangeTitle} onClose={close}>
          <RangeForm
            from={from}
            until={until}
            roomId={roomIds.length === 1 ? roomIds[0]! : null}
            takesFocus
            onSet={() => {
              close();
              focusSheet();
            }}
          />
        </Drawer>
      )}
    </>
  );
}

/** Beside the smallest step of the currency. */
const STEPS = [0.5, 1, 5, 10];

/** A price or a change of prices, and what the new ones are rounded to. */
function PriceChange() {
  const texts = messages().rates;
  const text = useSignal('');
  const isWrong = useSignal(false);
  const smallest = smallestStep(currency.value);
  const steps = [smallest, ...STEPS.filter((one) => one > smallest)];
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        isWrong.value = !applyPrice(text.value);
        if (!isWrong.value) text.value = '';
      }}
    >
      <label class="row">
        <span class="ink2">{texts.lines.price}</span>
        <input
          class={isWrong.value ? 'input bad rate-field' : 'input rate-field'}
          placeholder="+10 %"
          aria-invalid={isWrong.value}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
            isWrong.value = false;
          }}
        />
      </label>
      <label class="row">
        <span class="ink2 nowrap">{texts.roundTo}</span>
        <select
          class="input rate-field"
          value={String(step.value)}
          onChange={({ currentTarget }) => {
            step.value = Number(currentTarget.value);
          }}
        >
          {steps.map((one) => (
            <option key={one} value={String(one)} selected={one === step.value}>
              {one}
            </option>
          ))}
        </select>
      </label>
    </form>
  );
}

const MAX_NIGHTS = 999;

function NightsChange() {
  const texts = messages().rates;
  const set = (name: 'min_stay' | 'max_stay', text: string) => {
    const value = Number(text);
    const least = name === 'min_stay' ? 1 : 0;
    if (text !== '' && Number.isInteger(value) && value >= least && value <= MAX_NIGHTS)
      setValues(selectedArea(), () => ({ [name]: value }));
  };
  return (['min_stay', 'max_stay'] as const).map((name) => (
    <label key={name} class="row">
      <span class="ink2 nowrap">{name === 'min_stay' ? texts.minimum : texts.maximum}</span>
      <input
        class="input rate-number"
        inputMode="numeric"
        onChange={({ currentTarget }) => {
          set(name, currentTarget.value.trim());
          currentTarget.value = '';
        }}
      />
    </label>
  ));
}
