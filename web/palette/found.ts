// The entries that the search shows for what is typed, in groups, and what each does.

import { dateOfDayNumber, dayOfDate } from '../days.ts';
import { api, copy, rightsOf } from '../desk/property.ts';
import { read } from '../desk/server.ts';
import { formatDay, formatDays } from '../format.ts';
import { shortcuts } from '../keys.ts';
import { language, messages } from '../language.ts';
import type { IconName } from '../parts/Icon.tsx';
import type { DeskBooking, ReplicaState } from '../replica/state.ts';
import { daysOfStay, presentUnitOf } from '../replica/stays.ts';
import { goTo } from '../router.ts';
import { openScreens, railScreens } from '../screens.ts';
import { openNewStay, openStay } from '../shell/open-stay.ts';
import { commands, type PaletteCommand } from './commands.ts';
import { fold, scoreOf, searchText, type Term, termsOf } from './match.ts';
import { parseDays } from './parse-day.ts';
import { screenParts } from './places.ts';
import { companionFound, findStays, findUnits, guestOf, type Scored } from './results.ts';

/** `about`: at the end of the line. `channel`: of a stay. */
export type FoundEntry = {
  id: string;
  label: string;
  icon?: IconName;
  channel?: string;
  place?: string;
  about?: string;
  keys?: string;
  /** it asks for more first */
  command?: PaletteCommand;
  run: () => void;
};

export type FoundGroup = {
  id: 'days' | 'stays' | 'rooms' | 'screens' | 'actions';
  entries: FoundEntry[];
  best: number;
};

const MOST = { stays: 7, rooms: 4, parts: 4, actions: 8, choices: 12 } as const;

/** Returns what is found, the group with the best entry first. `older`: stays that the server found. */
export function findGroups(query: string, older: readonly DeskBooking[]): FoundGroup[] {
  const terms = termsOf(query);
  const state = copy.value;
  const groups = [
    dayGroup(query, state),
    ...(state && terms.length > 0 ? [stayGroup(terms, older, state), unitGroup(terms, state)] : []),
    screenGroup(terms),
    actionGroup(terms),
  ];
  return groups.filter(({ entries }) => entries.length > 0).toSorted((a, b) => b.best - a.best);
}

/** Returns the choices of a command that match what is typed. */
export function findChoices({ id, icon, choices }: PaletteCommand, query: string): FoundGroup[] {
  const terms = termsOf(query);
  const all = choices?.(query) ?? [];
  // A day that was typed is a choice whatever its name is.
  const found =
    id === 'to-date'
      ? all
      : matching(all, terms, (one) => `${one.label} ${one.place ?? ''}`).map(({ record }) => record);
  const entries = found.slice(0, MOST.choices).map((one): FoundEntry => ({ icon, ...one }));
  return entries.length === 0 ? [] : [{ id: 'actions', entries, best: CERTAIN }];
}

/** A day that was typed is meant as a day: it stands above what else may match. */
const CERTAIN = 9;

function dayGroup(query: string, state: ReplicaState | null): FoundGroup {
  const today = state?.today ?? dayOfDate(new Date().toISOString());
  const { inCalendar, days: dayNames } = messages().palette;
  const days = parseDays(query, today, { language: language.value, dayNames });
  const entries = days.map((day) => {
    const date = dateOfDayNumber(day);
    const label = `${formatDay(day, 'long')} ${date.slice(0, 4)}`;
    const run = () => goTo(`/desk/calendar?day=${date}`);
    return { id: `day-${day}`, label, icon: 'calendar', about: inCalendar, run } as const;
  });
  return { id: 'days', entries, best: CERTAIN };
}

function stayGroup(terms: readonly Term[], older: readonly DeskBooking[], state: ReplicaState): FoundGroup {
  const found = findStays(state, older, terms, MOST.stays);
  const entries = found.map(({ record }) => stayEntry(record, terms, state));
  return { id: 'stays', entries, best: found[0]?.score ?? 0 };
}

function stayEntry(booking: DeskBooking, terms: readonly Term[], state: ReplicaState): FoundEntry {
  const { from, until } = daysOfStay(booking, state);
  const unit = state.units.get(presentUnitOf(booking, state) ?? 0)?.name;
  const { palette, stay } = messages();
  const guest = booking.name || stay.noGuestName;
  const companion = companionFound(booking, terms);
  return {
    id: `stay-${booking.order_id}`,
    label: companion === undefined ? guest : palette.withCompanion(guest, companion),
    channel: booking.channel,
    place: unit ?? state.rooms.get(booking.room_id)?.name ?? '',
    about: `${formatDays(from, until)}${yearOf(from, state)} · ${palette.status[booking.status]}`,
    run: () => openStay(booking.order_id),
  };
}

