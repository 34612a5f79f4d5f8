// The second step: the kinds of rooms with their numbers and prices, a line each.
import { useSignal } from '@preact/signals';
import { dateOfDayNumber } from '../../days.ts';
import { make } from '../../desk/changes.ts';
import { api, copy, currency, isLive, operator } from '../../desk/property.ts';
import type { ChangeRequest } from '../../desk/server.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Field } from '../../parts/Field.tsx';
import { SetupFoot } from './HouseForm.tsx';
import type { RoomsSaving } from './rooms-step.ts';
import { parseUnitNames } from './unit-names.ts';

type Column = 'name' | 'numbers' | 'sleeps' | 'price' | 'weekend';
type RoomLine = Record<Column, string> & {
  id: number;
  error: string | null;
  /** the room, once it is created: what follows it may have been refused */
  roomId: number | null;
};

const emptyLine = (id: number): RoomLine => ({
  id,
  name: '',
  numbers: '',
  sleeps: '2',
  price: '',
  weekend: '',
  error: null,
  roomId: null,
});

export function RoomsForm({ onSaving }: { onSaving: (saving: RoomsSaving) => void }) {
  const { setup } = messages();
  const lines = useSignal<readonly RoomLine[]>([emptyLine(0), emptyLine(1), emptyLine(2)]);
  const filled = lines.value.filter(({ name }) => name.trim() !== '');
  const count = filled.reduce(
    (sum, { numbers }) => sum + Math.max(1, parseUnitNames(numbers)?.length ?? 0),
    0,
  );
  const change = (id: number, part: Partial<RoomLine>) => {
    lines.value = lines.value.map((line) => (line.id === id ? { ...line, error: null, ...part } : line));
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (filled.length === 0) return change(lines.value[0]!.id, { error: setup.needed });
    onSaving('begun');
    for (const line of filled) {
      const refusal = await saveLine(line);
      if (refusal) return change(line.id, refusal);
      // What is saved is not saved once more after a later line was refused.
      lines.value = lines.value.filter(({ id }) => id !== line.id);
    }
    onSaving('done');
  };
  return (
    <form class="setup-form" onSubmit={submit}>
      <h1 class="t28 b">{setup.roomsTitle}</h1>
      <p class="t14 ink2">{setup.roomsAbout}</p>
      <div class="setup-rooms">
        {lines.value.map((line, place) => (
          <RoomFields
            key={line.id}
            line={line}
            isFirst={place === 0}
            onChange={(part) => change(line.id, part)}
          />
        ))}
      </div>
      <Button
        kind="quiet"
        icon="plus"
        onClick={() => {
          lines.value = [...lines.value, emptyLine((lines.value.at(-1)?.id ?? 0) + 1)];
        }}
      >
        {setup.addLine}
      </Button>
      <SetupFoot disabled={!isLive.value}>
        <span class="ink2">{count > 0 && setup.count(count)}</span>
      </SetupFoot>
    </form>
  );
}

type RoomFieldsProps = { line: RoomLine; isFirst: boolean; onChange: (part: Partial<RoomLine>) => void };

function RoomFields({ line, isFirst, onChange }: RoomFieldsProps) {
  const { setup } = messages();
  const field = (name: Column) => ({
    value: line[name],
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange({ [name]: currentTarget.value }),
  });
  const names = line.name === '' ? [] : parseUnitNames(line.numbers);
  return (
    <div class="setup-room" data-first={isFirst}>
      <Field
        label={setup.kind}
        placeholder={isFirst ? setup.kindExample : ''}
        autoFocus={isFirst}
        {...field('name')}
      />
      <Field label={setup.numbers} placeholder={isFirst ? setup.numbersExample : ''} {...field('numbers')} />
      <p class="setup-count">
        <span class="t12 ink2">{setup.rooms}</span>
        <span>{line.name === '' ? '–' : Math.max(1, names?.length ?? 0)}</span>
      </p>
      <Field label={setup.sleeps} inputMode="numeric" {...field('sleeps')} />
      <Field label={`${setup.weekdays}, ${currency.value}`} inputMode="decimal" {...field('price')} />
      <Field
        label={`${setup.weekends}, ${currency.value}`}
        inputMode="decimal"
        placeholder={line.price}
        {...field('weekend')}
      />
      {line.error !== null && (
        <p class="help bad" role="alert">
          {line.error}
        </p>
      )}
    </div>
  );
}

/** The nights for which weekend prices are set, from today. */
const NIGHTS = 365;

type LineRefusal = Pick<RoomLine, 'error' | 'roomId'>;

/** Creates the room of a line, its units, and the prices of its weekends. Returns why not; null if all is saved. */
async function saveLine(line: RoomLine): Promise<LineRefusal | null> {
  const { setup } = messages();
  const names = parseUnitNames(line.numbers);
  const [price, weekend] = [line.price, line.weekend || line.price].map((text) =>
    Number(text.replace(',', '.')),
  );
  if (names === null) return { error: setup.badNumbers, roomId: line.roomId };
  if (line.price === '' || !(price! >= 0) || !(weekend! >= 0))
    return { error: setup.badPrice, roomId: line.roomId };
  let { roomId } = line;
  if (roomId === null) {
    const body = { name: line.name.trim(), capacity: Number(line.sleeps), price };
    const room = await save<{ room_id: number }>({ method: 'POST', path: operator('rooms'), body });
    if (typeof room === 'string') return { error: room, roomId };
    roomId = room.room_id;
  }
  const requests = [
    ...(names.length > 0 ? [{ path: api('units'), body: { room_id: roomId, names } }] : []),
    ...(weekend === price ? [] : [{ path: api('availability'), body: [weekendsOf(roomId, weekend!)] }]),
  ];
  for (const request of requests) {
    const answer = await save({ method: 'POST', ...request });
    if (typeof answer === 'string') return { error: answer, roomId };
  }
  return null;
}

function weekendsOf(roomId: number, price: number): object {
  const { today } = copy.peek()!;
  const nights = { date: dateOfDayNumber(today), todate: dateOfDayNumber(today + NIGHTS) };
  return { room_id: roomId, ...nights, days: ['fri', 'sat'], price };
}

/** Makes a change without a message. Returns its answer, or why it was refused. */
async function save<T extends object>(request: ChangeRequest): Promise<T | string> {
  let refused: string | null = null;
  const outcome = await make<T>(
    { done: '', quiet: true, request },
    {
      onRefused: ({ errors, detail }) => {
        refused = errors?.[0]?.message ?? detail;
      },
    },
  );
  return outcome.ok ? outcome.data : (refused ?? messages().unreachable);
}
