// What was sent to a channel and what came back, as it was on the wire: the last exchanges of one channel, one of them open.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Static } from 'typebox';
import type { exchangeSchema } from '../../../src/api/operator/records.ts';
import type { logEntrySchema } from '../../../src/api/records.ts';
import { operator, rightsOf } from '../../desk/property.ts';
import { read } from '../../desk/server.ts';
import { messages } from '../../language.ts';
import { classesOf } from '../../parts/Button.tsx';
import { State } from '../../parts/Mark.tsx';
import { timeAt } from './moments.ts';

export type SyncEntry = Static<typeof logEntrySchema>;
type WireExchange = Static<typeof exchangeSchema>;

const SHOWN = 8;

type ExchangesProps = {
  channel: string;
  /** the moment of the exchange that is looked for; null = the newest */
  near: string | null;
  /** shows an exchange that failed, if there is one, rather than the one that is nearest */
  prefersFailed: boolean;
};

export function Exchanges({ channel, near, prefersFailed }: ExchangesProps) {
  const entries = useSignal<readonly SyncEntry[]>([]);
  const chosen = useSignal<number | null>(null);
  const mayRead = rightsOf('settings').changes;
  useEffect(() => {
    chosen.value = null;
    if (!mayRead) return;
    const aborted = new AbortController();
    read<SyncEntry[]>(operator('logs'), { kind: 'sync', channel, limit: 50 }, aborted.signal).then(
      (answer) => {
        entries.value = answer.filter(({ direction }) => direction === 'push');
      },
      () => {},
    );
    return () => aborted.abort();
  }, [channel, near, mayRead]);
  const open =
    entries.value.find(({ id }) => id === chosen.value) ?? bestOf(entries.value, near, prefersFailed);
  const { exchange } = messages().channels;
  if (!open) return null;
  return (
    <section class="side-part">
      <h2 class="b">{exchange}</h2>
      <ul class="exchange-list">
        {entries.value.slice(0, SHOWN).map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              class={classesOf('exchange-line', entry === open && 'on')}
              aria-pressed={entry === open}
              onClick={() => {
                chosen.value = entry.id;
              }}
            >
              <span class="ink3 t12 nowrap">{timeAt(entry.created_at)}</span>
              <span class="grow cut">{entry.summary}</span>
              <Result entry={entry} />
            </button>
          </li>
        ))}
      </ul>
      <RawExchanges entryId={open.id} />
    </section>
  );
}

/** Whether all of it succeeded: nothing is shown then. */
export function Result({ entry }: { entry: SyncEntry }) {
  const { outcomes } = messages().channels;
  if (entry.outcome === 'ok' || entry.outcome === undefined) return null;
  return (
    <State urgency={entry.outcome === 'failed' ? 'alert' : 'warn'} icon="ban">
      {outcomes[entry.outcome]}
    </State>
  );
}

function bestOf(
  entries: readonly SyncEntry[],
  near: string | null,
  prefersFailed: boolean,
): SyncEntry | undefined {
  const failed = prefersFailed ? entries.find(({ outcome }) => outcome !== 'ok') : undefined;
  if (failed || near === null) return failed ?? entries[0];
  const distance = (entry: SyncEntry) => Math.abs(Date.parse(entry.created_at) - Date.parse(near));
  return entries.toSorted((a, b) => distance(a) - distance(b))[0];
}

/** The requests and answers of one entry of the log. */
export function RawExchanges({ entryId }: { entryId: number }) {
  const exchanges = useSignal<readonly WireExchange[] | null>(null);
  useEffect(() => {
    exchanges.value = null;
    const aborted = new AbortController();
    read<WireExchange[]>(operator(`logs/${entryId}/exchanges`), {}, aborted.signal).then(
      (answer) => {
        exchanges.value = answer;
      },
      () => {},
    );
    return () => aborted.abort();
  }, [entryId]);
  const texts = messages().channels;
  if (exchanges.value?.length === 0) return <p class="ink3">{texts.noExchange}</p>;
  return (
    <>
      {exchanges.value?.map((one, index) => (
        <div key={index} class="exchange">
          <p class="ink3 t12">
            {timeAt(one.at)} · {Math.round(one.duration_ms)} ms
          </p>
          <Raw head={`${one.method} ${one.url}`} text={one.request} />
          <Raw
            head={one.status === null ? texts.noAnswer : String(one.status)}
            text={[one.error, one.response].filter(Boolean).join('\n')}
            isBad={one.error !== null}
          />
        </div>
      ))}
    </>
  );
}

/** Longer texts are cut: a full push is megabytes. */
const MAX_SHOWN = 6_000;

function Raw({ head, text, isBad }: { head: string; text: string; isBad?: boolean }) {
  const cut = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\n…` : text;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard
    <pre class={classesOf('raw', isBad && 'bad')} tabIndex={0}>
      <b>{head}</b>
      {cut && `\n${cut}`}
    </pre>
  );
}
