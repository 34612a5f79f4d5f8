// Rates: prices and restrictions of a year as a sheet on a desk, and as a form for ranges on a phone.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { dateOfDayNumber, dayOfDate } from '../../days.ts';
import { undoLast } from '../../desk/changes.ts';
import { copy, rightsOf } from '../../desk/property.ts';
import { useShortcuts } from '../../keys.ts';
import { messages } from '../../language.ts';
import { IconButton } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Empty, Skeleton } from '../../parts/Notice.tsx';
import { ProposalList } from '../../proposals/ProposalList.tsx';
import { useProposals } from '../../proposals/proposals.ts';
import { isPhone } from '../../screen-width.ts';
import { PageHead } from '../../shell/PageHead.tsx';
import { hasLeftField, leaveFieldByKey } from './leave-field.ts';
import { NEXT_DAYS, NextNights } from './NextNights.tsx';
import { Pending } from './Pending.tsx';
import { RangeForm } from './RangeForm.tsx';
import { COLUMN, RateGrid } from './RateGrid.tsx';
import './rates.css';
import { dropEdits, edits, rooms, selection, sendEdits } from './rates-state.ts';
import { sheet, useSheet } from './sheet.ts';
import { Toolbar } from './Toolbar.tsx';

const WEEK = 7;

export function Rates() {
  const today = copy.value?.today ?? null;
  const { screens, rates: texts, loading, undo } = messages();
  const firstDay = useSignal(0);
  const proposals = useProposals().filter(({ tool }) => tool === 'update_availability');
  useSheet(today);
  useEffect(() => {
    if (selection.peek() === null && today !== null)
      selection.value = { anchor: { line: 1, day: today }, focus: { line: 1, day: today } };
  }, [today]);
  useEffect(
    () => () => {
      hasLeftField.value = false;
    },
    [],
  );
  useShortcuts([
    { keys: 'mod+Enter', label: texts.send, run: () => void sendEdits(), disabled: edits.value.size === 0 },
    { keys: 'Escape', label: texts.drop, run: dropEdits, disabled: edits.value.size === 0 },
  ]);
  const canChange = rightsOf('availability:write').changes;
  const isReady = sheet.value !== null && today !== null;
  return (
    <>
      <PageHead
        title={screens.rates}
        action={<IconButton icon="undo" label={undo} onClick={() => void undoLast()} />}
      >
        {isReady && !isPhone.value && <DaySteps today={today} firstDay={firstDay.value} />}
      </PageHead>
      {!isReady ? (
        <main id="content" class="page">
          <Skeleton lines={8} label={loading} />
        </main>
      ) : rooms.value.length === 0 ? (
        <main id="content" class="page">
          <Empty title={texts.noRooms}>{texts.noRoomsHelp}</Empty>
        </main>
      ) : isPhone.value ? (
        <main id="content" class="page rate-phone">
          <ProposalList proposals={proposals} />
          <NextNights today={today} />
          {canChange && <RangeForm from={today} until={today + NEXT_DAYS} roomId={null} />}
          <Pending />
        </main>
      ) : (
        <main id="content" class="rates-page">
          <Toolbar canChange={canChange} />
          <ProposalList proposals={proposals} />
          <RateGrid sheet={sheet.value!} firstDay={firstDay} proposals={proposals} />
          <Pending />
        </main>
      )}
    </>
  );
}

/** Leads to other days of the sheet: it scrolls, and what is selected stays selected where it is. */
function DaySteps({ today, firstDay }: { today: number; firstDay: number }) {
  const texts = messages().rates;
  const { until } = sheet.value!;
  const go = (day: number) => {
    const to = Math.max(today, Math.min(until - 1, day));
    document.querySelector('.rate-grid')?.scrollTo({ left: (to - today) * COLUMN });
  };
  return (
    <>
      <div class="seg">
        <button
          type="button"
          aria-label={texts.earlier}
          title={texts.earlier}
          onClick={() => go(firstDay - WEEK)}
        >
          <Icon name="left" />
        </button>
        <button type="button" onClick={() => go(today)}>
          {texts.today}
        </button>
        <button
          type="button"
          aria-label={texts.later}
          title={texts.later}
          onClick={() => go(firstDay + WEEK)}
        >
          <Icon name="right" />
        </button>
      </div>
      <input
        type="date"
        class="input rate-date"
        aria-label={texts.goTo}
        min={dateOfDayNumber(today)}
        max={dateOfDayNumber(until - 1)}
        value={dateOfDayNumber(Math.max(today, firstDay))}
        onKeyDown={leaveFieldByKey}
        onChange={({ currentTarget }) => {
          if (currentTarget.value) go(dayOfDate(currentTarget.value));
        }}
      />
    </>
  );
}
