// What can be done from everywhere by the search: made from the rights of the person. Some ask with whom or what: those have choices.
import { dateOfDayNumber, dayOfDate } from '../days.ts';
import { askMoment, momentChoices } from '../desk/past-moment.ts';
import { copy, rightsOf } from '../desk/property.ts';
import { person } from '../desk/session.ts';
import { closeUnit } from '../desk/unit-changes.ts';
import { formatDay } from '../format.ts';
import { language, messages } from '../language.ts';
import type { IconName } from '../parts/Icon.tsx';
import { presentUnitOf } from '../replica/stays.ts';
import { arrivalsOf, departuresOf } from '../replica/today.ts';
import { goTo } from '../router.ts';
import { setCondition } from '../screens/housekeeping/actions.ts';
import { staysOfBookings, workOf } from '../screens/housekeeping/work.ts';
import { openNewStay, openStay } from '../shell/open-stay.ts';
import { signOutHere } from '../shell/sign-out.ts';
import { checkIn, checkOut } from '../stay/changes.ts';
import { chooseTheme, theme } from '../theme.ts';
import { parseDays } from './parse-day.ts';

/** One of what a command is done with. */
type CommandChoice = { id: string; label: string; place?: string; run: () => void };

export type PaletteCommand = {
  id: string;
  label: string;
  icon: IconName;
  /** what to do at once; absent = it has choices */
  run?: () => void;
  /** with whom or what: `typed` is the text of the field, by which those are chosen that are no list */
  choices?: (typed: string) => CommandChoice[];
};

/** Returns the commands that the person may use. */
export function commands(): PaletteCommand[] {
  const { palette } = messages();
  const state = copy.value;
  const books = rightsOf('bookings:write').changes;
  const cleans = rightsOf('housekeeping').changes;
  const sees = rightsOf('bookings:read').sees;
  const isDark = theme.value === 'dark';
  const all: (PaletteCommand | false)[] = [
    books && { id: 'new-stay', label: palette.newStay, icon: 'plus', run: () => openNewStay() },
    books && state !== null && { id: 'check-in', label: palette.checkIn, icon: 'in', choices: arrivals },
    books && state !== null && { id: 'check-out', label: palette.checkOut, icon: 'out', choices: departures },
    cleans && state !== null && { id: 'clean', label: palette.clean, icon: 'broom', choices: unready },
    cleans &&
      state !== null && { id: 'close-room', label: palette.closeRoom, icon: 'wrench', choices: units },
    sees && { id: 'to-date', label: palette.toDate, icon: 'calendar', choices: days },
    sees && state !== null && { id: 'past', label: palette.past, icon: 'history', choices: moments },
    sees &&
      state !== null && {
        id: 'day-list',
        label: palette.printDayList,
        icon: 'print',
        run: () => void printList(0),
      },
    sees &&
      state !== null && {
        id: 'tomorrow-list',
        label: messages().today.tomorrowList,
        icon: 'print',
        run: () => void printList(1),
      },
    {
      id: 'theme',
      label: isDark ? palette.lightTheme : palette.darkTheme,
      icon: 'moon',
      run: () => chooseTheme(isDark ? 'light' : 'dark'),
    },
    person.value !== null && {
      id: 'sign-out',
      label: messages().settings.signOut,
      icon: 'out',
      run: () => void signOutHere(),
    },
  ];
  return all.filter((one) => one !== false);
}

function arrivals(): CommandChoice[] {
  const state = copy.value!;
  return arrivalsOf(state).due.map((booking) => {
    const unit = state.units.get(presentUnitOf(booking, state) ?? 0);
    const place = unit?.name ?? state.rooms.get(booking.room_id)?.name ?? '';
    return { id: `in-${booking.order_id}`, label: booking.name, place, run: () => void checkIn(booking) };
  });
}

/** Who has something to pay leaves after it is paid: the stay opens, where the payment is the next thing to do. */
function departures(): CommandChoice[] {
  const state = copy.value!;
  return departuresOf(state).due.map((booking) => ({
    id: `out-${booking.order_id}`,
    label: booking.name,
    place: state.units.get(presentUnitOf(booking, state) ?? 0)?.name ?? '',
    run: () => (booking.balance === 0 ? void checkOut(booking) : openStay(booking.order_id)),
  }));
}

/** Units that wait for their cleaning or inspection, those that are needed first at the top. */
function unready(): CommandChoice[] {
  const state = copy.value!;
  return workOf(state, staysOfBookings(state))
    .filter(({ step }) => step !== 'ready')
    .map((work) => ({
      id: `clean-${work.unit.unit_id}`,
      label: work.unit.name,
      place: work.room,
      run: () => void setCondition(work, work.step === 'inspect' ? 'inspected' : 'clean'),
    }));
}

/** Closes a unit for tonight: for longer, the end of the closure is drawn in the calendar. */
function units(): CommandChoice[] {
  const { today, units: all, rooms } = copy.value!;
  const { isClosed } = messages().calendar.menu;
  return [...all.values()].map(({ unit_id: unitId, room_id: roomId, name }) => ({
    id: `close-${unitId}`,
    label: name,
    place: rooms.get(roomId)?.name ?? '',
    run: () =>
      void closeUnit(
        { unitId, kind: 'out_of_order', from: today, until: today + 1 },
        isClosed(name, formatDay(today), formatDay(today)),
      ),
  }));
}

/** Days that are offered before one is typed: today, and the same weekday of the next weeks. */
const OFFERED_DAYS = [0, 1, 7, 14, 30];

function days(typed: string): CommandChoice[] {
  const today = copy.value?.today ?? dayOfDate(new Date().toISOString());
  const { days: dayNames } = messages().palette;
  const found =
    typed.trim() === ''
      ? OFFERED_DAYS.map((ahead) => today + ahead)
      : parseDays(typed, today, { language: language.value, dayNames });
  return found.map((day) => {
    const date = dateOfDayNumber(day);
    return {
      id: `to-${day}`,
      label: `${formatDay(day, 'long')} ${date.slice(0, 4)}`,
      run: () => goTo(`/desk/calendar?day=${date}`),
    };
  });
}

/** Moments of the past whose calendar can be shown; another one is chosen there. */
function moments(): CommandChoice[] {
  const texts = messages().calendar.past;
  const first = (copy.value?.today ?? 0) - 2;
  return [
    ...momentChoices().map(({ id, label, show }) => ({ id: `past-${id}`, label, run: () => show(first) })),
    { id: 'past-other', label: texts.other, run: () => askMoment(first) },
  ];
}

/** `ahead`: days after today. */
async function printList(ahead: number): Promise<void> {
  const state = copy.value;
  const { printDayList } = await import('../screens/today/DayList.tsx');
  if (state) await printDayList(state, state.today + ahead);
}
