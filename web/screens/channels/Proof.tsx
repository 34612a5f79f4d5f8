// The proof: room by night by channel, what we hold and whether the channel has confirmed it. Beside it the details of one night, and conflicts.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { causeInLine, sentenceOfCause } from '../../desk/cause-sentence.ts';
import { copy, rightsOf, shown } from '../../desk/property.ts';
import { formatDay } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button, IconButton } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { ChannelMark, channelName, State } from '../../parts/Mark.tsx';
import { Empty, Skeleton } from '../../parts/Notice.tsx';
import type { DeskDays } from '../../replica/server.ts';
import type { ReplicaState } from '../../replica/state.ts';
import { Conflicts } from './Conflicts.tsx';
import { type ChannelProof, type DeskConnection, useChannelProof } from './channel-nights.ts';
import { timeAt } from './moments.ts';
import { NightDetails } from './NightDetails.tsx';
import { countNights, type NightCounts } from './night-state.ts';
import { type DeskOta, failingOtasOf, namesOfOta } from './ota-texts.ts';
import { TryPractice } from './PracticePart.tsx';
import { type NightPlace, ProofGrid } from './ProofGrid.tsx';
import { LOOKS } from './state-looks.ts';

const DAYS = 14;
/** What the copy holds around the days that are shown, at least. */
const BEFORE = 14;
const AFTER = 60;

export function Proof() {
  const state = copy.value;
  const selected = useSignal<NightPlace | null>(null);
  const { today, first, show, showStay } = useProofDays(state);
  const { proof, refusal, readAgain } = useChannelProof(first, first + DAYS);
  const texts = messages().channels;
  if (refusal.value && !proof.value) return <Message title={refusal.value.detail} />;
  if (!state || !proof.value) return <Loading />;
  if (proof.value.connections.length === 0)
    return (
      <div class="proof">
        <main id="content" class="page">
          <Empty title={texts.none}>
            <p class="ink2">{texts.noneMore}</p>
            {rightsOf('settings').changes && <TryPractice onDone={readAgain} />}
          </Empty>
        </main>
        <aside class="proof-side" aria-label={texts.details}>
          <Conflicts state={state} onShow={showStay} />
        </aside>
      </div>
    );
  return (
    <main id="content" class="proof">
      <div class="proof-left">
        <Summary proof={proof.value} />
        <DayBar first={first} today={today} onShow={show} />
        <ProofGrid state={state} proof={proof.value} from={first} until={first + DAYS} selected={selected} />
        <Legend />
      </div>
      <aside class="proof-side" aria-label={texts.details}>
        <Conflicts state={state} onShow={showStay} />
        {selected.value && (
          <NightDetails place={selected.value} state={state} proof={proof.value} onPushed={readAgain} />
        )}
      </aside>
    </main>
  );
}

/** Returns the first day that is shown, and how to show others: the copy then has them, and all nights of a stay that needs a way out. */
function useProofDays(state: ReplicaState | null) {
  const from = useSignal<number | null>(null);
  const end = useSignal(0);
  const today = state?.today ?? 0;
  const first = from.value ?? today;
  // Other screens need the days around today.
  useEffect(() => () => shown.peek()?.replica.show(null), []);
  useEffect(() => {
    const until = Math.max(first + DAYS, end.value);
    if (!state || from.value === null || (first >= state.from && until <= state.until)) return;
    shown.value?.replica.show({ from: first - BEFORE, until: Math.max(first + AFTER, until) });
  }, [state, first, end.value]);
  const show = (day: number | null, until = 0) => {
    from.value = day;
    end.value = until;
  };
  return { today, first, show, showStay: (nights: DeskDays) => show(nights.from, nights.until) };
}

type DayBarProps = {
  first: number;
  today: number;
  /** null = from today on */
  onShow: (day: number | null) => void;
};

