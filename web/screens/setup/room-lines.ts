// The lines in which the rooms of a new house are typed: what is wrong with one, and saving one. A line that was saved in part goes on where it stopped.
import { dateOfDayNumber } from '../../days.ts';
import { make } from '../../desk/changes.ts';
import { api, copy, currency, operator } from '../../desk/property.ts';
import type { ChangeRequest } from '../../desk/server.ts';
import { parseAmount } from '../../format.ts';
import { messages } from '../../language.ts';
import { parseUnitNames } from './unit-names.ts';

export const COLUMNS = ['name', 'numbers', 'sleeps', 'price', 'weekend'] as const;
export type RoomColumn = (typeof COLUMNS)[number];

/** What of a line is saved. `roomId`: null = the room is not created yet. */
type Saved = { roomId: number | null; units: boolean; all: boolean };

export type RoomLine = Record<RoomColumn, string> & {
  id: number;
  errors: Partial<Record<RoomColumn, string>>;
  /** why the server refused it; null = it did not */
  refusal: string | null;
  saved: Saved;
};

export const emptyLine = (id: number): RoomLine => ({
  id,
  name: '',
  numbers: '',
  sleeps: '2',
  price: '',
  weekend: '',
  errors: {},
  refusal: null,
  saved: { roomId: null, units: false, all: false },
});

/** Whether somebody has typed into a line. */
export function isFilled({ name, numbers, price, weekend }: RoomLine): boolean {
  return [name, numbers, price, weekend].some((text) => text.trim() !== '');
}

/** Returns how many rooms a line makes: one for each number, and one without numbers. */
export function countRooms({ numbers }: RoomLine): number {
  return Math.max(1, parseUnitNames(numbers)?.length ?? 0);
}

/** Returns what is wrong with a line, by column; nothing if it can be saved. */
export function wrongOf({ name, numbers, sleeps, price, weekend }: RoomLine): RoomLine['errors'] {
  const { setup } = messages();
  const isPrice = (text: string) => (parseAmount(text, currency.value) ?? -1) >= 0;
  return {
    ...(name.trim() === '' && { name: setup.badKind }),
    ...(parseUnitNames(numbers) === null && { numbers: setup.badNumbers }),
    ...(!/^[1-9]\d*$/.test(sleeps.trim()) && { sleeps: setup.badSleeps }),
    ...(!isPrice(price) && { price: setup.badPrice }),
    ...(weekend.trim() !== '' && !isPrice(weekend) && { weekend: setup.badPrice }),
  };
}

/** Creates what is missing of the room of a line, its units, and the prices of its weekends. Nothing may be wrong with the line. */
export async function saveLine(line: RoomLine): Promise<Pick<RoomLine, 'saved' | 'refusal' | 'errors'>> {
  let { roomId, units } = line.saved;
  const refused = ({ why, field }: Refused, columns: Readonly<Record<string, RoomColumn>>) => {
    const column = columns[field?.split('.').findLast((part) => Number.isNaN(Number(part))) ?? ''];
    const saved = { roomId, units, all: false };
    return column ? { saved, refusal: null, errors: { [column]: why } } : { saved, refusal: why, errors: {} };
  };
  const price = parseAmount(line.price, currency.value)!;
  if (roomId === null) {
    const body = { name: line.name.trim(), capacity: Number(line.sleeps), price };
    const room = await save<{ room_id: number }>({ method: 'POST', path: operator('rooms'), body });
    if ('why' in room) return refused(room, { name: 'name', capacity: 'sleeps', price: 'price' });
    roomId = room.room_id;
  }
  const names = parseUnitNames(line.numbers)!;
  if (!units && names.length > 0) {
    const answer = await save({ method: 'POST', path: api('units'), body: { room_id: roomId, names } });
    if ('why' in answer) return refused(answer, { names: 'numbers' });
  }
  units = true;
  const weekend = line.weekend.trim() === '' ? price : parseAmount(line.weekend, currency.value)!;
  if (weekend !== price) {
    const body = [weekendsOf(roomId, weekend)];
    const answer = await save({ method: 'POST', path: api('availability'), body });
    if ('why' in answer) return refused(answer, { price: 'weekend' });
  }
  return { saved: { roomId, units, all: true }, refusal: null, errors: {} };
}

/** The nights for which weekend prices are set, from today. */
const NIGHTS = 365;

function weekendsOf(roomId: number, price: number): object {
  const { today } = copy.peek()!;
  const nights = { date: dateOfDayNumber(today), todate: dateOfDayNumber(today + NIGHTS) };
  return { room_id: roomId, ...nights, days: ['fri', 'sat'], price };
}

/** Why a change was refused. `field`: the member at fault; absent = none alone. */
type Refused = { why: string; field?: string };

/** Makes a change without a message. Returns its answer, or why it was refused. */
async function save<T extends object>(request: ChangeRequest): Promise<T | Refused> {
  let refused: Refused | null = null;
  const outcome = await make<T>(
    { done: '', quiet: true, request },
    {
      onRefused: ({ errors, detail }) => {
        const [first] = errors ?? [];
        refused = first ? { why: first.message, field: first.field } : { why: detail };
      },
    },
  );
  return outcome.ok ? outcome.data : (refused ?? { why: messages().unreachable });
}
