// A list of stays from another program: which column is what, and what each line says. Pure.
import Papa from 'papaparse';
import { fold } from '../../../palette/match.ts';
import { type DateOrder, dateOrderOf, readDate } from './dates.ts';

/** What a column may hold. */
export const COLUMNS = [
  'name',
  'lastName',
  'room',
  'arrival',
  'departure',
  'nights',
  'price',
  'adults',
  'phone',
  'email',
  'channel',
  'reference',
  'notes',
  'status',
] as const;
export type StayColumn = (typeof COLUMNS)[number];

/** Folded heads of columns, as programs and people name them in the languages of the desk; the first that matches counts. */
const HEADS: Record<StayColumn, string> = {
  arrival:
    'arrival|arrival date|check in|checkin|check in date|from|start|start date|date from|anreise|ankunft|von|check in datum|chegada|entrada|data de chegada|data de entrada|llegada|fecha de llegada|fecha de entrada|desde',
  departure:
    'departure|departure date|check out|checkout|check out date|to|until|end|end date|date to|abreise|bis|partida|saida|data de saida|salida|fecha de salida|hasta',
  nights: 'nights|naechte|nachte|noites|noches|number of nights|length of stay',
  lastName:
    'last name|lastname|surname|family name|nachname|familienname|apelido|sobrenome|apellido|apellidos',
  name: 'name|guest|guest name|first name|firstname|given name|full name|booker|booked by|customer|gast|gastname|vorname|hospede|nome|nome do hospede|cliente|huesped|nombre|nombre del huesped',
  room: 'room|unit|room number|room name|unit name|unit type|room type|accommodation|apartment|listing|property|zimmer|einheit|zimmernummer|zimmertyp|wohnung|quarto|unidade|alojamento|apartamento|habitacion|unidad|alojamiento',
  price:
    'price|total|amount|total price|total amount|total paid|revenue|gross|earnings|preis|gesamt|gesamtpreis|betrag|summe|preco|valor|montante|precio|importe',
  adults:
    'adults|guests|persons|people|pax|number of guests|of adults|erwachsene|personen|gaste|gaeste|adultos|pessoas|hospedes|personas|huespedes',
  phone: 'phone|telephone|mobile|phone number|telefon|handy|mobil|telefone|telemovel|telefono|movil|contact',
  email: 'email|e mail|mail|email address|correo|correo electronico|e mail adresse',
  channel:
    'channel|source|portal|ota|booked via|origin|kanal|quelle|herkunft|canal|origem|fonte|origen|fuente',
  reference:
    'reference|ref|booking number|book number|booking id|booking reference|confirmation code|confirmation|reservation number|reservation|reservation id|buchungsnummer|reservierungsnummer|referenz|referencia|numero da reserva|numero de reserva|localizador|codigo',
  notes:
    'notes|remarks|comments|comment|note|remark|special requests|notizen|bemerkung|bemerkungen|kommentar|notas|observacoes|comentarios|observaciones',
  status: 'status|state|booking status|estado',
};

type ColumnPlaces = Partial<Record<StayColumn, number>>;

export type StaysTable = {
  heads: readonly string[];
  lines: readonly (readonly string[])[];
  columns: ColumnPlaces;
};

/** Reads a table as text: separated by commas, semicolons or tabs. Null = it has no line below its heads. */
export function readTable(text: string): StaysTable | null {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, '').trim(), { skipEmptyLines: 'greedy' });
  const [heads, ...lines] = data.map((line) => line.map((cell) => cell.trim()));
  if (!heads || lines.length === 0) return null;
  return { heads, lines, columns: recognise(heads) };
}

function recognise(heads: readonly string[]): ColumnPlaces {
  const columns: ColumnPlaces = {};
  const folded = heads.map(fold);
  const taken = new Set<number>();
  for (const column of Object.keys(HEADS) as StayColumn[]) {
    const names = HEADS[column].split('|');
    const place = names
      .map((name) => folded.findIndex((head, at) => head === name && !taken.has(at)))
      .find((at) => at >= 0);
    if (place === undefined) continue;
    columns[column] = place;
    taken.add(place);
  }
  return columns;
}

