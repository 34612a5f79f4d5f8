// What each channel knows of the nights of a stay: whether it has confirmed that their rooms are taken.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Static } from 'typebox';
import type { channelNightSchema } from '../../../src/api/operator/records.ts';
import { dateOfDayNumber, dayOfDate } from '../../days.ts';
import { causeInLine } from '../../desk/cause-sentence.ts';
import { connectedChannels, useChannelStatus } from '../../desk/channel-status.ts';
import { copy, operator, rightsOf, shown } from '../../desk/property.ts';
import { read } from '../../desk/server.ts';
import { formatDay, formatTime } from '../../format.ts';
import { messages } from '../../language.ts';
import { ChannelMark, channelName, State } from '../../parts/Mark.tsx';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { daysOfStay } from '../../replica/stays.ts';
import { Section } from './Section.tsx';

type KnownNight = Static<typeof channelNightSchema>;
type StayChannelsProps = { booking: DeskBooking; state: ReplicaState };

export function StayChannels({ booking, state }: StayChannelsProps) {
  const { channels: texts } = messages().stay;
  const { until } = daysOfStay(booking, state);
  const channels = connectedChannels(useChannelStatus());
  // Nights that are over are pushed to nobody.
  if (channels.length === 0 || until <= state.today || shown.value?.hotelId == null) return null;
  if (!rightsOf('availability:read').sees) return null;
  return (
    <Section title={texts.title}>
      {channels.map((channel) => (
        <KnownByChannel key={channel} channel={channel} booking={booking} state={state} />
      ))}
    </Section>
  );
}

function KnownByChannel({ channel, booking, state }: StayChannelsProps & { channel: string }) {
  const { channels: texts } = messages().stay;
  const nights = useKnownNights(channel, booking, state);
  const { timezone } = state.property;
  const confirmedAt = nights
    ?.map(({ confirmed }) => confirmed?.at ?? null)
    .filter((at) => at !== null)
    .toSorted()
    .at(-1);
  return (
    <div class="known">
      <ChannelMark channel={channel} />
      <span class="cut">{channelName(channel)}</span>
      {nights && <Knowledge channel={channel} nights={nights} ownsDates={channel === booking.connection} />}
      <span class="t12 ink3 nowrap" title={texts.confirmedAt}>
        {confirmedAt && formatTime(confirmedAt, timezone)}
      </span>
    </div>
  );
}

type KnowledgeProps = { channel: string; nights: readonly KnownNight[]; ownsDates: boolean };

function Knowledge({ channel, nights, ownsDates }: KnowledgeProps) {
  const { channels: texts } = messages().stay;
  const names = { who: channelName(channel) };
  const rejected = nights.find((night) => night.state === 'rejected');
  const pending = nights.filter((night) => night.state === 'pending').length;
  if (rejected)
    return (
      <State urgency="alert" icon="ban">
        <span title={causeInLine(rejected.message_cause, rejected.message, names, messages()) ?? ''}>
          {texts.refused(formatDay(dayOfDate(rejected.date), 'tiny'))}
        </span>
      </State>
    );
  if (nights.length === 0) return <State>{texts.notSold}</State>;
  if (pending > 0)
    return (
      <State urgency="warn" icon="clock">
        {texts.pending(pending)}
      </State>
    );
  return <State icon="check">{ownsDates ? texts.ownsDates : texts.confirmed}</State>;
}

/** Reads the nights of the stay at a channel, again whenever the log or the connection went on. Undefined = not here yet. */
function useKnownNights(
  channel: string,
  booking: DeskBooking,
  state: ReplicaState,
): readonly KnownNight[] | undefined {
  const nights = useSignal<readonly KnownNight[] | undefined>(undefined);
  const { from, until } = daysOfStay(booking, state);
  const first = Math.max(from, state.today);
  useEffect(() => {
    const stop = new AbortController();
    const query = {
      room_id: booking.room_id,
      fromdate: dateOfDayNumber(first),
      todate: dateOfDayNumber(until - 1),
    };
    const readNow = () => {
      read<KnownNight[]>(operator(`channels/${channel}/nights`), query, stop.signal).then(
        (records) => {
          nights.value = records;
        },
        () => {
          // It stays unknown: nothing is shown of this channel.
        },
      );
    };
    readNow();
    const timer = setInterval(readNow, EVERY_MS);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [channel, booking.room_id, first, until, booking.updated_at, copy.value === null]);
  return nights.value;
}

/** A channel's confirmation is no event. */
const EVERY_MS = 10_000;
