// The log: everything that was changed, the newest first, with who did it and the data of each event.
import { useRef } from 'preact/hooks';
import { copy, rightsOf } from '../../desk/property.ts';
import { formatDay } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Empty, Skeleton } from '../../parts/Notice.tsx';
import type { ReplicaState } from '../../replica/state.ts';
import { goTo, place } from '../../router.ts';
import { PageHead } from '../../shell/PageHead.tsx';
import { daysOfLog, type LoggedChange } from './changes-of-log.ts';
import { LogChange } from './LogChange.tsx';
import { LogFilters } from './LogFilters.tsx';
import { useLastVisit } from './last-visit.ts';
import { addressOf, filterOf, type LogFilter, queryOf } from './log-filter.ts';
import { type ShownLog, useLog } from './use-log.ts';
import './log.css';

export function Log() {
  const { log, screens } = messages();
  const state = copy.value;
  const filter = filterOf(place().query);
  const lastVisit = useLastVisit();
  const page = useRef<HTMLElement>(null);
  const query = state && queryOf(filter, state.property.timezone, lastVisit);
  const shownLog = useLog(query, () => (page.current?.scrollTop ?? 0) === 0 && !isReading(page.current));
  const change = (part: Partial<LogFilter>) => goTo(addressOf({ ...filter, ...part }), { replace: true });
  return (
    <>
      <PageHead
        title={screens.log}
        action={
          rightsOf('settings').changes && (
            <a class="btn" href="/desk/channels?view=log">
              <Icon name="plug" />
              {log.exchanges}
            </a>
          )
        }
      />
      <main id="content" class="page log" ref={page}>
        <LogFilters
          filter={filter}
          events={shownLog.events ?? []}
          hasVisited={lastVisit !== null}
          onChange={change}
          onClear={() => goTo('/desk/log', { replace: true })}
        />
        {shownLog.waiting.length > 0 && (
          <div class="log-new">
            <Button
              kind="primary"
              small
              onClick={() => {
                shownLog.showWaiting();
                page.current?.scrollTo({ top: 0 });
              }}
            >
              {log.newOnes(shownLog.waiting.length)}
            </Button>
          </div>
        )}
        {state && (
          <Entries
            log={shownLog}
            state={state}
            lastVisit={lastVisit}
            onOnlyStay={(orderId) => change({ orderId })}
          />
        )}
      </main>
    </>
  );
}

/** Whether the data of an event is open. */
function isReading(page: HTMLElement | null): boolean {
  return page?.querySelector('[aria-expanded="true"]') != null;
}

type EntriesProps = {
  log: ShownLog;
  state: ReplicaState;
  lastVisit: number | null;
  onOnlyStay: (orderId: number) => void;
};

function Entries({ log, state, lastVisit, onOnlyStay }: EntriesProps) {
  const { log: texts, loading } = messages();
  const { events, hasMore, refusal, readEarlier } = log;
  if (!events) return refusal ? <Empty title={refusal.detail} /> : <Skeleton lines={8} label={loading} />;
  if (events.length === 0)
    return (
      <Empty title={texts.none}>
        <p>{texts.noneMore}</p>
      </Empty>
    );
  const { today } = state;
  const firstSeen = firstSeenOf(events, lastVisit);
  const dayName = (day: number) => {
    if (day === today) return `${texts.today}, ${formatDay(day)}`;
    return day === today - 1 ? `${texts.yesterday}, ${formatDay(day)}` : formatDay(day, 'long');
  };
  const line = (change: LoggedChange) => (
    <LogChange key={change.key} change={change} state={state} onOnlyStay={onOnlyStay} />
  );
  return (
    <>
      {daysOfLog(events, state.property.timezone).map(({ day, changes }) => (
        <section key={day} class="log-day">
          <h2>{dayName(day)}</h2>
          <ul>
            {changes.map((change) =>
              change.events.some(({ seq }) => seq === firstSeen)
                ? [
                    <li key="seen" class="log-seen">
                      {texts.seenBefore}
                    </li>,
                    line(change),
                  ]
                : line(change),
            )}
          </ul>
        </section>
      ))}
      {hasMore ? (
        <Button onClick={readEarlier}>{texts.earlier}</Button>
      ) : (
        <p class="ink3 log-end">{texts.beginning}</p>
      )}
    </>
  );
}

/** Returns the newest event that was seen before, if there are newer ones; null = there is no such place. */
function firstSeenOf(events: readonly { seq: number }[], lastVisit: number | null): number | null {
  if (lastVisit === null || events[0]!.seq <= lastVisit) return null;
  return events.find(({ seq }) => seq <= lastVisit)?.seq ?? null;
}
