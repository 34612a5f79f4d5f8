// What is not sent yet: how many nights and prices change, which of them are not in sight, where they go, and what the server says to it.
import { useSignal } from '@preact/signals';
import { connectedChannels, useChannelStatus } from '../../desk/channel-status.ts';
import { copy, currency } from '../../desk/property.ts';
import { formatMoment, formatMoney } from '../../format.ts';
import { shownKeys } from '../../keys.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { ChannelMark, State } from '../../parts/Mark.tsx';
import { countNights, summaryOf } from './edits.ts';
import { focusSheet, hasLeftField } from './leave-field.ts';
import { PendingList } from './PendingList.tsx';
import {
  doubts,
  dropEdits,
  edits,
  isAsking,
  madeBefore,
  notices,
  rooms,
  sendEdits,
  sight,
  underWay,
  verdict,
} from './rates-state.ts';
import { outOfSight, runsOf } from './runs.ts';
import { SendCheck } from './SendCheck.tsx';
import { sheet } from './sheet.ts';
import { runText } from './value-text.ts';

export function Pending() {
  const isListed = useSignal(false);
  if (!sheet.value) return null;
  if (edits.value.size === 0) return <NoticesAlone />;
  return (
    <>
      <Bar
        onList={() => {
          isListed.value = true;
        }}
      />
      {isListed.value && (
        <PendingList
          onClose={() => {
            isListed.value = false;
          }}
        />
      )}
      {isAsking.value && <SendCheck />}
    </>
  );
}

function Bar({ onList }: { onList: () => void }) {
  const texts = messages().rates;
  const channels = connectedChannels(useChannelStatus());
  return (
    <section class="rate-pending float" aria-label={texts.notSent}>
      <div class="rate-what">
        <h2>{texts.notSent}</h2>
        <Nights />
        <Unseen />
      </div>
      <div>
        <h2>{texts.goesTo}</h2>
        <p class="row">
          {channels.map((channel) => (
            <ChannelMark key={channel} channel={channel} />
          ))}
          <span class="m">{channels.length === 0 ? texts.noChannel : ''}</span>
        </p>
      </div>
      <Notices />
      <Refusal />
      <div class="row end">
        <Button kind="quiet" onClick={onList}>
          {texts.list}
        </Button>
        <DropAndSend />
      </div>
    </section>
  );
}

function Nights() {
  const texts = messages().rates;
  const { nights, prices, average } = summaryOf(edits.value, sheet.value!);
  return (
    <p class="m">
      {texts.nights(nights)}
      {prices > 0 && `, ${texts.average(signed(average))}`}
    </p>
  );
}

/** Ranges that are named; the others are counted. */
const NAMED_RUNS = 2;

/** Which of the nights are not in sight: they are sent like the others. */
function Unseen() {
  const texts = messages().rates;
  if (!sight.value) return null;
  const hidden = outOfSight(edits.value, sight.value);
  if (hidden.size === 0) return null;
  const runs = runsOf(
    hidden,
    rooms.value.map(({ room_id: id }) => id),
  );
  const more = runs.length - NAMED_RUNS;
  const named = runs.slice(0, NAMED_RUNS).map(runText);
  const where = [...named, ...(more > 0 ? [texts.andMore(more)] : [])].join('; ');
  return <p class="t12">{texts.unseen(countNights(hidden), where)}</p>;
}

function Refusal() {
  const refusal = verdict.value?.refusal;
  if (!refusal) return null;
  return (
    <p role="alert" class="rate-refusal">
      <State icon="warn" urgency="alert">
        {messages().rates.refused}
      </State>{' '}
      {refusal}
    </p>
  );
}

function DropAndSend() {
  const texts = messages().rates;
  const isRefused = verdict.value?.refusal != null;
  return (
    <>
      <Button
        icon="undo"
        keys={shownKeys('Escape')}
        kind="quiet"
        onClick={() => {
          dropEdits();
          focusSheet();
        }}
      >
        {texts.drop}
      </Button>
      <Button
        kind="primary"
        keys={shownKeys('mod+Enter')}
        disabled={underWay.value !== null || isRefused}
        onClick={() => void sendEdits()}
      >
        {texts.send}
      </Button>
    </>
  );
}

/** What was found on this device or changed by others, what could not be read, and what was set and is gone. */
function Notices() {
  const texts = messages().rates;
  const { unreadCells, droppedNights } = notices.value;
  const { changed } = doubts.value;
  const changedNights = new Set(changed.map(({ roomId, day }) => `${roomId} ${day}`)).size;
  const { timezone } = copy.value?.property ?? {};
  const lines = [
    hasLeftField.value && edits.value.size > 0 && texts.escapeAgain,
    madeBefore.value !== null &&
      timezone !== undefined &&
      texts.madeBefore(formatMoment(new Date(madeBefore.value).toISOString(), timezone)),
    changedNights > 0 && texts.changedNights(changedNights),
    unreadCells > 0 && texts.unreadCells(unreadCells),
    droppedNights > 0 && texts.droppedNights(droppedNights),
  ].filter((line) => line !== false);
  if (lines.length === 0) return null;
  return (
    <div role="status" class="rate-refusal">
      {lines.map((line) => (
        <State key={line} icon="warn" urgency="warn">
          {line}
        </State>
      ))}
      {changedNights > 0 && (
        <Button
          small
          onClick={() => {
            isAsking.value = true;
          }}
        >
          {texts.look}
        </Button>
      )}
    </div>
  );
}

/** The notices where nothing is left to send. */
function NoticesAlone() {
  const { rates: texts, close } = messages();
  const { unreadCells, droppedNights } = notices.value;
  if (unreadCells + droppedNights === 0) return null;
  return (
    <section class="rate-pending float" aria-label={texts.notSent}>
      <Notices />
      <Button onClick={dropEdits}>{close}</Button>
    </section>
  );
}

function signed(amount: number): string {
  const text = formatMoney(Math.abs(Math.round(amount * 100) / 100), currency.value);
  return amount < 0 ? `−${text}` : `+${text}`;
}
