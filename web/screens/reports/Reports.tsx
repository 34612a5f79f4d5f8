// Reports: occupancy, pace, bookings, charges and balances of any days, as of any moment; as table, chart, CSV and on paper.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { dateOfDayNumber } from '../../days.ts';
import { api, copy, currency, rightsOf, shown } from '../../desk/property.ts';
import { read, ServerRefusal } from '../../desk/server.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Empty, Skeleton } from '../../parts/Notice.tsx';
import { Choice } from '../../parts/Tabs.tsx';
import { PageHead } from '../../shell/PageHead.tsx';
import { Figures } from './Figures.tsx';
import { type Asked, ReportControls } from './ReportControls.tsx';
import './reports.css';
import { ReportChart } from './ReportChart.tsx';
import { ReportTable } from './ReportTable.tsx';
import { momentOfInput, REPORT_KINDS, type ReportAnswer, type ReportKind } from './report-kinds.ts';

export function Reports() {
  const { screens, reports: texts } = messages();
  const kinds = REPORT_KINDS.filter(({ needs }) => needs.every((scope) => rightsOf(scope).sees));
  const id = useSignal(REPORT_KINDS[0]!.id);
  const kind = kinds.find((one) => one.id === id.value) ?? kinds[0];
  const today = copy.value?.today;
  return (
    <>
      <PageHead title={screens.reports}>
        {kinds.length > 1 && (
          <Choice
            label={texts.report}
            selected={kind!.id}
            onSelect={(one) => {
              id.value = one;
            }}
            choices={kinds.map((one) => ({ id: one.id, label: texts.kinds[one.id] }))}
          />
        )}
      </PageHead>
      <main id="content" class="page reports">
        {kind && today !== undefined && <Report key={kind.id} kind={kind} today={today} />}
      </main>
    </>
  );
}

/** Returns the first and the last day of the month of a day. */
function monthOf(day: number): { first: string; last: string } {
  const [year, month] = dateOfDayNumber(day).split('-').map(Number) as [number, number];
  const last = Date.UTC(year, month, 0) / 86_400_000;
  return { first: `${dateOfDayNumber(last).slice(0, 8)}01`, last: dateOfDayNumber(last) };
}

function Report({ kind, today }: { kind: ReportKind; today: number }) {
  const { reports: texts, loading } = messages();
  const asked = useSignal<Asked>({
    ...monthOf(today),
    by: kind.groups[0] ?? '',
    dates: kind.dates[0] ?? '',
    asOf: '',
    since: '',
  });
  const query = queryOf(kind, asked.value);
  const { answer, refusal } = useReport(kind, query);
  return (
    <>
      <ReportControls kind={kind} asked={asked}>
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
          {kind.chart && <ReportChart kind={kind} answer={answer} by={asked.value.by} />}
          {answer.rows.length === 0 ? (
            <Empty title={texts.nothing}>{texts.nothingHelp}</Empty>
          ) : (
            <ReportTable kind={kind} answer={answer} by={asked.value.by} currency={currency.value} />
          )}
        </>
      )}
    </>
  );
}

type Query = Record<string, string | undefined>;

function queryOf(kind: ReportKind, { first, last, by, dates, asOf, since }: Asked): Query {
  return {
    fromdate: first,
    todate: last,
    by: kind.groups.length > 0 ? by : undefined,
    dates: kind.dates.length > 0 ? dates : undefined,
    as_of: momentOfInput(asOf),
    since: kind.hasSince ? momentOfInput(since) : undefined,
  };
}

function addressOf({ noun }: ReportKind, query: Query): string {
  const url = new URL(api(noun), location.origin);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.pathname + url.search;
}

/** The answer to a query; that of the query before until the next one is here. */
function useReport(kind: ReportKind, query: Query): { answer: ReportAnswer | null; refusal: string | null } {
  const answer = useSignal<ReportAnswer | null>(null);
  const refusal = useSignal<string | null>(null);
  const address = addressOf(kind, query);
  const replica = shown.value?.replica;
  useEffect(() => {
    const given = new AbortController();
    read<ReportAnswer>(address, {}, given.signal).then(
      (data) => {
        answer.value = data;
        refusal.value = null;
      },
      (error) => {
        if (given.signal.aborted) return;
        refusal.value =
          error instanceof ServerRefusal ? error.problem.detail : messages().reports.unreachable;
      },
    );
    return () => given.abort();
  }, [address, replica]);
  return { answer: answer.value, refusal: refusal.value };
}