/** The days that are shown, and the way to others. */
function DayBar({ first, today, onShow }: DayBarProps) {
  const texts = messages().channels;
  return (
    <div class="proof-bar">
      <IconButton
        icon="left"
        small
        label={texts.earlier}
        disabled={first <= today}
        onClick={() => onShow(Math.max(today, first - DAYS))}
      />
      <Button small disabled={first === today} onClick={() => onShow(null)}>
        {texts.today}
      </Button>
      <IconButton icon="right" small label={texts.later} onClick={() => onShow(first + DAYS)} />
      <span class="ink2">
        {formatDay(first)} – {formatDay(first + DAYS - 1)}
      </span>
    </div>
  );
}

function Loading() {
  return (
    <main id="content" class="page">
      <Skeleton lines={6} label={messages().loading} />
    </main>
  );
}

function Message({ title, more }: { title: string; more?: string }) {
  return (
    <main id="content" class="page">
      <Empty title={title}>{more && <p class="ink2">{more}</p>}</Empty>
    </main>
  );
}

/** A tile for each channel: when it last answered, and the worst that is to be said of its nights. */
function Summary({ proof }: { proof: ChannelProof }) {
  return (
    <ul class="proof-channels">
      {proof.connections.map((connection) => (
        <li key={connection.channel}>
          <span class="row">
            <ChannelMark channel={connection.channel} />
            <b class="m cut">{channelName(connection.channel)}</b>
            <span class="end ink3 t12 nowrap">{connection.last_sync && timeAt(connection.last_sync)}</span>
          </span>
          <WorstState connection={connection} counts={countNights(connection, proof)} />
        </li>
      ))}
    </ul>
  );
}

function WorstState({ connection, counts }: { connection: DeskConnection; counts: NightCounts }) {
  const texts = messages().channels;
  if (connection.paused)
    return (
      <State urgency="warn" icon="clock">
        {texts.paused}
      </State>
    );
  if (connection.state === 'error') return <FailedState connection={connection} />;
  const failing = failingOtasOf(connection);
  if (failing.length > 0 && counts.refused === 0) return <FailingOtas failing={failing} />;
  const worst = (['refused', 'unknown', 'on_the_way'] as const).find((name) => counts[name] > 0);
  if (!worst) return <State icon="check">{texts.allConfirmed(counts.confirmed)}</State>;
  const { icon, urgency } = LOOKS[worst];
  return (
    <State icon={icon} {...(urgency && { urgency })}>
      {texts.nights[worst](counts[worst])}
    </State>
  );
}

/** Why a connection has failed, cut; the whole text and what to do are the title. */
function FailedState({ connection }: { connection: DeskConnection }) {
  const { last_error: error, last_error_cause: cause, channel } = connection;
  const names = { who: channelName(channel), time: timeAt };
  const line = causeInLine(cause, error, names, messages());
  const help = cause && sentenceOfCause(cause, names, messages()).help;
  return (
    <State urgency="alert" icon="plug">
      <span class="cut" title={[line, help].filter(Boolean).join(' ')}>
        {line ?? messages().channels.states.error}
      </span>
    </State>
  );
}

/** OTAs behind a channel that may sell what is not free: which, and where that is seen to. */
function FailingOtas({ failing }: { failing: readonly DeskOta[] }) {
  const names = [...new Set(failing.map((ota) => namesOfOta(ota).title))].join(', ');
  const text = messages().channels.otas.failing(names, failing.length);
  return (
    <State urgency="alert" icon="plug">
      <a class="cut" href="/desk/channels?view=connections" title={text}>
        {text}
      </a>
    </State>
  );
}

function Legend() {
  const texts = messages().channels;
  return (
    <div class="proof-legend">
      {(['confirmed', 'on_the_way', 'refused', 'unknown'] as const).map((name) => {
        const { icon, urgency } = LOOKS[name];
        return (
          <span key={name} class={urgency}>
            <Icon name={icon} small /> {texts.nightStates[name]}
          </span>
        );
      })}
      <span class="ink3">– {texts.nightStates.not_sold}</span>
      <span class="end ink3">
        <kbd>P</kbd> {texts.pushAgain}
      </span>
    </div>
  );
}
