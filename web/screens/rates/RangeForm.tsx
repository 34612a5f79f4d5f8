// A form for a range of nights: a room or all, from and to, days of the week, and what to set. On a phone it is the screen, elsewhere a drawer.
import { useSignal } from '@preact/signals';
import { dateOfDayNumber, dayOfDate } from '../../days.ts';
import { formatDay } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Check, Field, Select } from '../../parts/Field.tsx';
import { type RangeFaults, type RangeFields, readRange } from './range-values.ts';
import { edits, priceChange, rooms, setValues } from './rates-state.ts';
import { sheet } from './sheet.ts';

const WEEK = 7;
/** A Monday: for the names of the days of the week. */
const MONDAY = dayOfDate('2024-01-01');

type RangeFormProps = {
  /** the nights that the form begins with */
  from: number;
  until: number;
  /** the room that it begins with; null = all */
  roomId: number | null;
  /** takes the focus when it appears */
  takesFocus?: boolean;
  onSet?: () => void;
};

export function RangeForm({ from, until, roomId, takesFocus = false, onSet }: RangeFormProps) {
  const texts = messages().rates;
  const { fields, faults, apply } = useRange({ from, until, roomId }, onSet);
  const { value } = fields;
  const set = (name: keyof RangeFields) => ({
    value: value[name] as string,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => {
      fields.value = { ...value, [name]: currentTarget.value };
    },
  });
  const choose = (name: keyof RangeFields) => {
    const { value: chosen, onInput: onChange } = set(name);
    return { value: chosen, onChange };
  };
  const wrong = (name: keyof RangeFaults, text: string) => (faults[name] ? { error: text } : {});
  const rule = (label: string, name: keyof RangeFields, closed: string, open: string) => (
    <Select label={label} options={ruleOptions(closed, open)} {...choose(name)} />
  );
  return (
    <form class="rate-form" onSubmit={apply}>
      <Select label={texts.room} options={roomOptions()} takesFocus={takesFocus} {...choose('room')} />
      <div class="rate-two">
        <Field type="date" label={texts.from} {...set('first')} {...wrong('first', texts.notInSheet)} />
        <Field type="date" label={texts.until} {...set('last')} {...wrong('last', texts.wrongEnd)} />
      </div>
      <Weekdays
        chosen={value.weekdays}
        onChoose={(weekdays) => {
          fields.value = { ...value, weekdays };
        }}
      />
      <Field
        label={texts.lines.price}
        placeholder="+10 %"
        {...set('price')}
        {...wrong('price', texts.notAPrice)}
      />
      <NightsFields set={set} faults={faults} />
      <div class="rate-two">
        {rule(texts.arrival, 'arrival', texts.noArrival, texts.arrivalAgain)}
        {rule(texts.departure, 'departure', texts.noDeparture, texts.departureAgain)}
      </div>
      {rule(texts.sale, 'sale', texts.close, texts.openAgain)}
      {faults.nothing && (
        <p role="alert" class="help bad">
          {texts.nothingToSet}
        </p>
      )}
      <Button type="submit" kind={edits.value.size === 0 ? 'primary' : 'plain'}>
        {texts.set}
      </Button>
    </form>
  );
}

type NightsFieldsProps = {
  set: (name: 'minimum' | 'maximum') => {
    value: string;
    onInput: (event: { currentTarget: { value: string } }) => void;
  };
  faults: RangeFaults;
};

/** The least and the most nights of a stay. */
function NightsFields({ set, faults }: NightsFieldsProps) {
  const texts = messages().rates;
  return (
    <div class="rate-two">
      <Field
        label={texts.minimum}
        inputMode="numeric"
        {...set('minimum')}
        {...(faults.minimum && { error: texts.notNights(1) })}
      />
      <Field
        label={texts.maximumNights}
        inputMode="numeric"
        help={texts.maximumHelp}
        {...set('maximum')}
        {...(faults.maximum && { error: texts.notNights(0) })}
      />
    </div>
  );
}

/** Knows what the form says, and sets it. Faults are shown from the first attempt on. */
function useRange({ from, until, roomId }: Omit<RangeFormProps, 'takesFocus' | 'onSet'>, onSet?: () => void) {
  const fields = useSignal<RangeFields>({
    room: roomId === null ? '' : String(roomId),
    first: dateOfDayNumber(from),
    last: dateOfDayNumber(until - 1),
    weekdays: new Set(),
    price: '',
    minimum: '',
    maximum: '',
    arrival: '',
    departure: '',
    sale: '',
  });
  const wasTried = useSignal(false);
  const known = sheet.value!;
  // All rooms are those of the sheet, as the server gave it: the copy may be older than some of them.
  const range = readRange(fields.value, { ...known, roomIds: [...known.rooms.keys()], priceOf: priceChange });
  const apply = (event: Event) => {
    event.preventDefault();
    wasTried.value = 'faults' in range;
    if ('faults' in range) return;
    setValues(range.area, (stored, _, day) => range.patchOf(stored, day));
    onSet?.();
  };
  const found: RangeFaults = 'faults' in range ? range.faults : {};
  // A price is wrong as soon as it stands there; what is still empty is not.
  const faults = wasTried.value ? found : { ...(found.price && { price: true as const }) };
  return { fields, faults, apply };
}

function roomOptions() {
  return [
    { value: '', label: messages().rates.allRooms },
    ...rooms.value.map(({ room_id: id, name }) => ({ value: String(id), label: name })),
  ];
}

function ruleOptions(closed: string, open: string) {
  return [
    { value: '', label: messages().rates.unchanged },
    { value: 'close', label: closed },
    { value: 'open', label: open },
  ];
}

type WeekdaysProps = { chosen: ReadonlySet<number>; onChoose: (days: ReadonlySet<number>) => void };

function Weekdays({ chosen, onChoose }: WeekdaysProps) {
  const texts = messages().rates;
  return (
    <fieldset class="rate-weekdays">
      <legend class="label">{texts.onlyOn}</legend>
      {Array.from({ length: WEEK }, (_, day) => (
        <Check
          key={day}
          label={formatDay(MONDAY + day, 'tiny').replace(/[\d.,\s]+/g, '')}
          checked={chosen.has(day)}
          onInput={({ currentTarget }) => {
            const days = new Set(chosen);
            if (currentTarget.checked) days.add(day);
            else days.delete(day);
            onChoose(days);
          }}
        />
      ))}
    </fieldset>
  );
}
