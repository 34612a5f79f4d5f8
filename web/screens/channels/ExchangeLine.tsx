// One entry of the log of exchanges in a list: its sentence, what the channel said, and whether all of it succeeded.
import { messages } from '../../language.ts';
import { State } from '../../parts/Mark.tsx';
import { type SyncEntry, sentenceOfExchange } from './exchange-sentence.ts';

export function ExchangeText({ entry }: { entry: SyncEntry }) {
  const { text, quote } = sentenceOfExchange(entry, messages());
  return (
    <span class="grow cut" title={quote ?? undefined}>
      {text}
      {quote !== null && (
        <>
          {' '}
          <q class="ink3">{quote}</q>
        </>
      )}
    </span>
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
