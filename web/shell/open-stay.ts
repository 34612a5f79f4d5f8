// The drawer of a stay is part of the address, on every screen: `?stay=10001` shows a stay, `?new=…` books one.
import { dateOfDayNumber, dayOfDate } from '../days.ts';
import { goBackTo, goTo, type Place, place } from '../router.ts';

/** What is known of a stay before it is booked. Days are day numbers; `until`: the day of departure. */
export type NewStay = {
  from?: number;
  until?: number;
  roomId?: number;
  unitId?: number;
  name?: string;
  /** the booking to whose group the stay is added */
  groupWith?: number;
};

/** What the drawer shows. */
export type OpenStay = { orderId: number } | { newStay: NewStay };

/** Whether a step back leads to the screen without the drawer. */
let canGoBack = false;

/** Opens the drawer of a stay above the screen that is shown. */
export function openStay(orderId: number): void {
  show('stay', String(orderId));
}

/** Opens the drawer in which a stay is booked. */
export function openNewStay({ from, until, roomId, unitId, name, groupWith }: NewStay = {}): void {
  const given = new URLSearchParams();
  if (from !== undefined) given.set('checkin', dateOfDayNumber(from));
  if (until !== undefined) given.set('checkout', dateOfDayNumber(until));
  if (roomId !== undefined) given.set('room', String(roomId));
  if (unitId !== undefined) given.set('unit', String(unitId));
  if (name !== undefined) given.set('name', name);
  if (groupWith !== undefined) given.set('group-with', String(groupWith));
  show('new', String(given));
}

/** Closes the drawer: goes back to the screen, or shows it without the drawer if the drawer was opened by its address. */
export function closeStay(): void {
  if (openStayOf(place()) === null) return;
  if (canGoBack) goBackTo(addressWith({}));
  else goTo(addressWith({}), { replace: true });
  canGoBack = false;
}

/** Returns what the drawer shows at an address; null = it is closed. */
export function openStayOf({ query }: Place): OpenStay | null {
  const orderId = Number(query.get('stay') ?? Number.NaN);
  if (Number.isSafeInteger(orderId) && orderId > 0) return { orderId };
  const given = query.get('new');
  return given === null ? null : { newStay: newStayOf(new URLSearchParams(given)) };
}

function newStayOf(given: URLSearchParams): NewStay {
  const day = (name: string) => dayOfDate(given.get(name) ?? '');
  const id = (name: string) => Number(given.get(name) ?? Number.NaN);
  const numbers = {
    from: day('checkin'),
    until: day('checkout'),
    roomId: id('room'),
    unitId: id('unit'),
    groupWith: id('group-with'),
  };
  const known = Object.entries(numbers).filter(([, value]) => Number.isSafeInteger(value));
  const name = given.get('name');
  return { ...Object.fromEntries(known), ...(name !== null && { name }) };
}

function show(name: 'stay' | 'new', value: string): void {
  const isOpen = openStayOf(place()) !== null;
  goTo(addressWith({ [name]: value }), { replace: isOpen });
  if (!isOpen) canGoBack = true;
}

/** Returns the address that is shown, with another drawer or without one. */
function addressWith(drawer: Record<string, string>): string {
  const { path, query } = place();
  const rest = new URLSearchParams(query);
  rest.delete('stay');
  rest.delete('new');
  for (const [name, value] of Object.entries(drawer)) rest.set(name, value);
  const text = String(rest);
  return text ? `${path}?${text}` : path;
}
