// What was sent to a channel and what came back, as it was on the wire: of one entry of the log, and the last entries of a channel.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Static } from 'typebox';
import type { exchangeSchema } from '../../../src/api/operator/records.ts';
import { operator, rightsOf } from '../../desk/property.ts';
import { read } from '../../desk/server.ts';
import { messages } from '../../language.ts';
import { classesOf } from '../../parts/Button.tsx';
import { ExchangeText, Result } from './ExchangeLine.tsx';
import type { SyncEntry } from './exchange-sentence.ts';
import { timeAt } from './moments.ts';

type WireExchange = Static<typeof exchangeSchema>;

const SHOWN = 8;

/** The last exchanges that sent something to a channel; one of them can be opened. */
export function Exchanges({ channel }: { channel: string }) {
  const entries = useSignal<readonly SyncEntry[]>([]);
  const chosen = useSignal<number | null>(null);
  const mayRead = rightsOf('settings').changes;
  useEffect(() => {
    chosen.value = null;
    entries.value = [];
    if (!mayRead) return;
    const aborted = new AbortController();
    read<SyncEntry[]>(operator('logs'), { kind: 'sync', channel, limit: 50 }, aborted.signal).then(
      (answer) => {
        entries.value = answer.filter(({ direction }) => direction === 'push').slice(0, SHOWN);
      },
      () => {},
    );
    return () => aborted.abort();
  }, [channel, mayRead]);
  if (entries.value.length === 0) return null;
  return (
    <section class="side-part">
      <h2 class="b">{messages().exchanges.proof.others}</h2>
      <ul class="exchange-list">
        {entries.value.map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              class={classesOf('exchange-line', entry.id === chosen.value && 'on')}
              aria-expanded={entry.id === chosen.value}
              onClick={() => {
                chosen.value = chosen.value === entry.id ? null : entry.id;
              }}
            >
              <span class="ink3 t12 nowrap">{timeAt(entry.created_at)}</span>
              <ExchangeText entry={entry} />
              <Result entry={entry} />
            </button>
            {entry.id === chosen.value && <RawExchanges entryId={entry.id} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The requests and answers of one entry of the log, or the one at `position`. */
export function RawExchanges({ entryId, position }: { entryId: number; position?: number }) {
  const exchanges = useSignal<readonly WireExchange[] | null>(null);
  useEffect(() => {
    exchanges.value = null;
    const aborted = new AbortController();
    read<WireExchange[]>(operator(`logs/${entryId}/exchanges`), { position }, aborted.signal).then(
      (answer) => {
        exchanges.value = answer;
      },
      () => {},
    );
    return () => aborted.abort();
  }, [entryId, position]);
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
