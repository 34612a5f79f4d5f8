// The head of the calendar: the way through the days, the rooms that are shown, undo, and booking a stay.
import type { Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { dateOfDayNumber, dayOfDate } from '../../days.ts';
import { undoLast } from '../../desk/changes.ts';
import { askMoment, momentChoices } from '../../desk/past-moment.ts';
import { rightsOf } from '../../desk/property.ts';
import { formatDayRange } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button, IconButton } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Menu } from '../../parts/Menu.tsx';
import type { DeskRoom } from '../../replica/state.ts';
import { type NewStay, openNewStay } from '../../shell/open-stay.ts';
import { PageHead } from '../../shell/PageHead.tsx';
import type { ShownDays } from './shown-days.ts';
import type { Chosen } from './tape-data.tsx';

type CalendarHeadProps = {
  days?: ShownDays;
  rooms?: readonly DeskRoom[];
  chosen?: Signal<Chosen>;
  /** what is known of a new stay: the night that was chosen on the chart */
  newStay?: () => NewStay;
  /** a moment of the past is shown, where nothing can be changed */
  isPast?: boolean;
};

export function CalendarHead({ days, rooms = [], chosen, newStay, isPast = false }: CalendarHeadProps) {
  const { screens, calendar, undo } = messages();
  const canBook = rightsOf('bookings:write').changes && !isPast;
  return (
    <PageHead
      title={screens.calendar}
      action={
        canBook && (
          <>
            <span class="calendar-undo">
              <IconButton icon="undo" label={undo} onClick={() => void undoLast()} />
            </span>
            <Button
              kind="primary"
              icon="plus"
              aria-label={calendar.bookStay}
              onClick={() => openNewStay(newStay?.())}
            >
              <span class="calendar-word">{calendar.newStay}</span>
            </Button>
          </>
        )
      }
    >
      {days && <DaySteps days={days} />}
      {days && <DateChoice days={days} />}
      {chosen && rooms.length > 1 && <RoomChoice rooms={rooms} chosen={chosen} />}
      {days && !isPast && <MomentChoice days={days} />}
    </PageHead>
  );
}

const WEEK = 7;

function DaySteps({ days }: { days: ShownDays }) {
  const { earlier, today, later } = messages().calendar;
  return (
    <div class="seg calendar-steps">
      <button type="button" aria-label={earlier} title={earlier} onClick={() => days.go(days.first - WEEK)}>
        <Icon name="left" />
      </button>
      <button type="button" onClick={days.goToday}>
        {today}
      </button>
      <button type="button" aria-label={later} title={later} onClick={() => days.go(days.first + WEEK)}>
        <Icon name="right" />
      </button>
    </div>
  );
}

/** Days of the range that the button names: about what a screen shows. */
const NAMED_DAYS = 21;

/** The days that are shown. A click opens the browser's own calendar. */
function DateChoice({ days }: { days: ShownDays }) {
  const input = useRef<HTMLInputElement>(null);
  const range = formatDayRange(days.first, days.first + NAMED_DAYS - 1);
  return (
    <span class="calendar-date">
      <Button kind="quiet" icon="calendar" aria-label={range} onClick={() => input.current?.showPicker()}>
        <span class="calendar-word">{range}</span>
        <Icon name="down" small />
      </Button>
      <input
        ref={input}
        type="date"
        tabIndex={-1}
        aria-label={messages().calendar.date}
        value={dateOfDayNumber(days.first)}
        onChange={({ currentTarget: { value } }) => value !== '' && days.go(dayOfDate(value))}
      />
    </span>
  );
}

/** The calendar as it was: at once some time ago, or a moment that is then chosen above the chart. */
function MomentChoice({ days }: { days: ShownDays }) {
  const texts = messages().calendar.past;
  return (
    <Menu
      class="btn quiet calendar-past"
      label={texts.choose}
      button={<Icon name="history" />}
      items={[
        ...momentChoices().map(({ label, show }) => ({ label, run: () => show(days.first) })),
        'line',
        { label: texts.other, icon: 'calendar', run: () => askMoment(days.first) },
      ]}
    />
  );
}

function RoomChoice({ rooms, chosen }: { rooms: readonly DeskRoom[]; chosen: Signal<Chosen> }) {
  const texts = messages().calendar;
  const toggle = (roomId: number) => {
    const next = new Set(chosen.value ?? []);
    if (!next.delete(roomId)) next.add(roomId);
    chosen.value = next.size === 0 || next.size === rooms.length ? null : next;
  };
  const names = rooms.filter(({ room_id: id }) => chosen.value?.has(id)).map(({ name }) => name);
  return (
    <Menu
      class="btn quiet calendar-rooms"
      label={texts.rooms}
      button={
        <>
          <Icon name="filter" />
          <span class="calendar-word cut">{names.length === 0 ? texts.allRooms : names.join(', ')}</span>
        </>
      }
      items={[
        {
          label: texts.allRooms,
          checked: chosen.value === null,
          run: () => {
            chosen.value = null;
          },
        },
        'line',
        ...rooms.map(({ room_id: id, name }) => ({
          label: name,
          checked: chosen.value?.has(id) ?? false,
          run: () => toggle(id),
        })),
      ]}
    />
  );
}