/** Returns the year of a day, unless it is that of today. */
function yearOf(day: number, { today }: ReplicaState): string {
  const [year, present] = [day, today].map((one) => dateOfDayNumber(one).slice(0, 4));
  return year === present ? '' : ` ${year}`;
}

/** A room that somebody is in opens that stay, a free one a new stay. */
function unitGroup(terms: readonly Term[], state: ReplicaState): FoundGroup {
  const found = findUnits(state, terms, MOST.rooms);
  const entries = found.map(({ record: unit }): FoundEntry => {
    const guest = guestOf(unit, state);
    const room = state.rooms.get(unit.room_id)?.name ?? '';
    return {
      id: `unit-${unit.unit_id}`,
      label: unit.name,
      icon: 'bed',
      place: room,
      about: guest ? guest.name : messages().palette.free,
      run: () =>
        guest ? openStay(guest.order_id) : openNewStay({ roomId: unit.room_id, unitId: unit.unit_id }),
    };
  });
  return { id: 'rooms', entries, best: found[0]?.score ?? 0 };
}

function screenGroup(terms: readonly Term[]): FoundGroup {
  const { screens } = messages();
  const offered = terms.length === 0 ? railScreens() : openScreens();
  const found = matching(offered, terms, ({ id }) => screens[id]);
  const entries = found.map(({ record: { id, icon, path, key } }) => ({
    id: `screen-${id}`,
    label: screens[id],
    icon,
    ...(key && { keys: `g ${key}` }),
    run: () => goTo(path),
  }));
  if (terms.length === 0) return { id: 'screens', entries, best: 0 };
  const parts = matching(screenParts(openScreens(), messages()), terms, ({ name }) => name);
  const best = Math.max(found[0]?.score ?? 0, parts[0]?.score ?? 0);
  const inside = parts.slice(0, MOST.parts).map(
    ({ record: { screen, name, address } }): FoundEntry => ({
      id: `place-${address}`,
      label: name,
      icon: screen.icon,
      place: screens[screen.id],
      run: () => goTo(address),
    }),
  );
  return { id: 'screens', entries: [...entries, ...inside], best };
}

/** What can be done from everywhere, then the shortcuts of the screen. */
function actionGroup(terms: readonly Term[]): FoundGroup {
  const named = commands().map(
    (command): FoundEntry => ({
      id: command.id,
      label: command.label,
      icon: command.icon,
      ...(command.choices && { command }),
      run: command.run ?? (() => {}),
    }),
  );
  const pressed = shortcuts
    .peek()
    .filter(({ keys, disabled }) => !disabled && !keys.startsWith('g ') && keys !== 'mod+k')
    .map(({ keys, label, run }): FoundEntry => ({ id: `key-${keys}`, label, icon: 'go', keys, run }));
  const found = [
    ...matching([...named, ...pressed], terms, ({ label }) => label),
    ...matching(chosenAtOnce(terms), terms, ({ label, place = '' }) => `${label} ${place}`),
  ].slice(0, MOST.actions);
  return { id: 'actions', entries: found.map(({ record }) => record), best: found[0]?.score ?? 0 };
}

/** Returns commands together with what they are done with, where both are typed: `close 5`, `check in Gallagher`. */
function chosenAtOnce(terms: readonly Term[]): FoundEntry[] {
  return commands().flatMap(({ id, label, icon, choices }) => {
    const named = fold(label).split(' ');
    const rest = terms.filter((term) => !named.some((part) => term.some((word) => part.startsWith(word))));
    if (!choices || rest.length === 0 || rest.length === terms.length || id === 'to-date') return [];
    return matching(
      choices(rest.map(([typed]) => typed).join(' ')),
      rest,
      (one) => `${one.label} ${one.place ?? ''}`,
    )
      .slice(0, MOST.rooms)
      .map(({ record: { id: of, label: name, place, run } }): FoundEntry => {
        const what = label.replace(/\s*…$/, '');
        return { id: `${id}-${of}`, label: `${what}: ${name}`, icon, ...(place && { place }), run };
      });
  });
}

/** Returns the records whose names match, the best first; all of them while nothing is typed. */
function matching<T>(
  records: readonly T[],
  terms: readonly Term[],
  name: (record: T) => string,
): Scored<T>[] {
  if (terms.length === 0) return records.map((record) => ({ record, score: 0 }));
  return records
    .map((record) => ({ record, score: scoreOf(terms, searchText(name(record))) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
}

/** Letters from which on the server is asked. */
const MIN_LETTERS = 3;

/** Returns stays that the copy does not have: earlier, later, or cancelled ones. Throws as `read` does. */
export async function findOlder(query: string, signal: AbortSignal): Promise<DeskBooking[]> {
  const isOpen = rightsOf('bookings:read').sees && rightsOf('contacts').sees;
  if (!isOpen || fold(query).length < MIN_LETTERS) return [];
  return read<DeskBooking[]>(api('bookings'), { search: query.trim(), limit: MOST.stays }, signal);
}
