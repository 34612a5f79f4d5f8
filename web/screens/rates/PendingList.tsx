// All that is not sent yet, in ranges of nights: each can be looked at in the sheet, and dropped.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Drawer } from '../../parts/Drawer.tsx';
import { isPhone } from '../../screen-width.ts';
import { dropArea, edits, rooms, showNights } from './rates-state.ts';
import { type RateRun, runsOf } from './runs.ts';
import { runText, runValuesText } from './value-text.ts';

/** Ranges that are shown at first. */
const FIRST_RUNS = 60;

export function PendingList({ onClose }: { onClose: () => void }) {
  const texts = messages().rates;
  const shownRuns = useSignal(FIRST_RUNS);
  const runs = runsOf(
    edits.value,
    rooms.value.map(({ room_id: id }) => id),
  );
  useEffect(() => {
    if (runs.length === 0) onClose();
  }, [runs.length === 0]);
  const more = runs.length - shownRuns.value;
  return (
    <Drawer title={texts.notSent} onClose={onClose}>
      <ul class="rate-runs">
        {runs.slice(0, shownRuns.value).map((run) => (
          <RunRow key={`${run.roomId} ${run.from}`} run={run} onLook={onClose} />
        ))}
      </ul>
      {more > 0 && (
        <Button
          onClick={() => {
            shownRuns.value = runs.length;
          }}
        >
          {texts.andMore(more)}
        </Button>
      )}
    </Drawer>
  );
}

function RunRow({ run, onLook }: { run: RateRun; onLook: () => void }) {
  const texts = messages().rates;
  const { roomId, from, until } = run;
  const name = runText(run);
  return (
    <li>
      <div class="grow">
        <p class="m">{name}</p>
        <p class="sub">
          {texts.nights(until - from)}: {runValuesText(run)}
        </p>
      </div>
      {!isPhone.value && (
        <Button
          small
          kind="quiet"
          aria-label={`${texts.look}: ${name}`}
          onClick={() => {
            onLook();
            showNights(run);
          }}
        >
          {texts.look}
        </Button>
      )}
      <Button
        small
        kind="quiet"
        aria-label={`${texts.drop}: ${name}`}
        onClick={() => dropArea({ roomIds: [roomId], from, until })}
      >
        {texts.drop}
      </Button>
    </li>
  );
}
