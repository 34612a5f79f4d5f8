// Reports: occupancy, pace, bookings, charges and balances of any days, as of any moment, and money to return; as table, chart, CSV and on paper.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, copy, currency, shown } from '../../desk/property.ts';
import { readOnEvents } from '../../desk/read-on-events.ts';
import { read, ServerRefusal } from '../../desk/server.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Empty, Skeleton } from '../../parts/Notice.tsx';
import { Choice } from '../../parts/Tabs.tsx';
import { goTo, place } from '../../router.ts';
import { PageHead } from '../../shell/PageHead.tsx';
import { Figures } from './Figures.tsx';
import { ReportControls } from './ReportControls.tsx';
import './reports.css';
import { type Asked, askedIn, placeOfKind, placeOfReport, queryOf, type ReportQuery } from './asked.ts';
import { ReportChart } from './ReportChart.tsx';
import { ReportTable } from './ReportTable.tsx';
import { concernsReports, openReports, type ReportAnswer, type ReportKind } from './report-kinds.ts';

export function Reports() {
  const { screens, reports: texts } = messages();
  const kinds = openReports();
  const kind = kinds.find(({ id }) => id === place().query.get('report')) ?? kinds[0];
  const today = copy.value?.today;
  return (
    <>
      <PageHead
        title={screens.reports}
        views={
          kinds.length > 1 && (
            <Choice
              label={texts.report}
              selected={kind!.id}
              onSelect={(id) => goTo(placeOfKind(id, place().query))}
              choices={kinds.map((one) => ({ id: one.id, label: texts.kinds[one.id] }))}
            />
          )
        }
      />
      <main id="content" class="page reports">
        {kind && today !== undefined && <Report key={kind.id} kind={kind} today={today} />}
      </main>
    </>
  );
}

function Report({ kind, today }: { kind: ReportKind; today: number }) {
  const { reports: texts, loading } = messages();
  const asked = askedIn(place().query, kind, today);
  const onAsk = (changes: Partial<Asked>) =>
    goTo(placeOfReport(kind, { ...asked, ...changes }, today), { replace: true });
  const { timezone } = copy.value!.property;
  const query = queryOf(kind, asked, timezone);
  const { answer, refusal } = useReport(kind, query);
  return (
    <>
      <ReportControls kind={kind} asked={asked} onAsk={onAsk} timezone={timezone}>
        <span class="row end">
          <a class="btn" href={addressOf(kind, { ...query, format: 'csv' })} download>
            <Icon name="download" />
            CSV
          </a>
          <Button icon="print" onClick={() => print()}>
            {texts.print}
          </Button>
        </span>
      </ReportControls>
      {refusal && <Empty title={texts.refused}>{refusal}</Empty>}
      {!answer && !refusal && <Skeleton lines={8} label={loading} />}
      {answer && !refusal && (
        <>
          <Figures kind={kind} answer={answer} currency={currency.value} />
          {kind.chart && <ReportChart kind={kind} answer={answer} by={asked.by} />}
          {answer.rows.length === 0 ? (
            <NoRows kind={kind} />
          ) : (
            <ReportTable kind={kind} answer={answer} by={asked.by} currency={currency.value} />
          )}
        </>
      )}
    </>
  );
}

function NoRows({ kind }: { kind: ReportKind }) {
  const { reports: texts } = messages();
  if (kind.ofAllDays) return <Empty title={texts.nothingToReturn} />;
  return <Empty title={texts.nothing}>{texts.nothingHelp}</Empty>;
}

function addressOf({ noun }: ReportKind, query: ReportQuery): string {
  const url = new URL(api(noun), location.origin);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.pathname + url.search;
}

/** A report of a year takes the server 1 to 2 s. */
const SPACING_MS = 15_000;

/** The answer to a query; that of the query before until the next one is here. It is read again after events, unless it is of a moment of the past. */
function useReport(
  kind: ReportKind,
  query: ReportQuery,
): { answer: ReportAnswer | null; refusal: string | null } {
  const answer = useSignal<ReportAnswer | null>(null);
  const refusal = useSignal<string | null>(null);
  const address = addressOf(kind, query);
  const replica = shown.value?.replica;
  useEffect(() => {
    if (!replica) return;
    let isAnswered = false;
    const readNow = async (signal: AbortSignal) => {
      try {
        const data = await read<ReportAnswer>(address, {}, signal);
        isAnswered = true;
        answer.value = data;
        refusal.value = null;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof ServerRefusal) {
          refusal.value = error.problem.detail;
          return;
        }
        // What was read before stays; the head of the screen says that there is no connection.
        if (!isAnswered) refusal.value = messages().reports.unreachable;
        throw error;
      }
    };
    const isConcerned = query['as_of'] === undefined ? concernsReports : () => false;
    return readOnEvents(readNow, isConcerned, { spacingMs: SPACING_MS }).end;
  }, [address, replica]);
  return { answer: answer.value, refusal: refusal.value };
}
