// The calendar as it was at a moment of the past, to be read only: nothing that changes anything is connected to it. The live copy goes on beneath it.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { setColumn } from '../../chart/geometry.ts';
import { TapeChart } from '../../chart/TapeChart.tsx';
import { dayWithTime, localOfMoment, momentOfLocal } from '../../days.ts';
import { asksMoment, backToNow, showMoment } from '../../desk/past-moment.ts';
import { isKeptCopy, shown } from '../../desk/property.ts';
import { formatDatedMoment } from '../../format.ts';
import { language, messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { MomentField } from '../../parts/MomentField.tsx';
import { Banner, Skeleton } from '../../parts/Notice.tsx';
import type { ReplicaState } from '../../replica/state.ts';
import { isPhone } from '../../screen-width.ts';
import { CalendarHead } from './CalendarHead.tsx';
import { columnOfScreen } from './column.ts';
import { PastStay } from './PastStay.tsx';
import type { ChangeSums } from './past-changes.ts';
import { comparedTapeData, pastTapeData, stayOfBar } from './past-data.tsx';
import type { ShownDays } from './shown-days.ts';
import type { Chosen } from './tape-data.tsx';
import { usePast } from './use-past.ts';

type PastCalendarProps = {
  /** the calendar as it is */
  state: ReplicaState;
  moment: string;
  days: ShownDays;
};

export function PastCalendar({ state, moment, days }: PastCalendarProps) {
  const { timezone } = state.property;
  const chosen = useSignal<Chosen>(null);
  const compares = useSignal(false);
  const opened = useSignal<ReturnType<typeof stayOfBar>>(null);
  const past = usePast(moment, state);
  const painted = usePainted(past.state, compares.value ? state : null, chosen.value);
  const stay = opened.value;
  const source = stay?.isOfNow ? state : past.state;
  const booking = stay && source?.bookings.get(stay.orderId);
  setColumn(columnOfScreen());
  return (
    <>
      <CalendarHead days={days} rooms={[...state.rooms.values()]} chosen={chosen} isPast />
      <main id="content" class="calendar past">
        <PastBar
          moment={moment}
          timezone={timezone}
          days={days}
          compares={compares}
          sums={painted?.sums ?? null}
        />
        {painted && past.state ? (
          <TapeChart
            key={`${shown.value?.hotelId} ${isPhone.value}`}
            data={painted.data}
            range={{ from: past.state.from, until: past.state.until }}
            firstDay={days.first}
            now={dayWithTime(moment, timezone)}
            openId={null}
            onScrolled={days.scrolled}
            onOpen={(bar) => {
              opened.value = stayOfBar(bar.id);
            }}
          />
        ) : past.refusal === null ? (
          <Skeleton lines={12} label={messages().calendar.past.reading} />
        ) : (
          <div class="past-refusal">
            <Banner urgency="warn" icon="warn">
              <span role="status">{past.refusal}</span>
            </Banner>
          </div>
        )}
      </main>
      {booking && source && (
        <PastStay
          booking={booking}
          state={source}
          moment={stay.isOfNow ? null : moment}
          onNow={() => backToNow(days.first, booking.order_id)}
          onClose={() => {
            opened.value = null;
          }}
        />
      )}
    </>
  );
}

/** Returns what the chart paints, made again when a copy, the language or the choice of rooms changes. */
function usePainted(past: ReplicaState | null, now: ReplicaState | null, chosen: Chosen) {
  // While other days are read, the two copies are of different ones; and one kept on the device is not of now.
  const isComparable =
    past !== null && now !== null && !isKeptCopy.value && past.from === now.from && past.until === now.until;
  return useMemo(() => {
    if (!past) return null;
    return isComparable
      ? comparedTapeData(past, now, chosen)
      : { data: pastTapeData(past, chosen), sums: null };
  }, [past, isComparable ? now : null, chosen, language.value]);
}

type PastBarProps = {
  moment: string;
  timezone: string;
  days: ShownDays;
  compares: Signal<boolean>;
  sums: ChangeSums | null;
};

/** Which moment is shown, another one, the comparison, and the way back. */
function PastBar({ moment, timezone, days, compares, sums }: PastBarProps) {
  const texts = messages().calendar.past;
  const takesFocus = useRef(asksMoment.peek()).current;
  useEffect(() => {
    asksMoment.value = false;
  }, []);
  return (
    <section class="past-bar" aria-label={texts.choose}>
      <Icon name="history" />
      <p class="grow" role="status">
        <b>{texts.asItWas(formatDatedMoment(moment, timezone))}</b> {texts.readOnly}
        {sums && <span class="past-sums"> {texts.sums(sums)}</span>}
      </p>
      <MomentField
        timezone={timezone}
        // The moment may be between two minutes, which are all that the field has: left as it is, it stays.
        local={localOfMoment(moment, timezone)}
        label={texts.moment}
        takesFocus={takesFocus}
        onChoose={(local) => {
          const chosen = momentOfLocal(local, timezone);
          if (chosen !== null) showMoment(chosen, days.first);
        }}
      />
      <Button
        icon="swap"
        aria-pressed={compares.value}
        onClick={() => {
          compares.value = !compares.value;
        }}
      >
        {texts.compare}
      </Button>
      <Button kind="primary" onClick={() => backToNow(days.first)}>
        {texts.back}
      </Button>
    </section>
  );
}
