// What is left when a property is shown no longer: nothing that was read or typed there; and where the desk goes on.
import { signal } from '@preact/signals';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { followPerson, shown } from '../../../web/desk/property.ts';
import { isLookingAround, knownNames, person } from '../../../web/desk/session.ts';
import { conversations } from '../../../web/screens/inbox/store.ts';
import { edits, selection, typed } from '../../../web/screens/rates/rates-state.ts';
import { sheet } from '../../../web/screens/rates/sheet.ts';
import { sending } from '../../../web/screens/setup/import/sending.ts';
import { takingBack } from '../../../web/screens/setup/import/taking-back.ts';
import { bookedNow } from '../../../web/screens/stay/booked-now.ts';
import { mayOpen, SCREENS, startPath } from '../../../web/screens.ts';

const work = (hotelId: number, role: string) => ({
  hotel_id: hotelId,
  name: 'Casa',
  role,
  scopes: role === 'owner' ? null : ['housekeeping'],
  access: 'full',
});
const signedIn = (userId: number, ...properties: object[]) =>
  ({ user_id: userId, name: 'Greta', email: null, all_properties: false, properties }) as never;

vi.stubGlobal('addEventListener', () => {});
vi.stubGlobal('setInterval', () => 0);
vi.stubGlobal('fetch', () => new Promise(() => {}));
vi.stubGlobal('document', { addEventListener: () => {}, removeEventListener: () => {} });
followPerson();

afterAll(() => vi.unstubAllGlobals());

beforeEach(() => {
  knownNames.value = ['Greta'];
  isLookingAround.value = false;
  person.value = signedIn(1, work(1001, 'owner'));
});

function fill(): void {
  conversations.value = new Map();
  edits.value = new Map([[1, new Map()]]);
  selection.value = { anchor: { line: 0, day: 1 }, focus: { line: 0, day: 1 } } as never;
  typed.value = '120';
  sheet.value = { from: 1, until: 2, rooms: new Map() };
  sending.value = { at: '2026-11-29T10:00:00Z', done: 1, all: 2, isOver: false, failed: [] };
  takingBack.value = { done: 1, all: 2, isOver: false, kept: [] };
  bookedNow.value = { orderId: 5, refused: null };
}

function left(): unknown[] {
  return [conversations, selection, typed, sheet, sending, takingBack, bookedNow].map((one) => one.value);
}

describe('when a property is shown no longer', () => {
  test.each([
    ['the screen is locked', null],
    ['another person takes over', signedIn(2, work(1001, 'owner'))],
    ['another property is shown', signedIn(1, work(1002, 'owner'))],
  ])('because %s, its data is gone', (_why, next) => {
    fill();
    person.value = next;
    expect(left()).toEqual(Array(7).fill(null));
    expect(edits.value.size).toBe(0);
  });

  test('and nobody is signed in, the desk stays at its address', () => {
    person.value = null;
    expect(shown.value).toBeNull();
    expect(startPath()).toBe('/desk');
  });
});

test('an owner sets up a house without rooms, unless only an old copy has none', () => {
  const property = { timezone: 'UTC', currency: 'EUR' };
  const state = signal({ rooms: new Map(), property });
  const link = signal({ state: 'connecting', receivedAt: 0, status: null, isKept: true });
  const before = shown.value!;
  onTestFinished(() => {
    shown.value = before;
  });
  shown.value = { ...before, replica: { ...before.replica, state, link } as never };
  expect(startPath()).toBe('/desk');
  link.value = { ...link.value, state: 'live', isKept: false };
  expect(startPath()).toBe('/desk/setup');
  state.value = { rooms: new Map([[1, {}]]), property };
  expect(startPath()).toBe('/desk');
});

test('a person may open what the role is for, and starts there', () => {
  const open = () => SCREENS.filter((one) => mayOpen(one)).map(({ id }) => id);
  expect(open()).toContain('people');
  person.value = signedIn(2, work(1001, 'housekeeping'));
  expect(open()).not.toContain('people');
  expect(open()).not.toContain('inbox');
  expect(startPath()).toBe('/desk/housekeeping');
  person.value = signedIn(3, { ...work(1001, 'housekeeping'), scopes: [] });
  expect(startPath()).toBe('/desk/account');
});
