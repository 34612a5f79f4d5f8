// The second step: the kinds of rooms with their numbers and prices, a line each. What is saved stays to be seen; a line that was refused
// stops no other.
import { type Signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { currency, isLive } from '../../desk/property.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Field } from '../../parts/Field.tsx';
import { FormError } from '../../parts/FormError.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { PLACES } from './places.ts';
import {
  COLUMNS,
  countRooms,
  emptyLine,
  isFilled,
  type RoomColumn,
  type RoomLine,
  saveLine,
  wrongOf,
} from './room-lines.ts';
import type { RoomsSaving } from './rooms-step.ts';
import { SetupFoot } from './SetupFoot.tsx';

type RoomsFormProps = {
  /** what is typed; it outlives the form, because the step before can be gone back to */
  lines: Signal<readonly RoomLine[]>;
  onSaving: (saving: RoomsSaving) => void;
};

export function RoomsForm({ lines, onSaving }: RoomsFormProps) {
  const { setup } = messages();
  const form = useRef<HTMLFormElement>(null);
  const isSaving = useSignal(false);
  const count = lines.value.filter(isFilled).reduce((sum, line) => sum + countRooms(line), 0);
  const change = (id: number, part: Partial<RoomLine>) => {
    lines.value = lines.value.map((line) => (line.id === id ? { ...line, ...part } : line));
  };
  const showWrong = () => {
    setTimeout(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid], [data-refused] input:enabled')?.focus(),
    );
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isSaving.peek()) return;
    lines.value = lines.value.map((line) => ({
      ...line,
      refusal: null,
      errors: isFilled(line) && !line.saved.all ? wrongOf(line) : {},
    }));
    const filled = lines.value.filter(isFilled);
    if (filled.length === 0) change(lines.value[0]!.id, { errors: { name: setup.needed } });
    if (lines.value.some(({ errors }) => Object.keys(errors).length > 0)) return showWrong();
    isSaving.value = true;
    onSaving('begun');
    for (const line of filled.filter(({ saved }) => !saved.all)) change(line.id, await saveLine(line));
    isSaving.value = false;
    if (lines.value.some(({ refusal, errors }) => refusal !== null || Object.keys(errors).length > 0))
      showWrong();
    else onSaving('done');
  };
  const addLine = () => {
    lines.value = [...lines.value, emptyLine((lines.value.at(-1)?.id ?? 0) + 1)];
  };
  return (
    <form ref={form} class="setup-form" noValidate onSubmit={(event) => void submit(event)}>
      <h1 class="t28 b">{setup.roomsTitle}</h1>
      <p class="t14 ink2">{setup.roomsAbout}</p>
      <div class="setup-rooms">
        {lines.value.map((line, place) => (
          <RoomFields
            key={line.id}
            line={line}
            isFirst={place === 0}
            disabled={isSaving.value}
            onChange={(part) => change(line.id, part)}
          />
        ))}
      </div>
      <Button kind="quiet" icon="plus" onClick={addLine}>
        {setup.addLine}
      </Button>
      <SetupFoot disabled={!isLive.value || isSaving.value} back={PLACES.house}>
        <span class="ink2">{count > 0 && setup.count(count)}</span>
      </SetupFoot>
    </form>
  );
}

type RoomFieldsProps = {
  line: RoomLine;
  isFirst: boolean;
  disabled: boolean;
  onChange: (part: Partial<RoomLine>) => void;
};

function RoomFields({ line, isFirst, disabled, onChange }: RoomFieldsProps) {
  const { setup } = messages();
  const isCreated = line.saved.roomId !== null;
  /** Columns that are saved already cannot be changed here. */
  const isSaved: Record<RoomColumn, boolean> = {
    name: isCreated,
    numbers: line.saved.units,
    sleeps: isCreated,
    price: isCreated,
    weekend: line.saved.all,
  };
  const field = (name: RoomColumn) => ({
    value: line[name],
    disabled: disabled || isSaved[name],
    ...(line.errors[name] !== undefined && { error: line.errors[name] }),
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange({ [name]: currentTarget.value, errors: withoutError(line, name), refusal: null }),
  });
  return (
    <div
      class="setup-room"
      data-first={isFirst}
      data-saved={line.saved.all}
      {...(line.refusal !== null && { 'data-refused': true })}
    >
      <Field
        label={setup.kind}
        placeholder={isFirst ? setup.kindExample : ''}
        takesFocus={isFirst}
        {...field('name')}
      />
      <Field label={setup.numbers} placeholder={isFirst ? setup.numbersExample : ''} {...field('numbers')} />
      <p class="setup-count">
        <span class="t12 ink2">{setup.rooms}</span>
        <span>
          {line.saved.all && <Icon name="check" small label={setup.saved} />}
          {isFilled(line) ? countRooms(line) : '–'}
        </span>
      </p>
      <Field label={setup.sleeps} inputMode="numeric" {...field('sleeps')} />
      <Field label={`${setup.weekdays}, ${currency.value}`} inputMode="decimal" {...field('price')} />
      <Field
        label={`${setup.weekends}, ${currency.value}`}
        inputMode="decimal"
        placeholder={line.price}
        {...field('weekend')}
      />
      <FormError text={line.refusal !== null && isCreated ? setup.savedInPart(line.refusal) : line.refusal} />
    </div>
  );
}

/** Returns the errors of a line without that of the column that is typed into. */
function withoutError({ errors }: RoomLine, column: RoomColumn): RoomLine['errors'] {
  return Object.fromEntries(
    COLUMNS.flatMap((one) => (one !== column && errors[one] ? [[one, errors[one]]] : [])),
  );
}
