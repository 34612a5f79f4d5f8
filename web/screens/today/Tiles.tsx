// Five figures of the day: what needs somebody, and where it is solved.
import type { ComponentChildren } from 'preact';
import { causeInLine } from '../../desk/cause-sentence.ts';
import type { FailingChannel } from '../../desk/channel-status.ts';
import type { Waiting } from '../../desk/unanswered.ts';
import { formatAge, formatDay } from '../../format.ts';
import { messages } from '../../language.ts';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { channelName, type Urgency } from '../../parts/Mark.tsx';
import type { DeskBooking, DeskTask, ReplicaState } from '../../replica/state.ts';
import { daysOfStay } from '../../replica/stays.ts';
import { conflictsOf, toCleanOf, unassignedOf, unitTasksOf } from '../../replica/today.ts';
import { taskName } from '../../stay/task-name.ts';

type TilesProps = {
  state: ReplicaState;
  /** null = not known yet, as are the channels */
  waiting: Waiting | null;
  channels: readonly FailingChannel[] | null;
};

export function Tiles({ state, waiting, channels }: TilesProps) {
  const { tiles } = messages().today;
  const unassigned = unassignedOf(state);
  const conflicts = conflictsOf(state);
  const toClean = toCleanOf(state);
  const tasks = unitTasksOf(state);
  return (
    <section class="tiles" aria-label={tiles.label}>
      <Tile
        icon="bed"
        urgency="warn"
        count={unassigned.length}
        label={tiles.unassigned}
        about={unassigned[0] && arrivalText(unassigned[0], state)}
        path="/desk/calendar"
      />
      <Tile
        icon="clash"
        urgency="alert"
        count={conflicts.length}
        label={tiles.conflicts(conflicts.length)}
        about={conflicts[0] && conflictText(conflicts[0], state)}
        path="/desk/channels"
      />
      <Tile
        icon="msg"
        urgency="warn"
        count={waiting?.conversations ?? null}
        label={tiles.unanswered}
        about={waiting?.since ? tiles.oldest(formatAge(Date.now() - Date.parse(waiting.since))) : undefined}
        path="/desk/inbox"
      />
      <Tile
        icon={toClean.length > 0 ? 'broom' : 'wrench'}
        urgency="warn"
        count={toClean.length || tasks.length}
        label={toClean.length > 0 ? tiles.toClean : tiles.tasks(tasks.length)}
        about={housekeepingText(toClean, tasks)}
        path="/desk/housekeeping"
      />
      <Tile
        icon="plug"
        urgency="alert"
        count={channels?.length ?? null}
        label={tiles.channels(channels?.length ?? 0)}
        about={channels?.[0] && failureText(channels[0])}
        path={channels?.[0]?.failingOtas.length ? '/desk/channels?view=connections' : '/desk/channels'}
      />
    </section>
  );
}

type TileProps = {
  icon: IconName;
  urgency: Urgency;
  /** null = not known yet */
  count: number | null;
  label: string;
  about: string | undefined;
  /** where it is solved */
  path: string;
};

function Tile({ icon, urgency, count, label, about, path }: TileProps) {
  const content: ComponentChildren = (
    <>
      <span class="figure">
        <Icon name={icon} />
        <b>{count ?? '–'}</b>
      </span>
      <span class="grow">
        <span class="m cut">{label}</span>
        <span class="cut ink3">{count === 0 ? messages().today.tiles.none : about}</span>
      </span>
    </>
  );
  const isWaiting = count !== null && count > 0;
  const classes = `tile ${isWaiting ? urgency : 'zero'}`;
  if (isWaiting)
    return (
      <a class={classes} href={path}>
        {content}
      </a>
    );
  return <div class={classes}>{content}</div>;
}

function arrivalText(booking: DeskBooking, state: ReplicaState): string {
  const { tiles } = messages().today;
  const { from } = daysOfStay(booking, state);
  if (from > state.today) return tiles.nextArrives(formatDay(from));
  return tiles.arrivesToday(booking.arrival_time ?? state.property.settings.checkin_time);
}

/** Returns how many of the units to clean are for arrivals, and what else is to be done in units. */
function housekeepingText(toClean: ReturnType<typeof toCleanOf>, tasks: readonly DeskTask[]): string {
  const { tiles } = messages().today;
  const [first] = tasks;
  if (toClean.length === 0) return first ? `${first.unit ?? ''} ${taskName(first.task_name)}`.trim() : '';
  const arriving = toClean.filter(({ arrival }) => arrival !== null).length;
  const others = first ? [tiles.otherTasks(tasks.length)] : [];
  return [arriving > 0 ? tiles.forArrivals(arriving) : tiles.noArrivals, ...others].join(' · ');
}

function conflictText(booking: DeskBooking, state: ReplicaState): string {
  const { from } = daysOfStay(booking, state);
  return [booking.name, formatDay(from)].filter(Boolean).join(', ');
}

function failureText({ channel, rejectedNights, error, cause, failingOtas }: FailingChannel): string {
  const { tiles } = messages().today;
  const name = channelName(channel);
  if (failingOtas.length > 0) return otasText(channel, failingOtas);
  if (rejectedNights > 0) return tiles.refused(name, rejectedNights);
  return causeInLine(cause, error, { who: name }, messages()) ?? tiles.failed(name);
}

/** An OTA that a report does not name has the name of the channel. */
function otasText(channel: string, failing: readonly string[]): string {
  const { today, channels: texts } = messages();
  const named = new Set(failing.filter((ota) => ota !== channel).map(channelName));
  const names = [...named].join(', ');
  return today.tiles.otas(names || texts.otas.unnamed, channelName(channel));
}