/** What is wrong with a line, by its member. `order`: of its dates. */
export type LineError =
  | 'no_name'
  | 'no_arrival'
  | 'no_departure'
  | 'wrong_order'
  | 'too_long'
  | 'is_over'
  | 'no_price'
  | 'unknown_room'
  | 'cancelled'
  | 'already_here';

/** A stay of the list. `line`: its line in the file, from 1 for the heads. */
export type ListedStay = {
  line: number;
  name: string;
  /** as it is written; which room that is, is another question */
  room: string;
  checkin: string | null;
  checkout: string | null;
  price: number | null;
  adults: number | null;
  phone: string | null;
  email: string | null;
  notes: string | null;
  errors: readonly LineError[];
};

/** Returns the order of the dates in a table. */
export function orderOfTable({ lines, columns }: StaysTable): ReturnType<typeof dateOrderOf> {
  const places = [columns.arrival, columns.departure].filter((place) => place !== undefined);
  return dateOrderOf(lines.flatMap((line) => places.map((place) => line[place] ?? '')));
}

const MAX_NIGHTS = 366;
const CANCELLED = /cancel|storn|anulad|no.?show/i;

/** Returns the stays of a table. `today`: as `yyyy-MM-dd`; stays that have ended by then are not taken over. */
export function readStays({ lines, columns }: StaysTable, order: DateOrder, today: string): ListedStay[] {
  return lines.map((cells, index) => {
    const cell = (column: StayColumn) => cells[columns[column] ?? -1] ?? '';
    const checkin = readDate(cell('arrival'), order);
    const checkout = readDate(cell('departure'), order) ?? afterNights(checkin, cell('nights'));
    const name = [cell('name'), cell('lastName')].filter(Boolean).join(' ');
    const price = readPrice(cell('price'));
    const nights = checkin && checkout ? (Date.parse(checkout) - Date.parse(checkin)) / 86_400_000 : 1;
    const found: Record<string, boolean> = {
      cancelled: CANCELLED.test(cell('status')),
      no_name: name === '',
      no_arrival: checkin === null,
      no_departure: checkout === null,
      wrong_order: nights < 1,
      too_long: nights > MAX_NIGHTS,
      is_over: checkout !== null && nights > 0 && checkout <= today,
      no_price: price === null && cell('price') !== '',
    };
    return {
      line: index + 2,
      name,
      room: cell('room'),
      checkin,
      checkout,
      price,
      adults: readCount(cell('adults')),
      phone: cell('phone') || null,
      email: /^[^@\s]+@[^@\s]+$/.test(cell('email')) ? cell('email') : null,
      notes: notesOf(cell),
      errors: (Object.keys(found) as LineError[]).filter((error) => found[error]),
    };
  });
}

function afterNights(checkin: string | null, nights: string): string | null {
  const count = readCount(nights);
  if (checkin === null || count === null || count < 1) return null;
  return new Date(Date.parse(checkin) + count * 86_400_000).toISOString().slice(0, 10);
}

function readCount(text: string): number | null {
  const digits = /\d{1,3}/.exec(text)?.[0];
  return digits === undefined ? null : Number(digits);
}

/** Who sold a stay, and its number there, are kept as notes: it is no channel of ours that changes it. */
function notesOf(cell: (column: StayColumn) => string): string | null {
  const sold = [cell('channel'), cell('reference')].filter(Boolean).join(' ');
  return [sold, cell('notes')].filter(Boolean).join('\n') || null;
}

/** Reads an amount, whatever separates its decimals: 1.234,50 · 1,234.50 · € 120 · 95,5. Null = it is none. */
export function readPrice(text: string): number | null {
  const plain = text.replaceAll(/[^\d.,-]/g, '');
  if (!/\d/.test(plain)) return null;
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const decimals = last < 0 ? '' : plain.slice(last + 1);
  const isDecimal = last >= 0 && decimals.length !== 3;
  const whole = (isDecimal ? plain.slice(0, last) : plain).replaceAll(/[.,]/g, '');
  const value = Number(isDecimal ? `${whole || '0'}.${decimals}` : whole);
  return Number.isFinite(value) && value >= 0 ? value : null;
}
