// Five figures of the day: what needs somebody, and where it is solved.
import type { ComponentChildren } from 'preact';
import type { FailingChannel } from '../../desk/channel-status.ts';
import type { DeskMessage } from '../../desk/unanswered.ts';
import { formatAge, formatDay } from '../../format.ts';
import { messages } from '../../language.ts';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { channelName, type Urgency } from '../../parts/Mark.tsx';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { daysOfStay } from '../../replica/stays.ts';
import { conflictsOf, toCleanOf, unassignedOf } from '../../replica/today.ts';

type TilesProps = {
  state: ReplicaState;
  unanswered: readonly DeskMessage[];
  channels: readonly FailingChannel[];
};

export function Tiles({ state, unanswered, channels }: TilesProps) {
  const { tiles } = messages().today;
  const unassigned = unassignedOf(state);
  const conflicts = conflictsOf(state);
  const toClean = toCleanOf(state);
  const arriving = toClean.filter(({ arrival }) => arrival !== null).length;
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
        count={unanswered.length}
        label={tiles.unanswered}
        about={unanswered[0] && tiles.oldest(formatAge(Date.now() - Date.parse(unanswered[0].created_at)))}
        path="/desk/inbox"
      />
      <Tile
        icon="broom"
        urgency="warn"
        count={toClean.length}
        label={tiles.toClean}
        about={arriving > 0 ? tiles.forArrivals(arriving) : tiles.noArrivals}
        path="/desk/housekeeping"
      />
      <Tile
        icon="plug"
        urgency="alert"
        count={channels.length}
        label={tiles.channels(channels.length)}
        about={channels[0] && failureText(channels[0])}
        path="/desk/channels"
      />
    </section>
  );
}

type TileProps = {
  icon: IconName;
  urgency: Urgency;
  count: number;
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
        <b>{count}</b>
      </span>
      <span class="grow">
        <span class="m cut">{label}</span>
        <span class="cut ink3">{count > 0 ? about : messages().today.tiles.none}</span>
      </span>
    </>
  );
  const classes = `tile ${count > 0 ? urgency : 'zero'}`;
  if (count > 0)
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

function conflictText(booking: DeskBooking, state: ReplicaState): string {
  const { from } = daysOfStay(booking, state);
  return [booking.name, formatDay(from)].filter(Boolean).join(', ');
}

function failureText({ channel, rejectedNights, error }: FailingChannel): string {
  const { tiles } = messages().today;
  const name = channelName(channel);
  return rejectedNights > 0 ? tiles.refused(name, rejectedNights) : (error ?? tiles.failed(name));
}
