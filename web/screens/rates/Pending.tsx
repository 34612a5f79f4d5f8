// What is not sent yet: how many nights and prices change, where they go, and what the server says to it.
import { connectedChannels, useChannelStatus } from '../../desk/channel-status.ts';
import { currency } from '../../desk/property.ts';
import { formatMoney } from '../../format.ts';
import { shownKeys } from '../../keys.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { ChannelMark, State } from '../../parts/Mark.tsx';
import { summaryOf } from './edits.ts';
import { dropEdits, edits, notices, sendEdits, underWay, verdict } from './rates-state.ts';
import { sheet } from './sheet.ts';

export function Pending() {
  const texts = messages().rates;
  const channels = connectedChannels(useChannelStatus());
  if (!sheet.value) return null;
  if (edits.value.size === 0) return <NoticesAlone />;
  const { nights, prices, average } = summaryOf(edits.value, sheet.value);
  const refusal = verdict.value?.refusal;
  return (
    <section class="rate-pending float" aria-label={texts.notSent}>
      <div>
        <h2>{texts.notSent}</h2>
        <p class="m">
          {texts.nights(nights)}
          {prices > 0 && `, ${texts.average(signed(average))}`}
        </p>
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
      {refusal && (
        <p role="alert" class="rate-refusal">
          <State icon="warn" urgency="alert">
            {texts.refused}
          </State>{' '}
          {refusal}
        </p>
      )}
      <div class="row end">
        <Button icon="undo" keys={shownKeys('Escape')} kind="quiet" onClick={dropEdits}>
          {texts.drop}
        </Button>
        <Button
          kind="primary"
          keys={shownKeys('mod+Enter')}
          disabled={underWay.value !== null || (refusal !== null && refusal !== undefined)}
          onClick={() => void sendEdits()}
        >
          {texts.send}
        </Button>
      </div>
    </section>
  );
}

/** What was pasted and could not be read, and what was set and is gone. */
function Notices() {
  const texts = messages().rates;
  const { unreadCells, droppedNights } = notices.value;
  const lines = [
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
