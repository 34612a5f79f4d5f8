// The log of exchanges with all channels, newest first.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { copy, operator } from '../../desk/property.ts';
import { type DeskProblem, read, ServerRefusal } from '../../desk/server.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { ChannelMark, channelName } from '../../parts/Mark.tsx';
import { Empty, Skeleton } from '../../parts/Notice.tsx';
import { ExchangeText, Result } from './ExchangeLine.tsx';
import { RawExchanges } from './Exchanges.tsx';
import type { SyncEntry } from './exchange-sentence.ts';
import { timeAt } from './moments.ts';

const FIRST = 100;

export function ExchangeLog() {
  const entries = useSignal<readonly SyncEntry[] | null>(null);
  const refusal = useSignal<DeskProblem | null>(null);
  const limit = useSignal(FIRST);
  const open = useSignal<number | null>(null);
  const seq = copy.value?.seq ?? 0;
  useEffect(() => {
    const aborted = new AbortController();
    read<SyncEntry[]>(operator('logs'), { kind: 'sync', limit: limit.value }, aborted.signal).then(
      (answer) => {
        entries.value = answer;
      },
      (error) => {
        if (error instanceof ServerRefusal) refusal.value = error.problem;
      },
    );
    return () => aborted.abort();
  }, [limit.value, seq]);
  const texts = messages().channels;
  return (
    <main id="content" class="page">
      {refusal.value && <Empty title={refusal.value.detail} />}
      {!entries.value && !refusal.value && <Skeleton lines={8} label={messages().loading} />}
      {entries.value?.length === 0 && <Empty title={texts.noExchanges} />}
      <ul class="log-list">
        {entries.value?.map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              class="exchange-line"
              aria-expanded={open.value === entry.id}
              onClick={() => {
                open.value = open.value === entry.id ? null : entry.id;
              }}
            >
              <span class="ink3 t12 nowrap log-time">{timeAt(entry.created_at)}</span>
              <ChannelMark channel={entry.channel ?? ''} />
              <span class="nowrap log-channel">{channelName(entry.channel ?? '')}</span>
              <ExchangeText entry={entry} />
              <Result entry={entry} />
            </button>
            {open.value === entry.id && <RawExchanges entryId={entry.id} />}
          </li>
        ))}
      </ul>
      {entries.value?.length === limit.value && (
        <Button
          onClick={() => {
            limit.value += FIRST;
          }}
        >
          {texts.more}
        </Button>
      )}
    </main>
  );
}
