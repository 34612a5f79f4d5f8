// One change of the log: what happened and what followed from it, when, and by whom.
import { useSignal } from '@preact/signals';
import type { DeskEvent } from '../../../src/api/desk-records.ts';
import { dayOfDate, dayOfMoment } from '../../days.ts';
import { addressOfMoment, justBefore } from '../../desk/past-moment.ts';
import { rightsOf } from '../../desk/property.ts';
import { formatTime } from '../../format.ts';
import { messages } from '../../language.ts';
import { classesOf, IconButton } from '../../parts/Button.tsx';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { WithOutside } from '../../parts/Outside.tsx';
import type { ReplicaState } from '../../replica/state.ts';
import { goTo } from '../../router.ts';
import { openStay } from '../../shell/open-stay.ts';
import { ActorName } from './Actor.tsx';
import { headlineFirst, type LoggedChange } from './changes-of-log.ts';
import { groupOf, type LogGroup } from './log-filter.ts';
import { orderIdOf, quoteOf, sentenceOf } from './sentence.ts';

const ICONS: Record<LogGroup, IconName> = {
  stays: 'bed',
  money: 'card',
  messages: 'msg',
  rates: 'tag',
  housekeeping: 'broom',
  house: 'house',
};

type LogChangeProps = {
  change: LoggedChange;
  state: ReplicaState;
  onOnlyStay: (orderId: number) => void;
};

export function LogChange({ change, state, onOnlyStay }: LogChangeProps) {
  const events = headlineFirst(change.events);
  const first = events[0]!;
  return (
    <li class="log-change">
      <time class="ink3" dateTime={first.at}>
        {formatTime(first.at, state.property.timezone)}
      </time>
      <div class="log-lines">
        {events.map((event, index) => (
          <LogLine
            key={event.seq}
            event={event}
            state={state}
            isConsequence={index > 0}
            onOnlyStay={onOnlyStay}
          />
        ))}
      </div>
      <ActorName by={first.by} />
    </li>
  );
}

/** Days before the one that a change concerns. */
const DAYS_BEFORE = 2;

/** Returns the first day that a change concerns, as a day number: of a stay its arrival, of nights the first one, otherwise the day of the change. */
function firstDayOf({ at, data }: DeskEvent, { property }: ReplicaState): number {
  const { checkin, fromdate, from } = data as Record<string, unknown>;
  const given = [checkin, fromdate, from].find((value) => typeof value === 'string') as string | undefined;
  if (given === undefined) return dayOfMoment(at, property.timezone);
  return given.length > 10 ? dayOfMoment(given, property.timezone) : dayOfDate(given);
}

/** Whether the calendar just before a change shows what it changed: a stay or a closed unit. */
function isOfCalendar({ kind }: DeskEvent): boolean {
  return kind.startsWith('booking.') || kind.startsWith('closure.');
}

type LogLineProps = Omit<LogChangeProps, 'change'> & { event: DeskEvent; isConsequence: boolean };

function LogLine({ event, state, isConsequence, onOnlyStay }: LogLineProps) {
  const texts = messages();
  const isOpen = useSignal(false);
  const orderId = orderIdOf(event);
  const quote = quoteOf(event);
  const sentence = sentenceOf(event, state, texts);
  return (
    <div class={classesOf('log-line', isConsequence && 'follows')}>
      <Icon name={ICONS[groupOf(event.kind)]} small />
      <div class="log-text">
        {orderId === null ? (
          <p>
            <WithOutside text={sentence} />
          </p>
        ) : (
          <button type="button" class="log-stay" onClick={() => openStay(orderId)}>
            <WithOutside text={sentence} />
          </button>
        )}
        {quote && <p class="ink3 t12 cut">{quote}</p>}
        {isOpen.value && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard
          <pre class="log-data" tabIndex={0}>
            {JSON.stringify(event, null, 2)}
          </pre>
        )}
      </div>
      <span class="log-tools">
        {orderId !== null && (
          <IconButton small icon="filter" label={texts.log.onlyStay} onClick={() => onOnlyStay(orderId)} />
        )}
        {isOfCalendar(event) && rightsOf('bookings:read').sees && (
          <IconButton
            small
            icon="history"
            label={texts.log.justBefore}
            onClick={() =>
              goTo(addressOfMoment(justBefore(event.at), firstDayOf(event, state) - DAYS_BEFORE))
            }
          />
        )}
        <IconButton
          small
          icon="note"
          label={texts.log.raw(`#${event.seq}`)}
          aria-expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        />
      </span>
    </div>
  );
}
