// What an entry of the log of exchanges says in the language of the screen. Pure.
import type { Static } from 'typebox';
import type { logEntrySchema } from '../../../src/api/records.ts';
import { PULL_OPERATIONS, type PullOperation, REPLY_OPERATIONS } from '../../../src/model/sync-operations.ts';
import type { Messages } from '../../messages/en/index.ts';

/** An entry of the log of exchanges. */
export type SyncEntry = Static<typeof logEntrySchema>;

type Entry = Pick<SyncEntry, 'direction' | 'operation' | 'outcome' | 'items' | 'error'>;

/** `quote`: what the channel said of it, or innwire if nobody answered, as it was stored; null = nothing. */
type ExchangeSentence = { text: string; quote: string | null };

/** Returns the sentence of an entry, beside which its channel is named. */
export function sentenceOfExchange(
  { direction, operation = '', outcome = 'ok', items = 0, error }: Entry,
  { exchanges }: Pick<Messages, 'exchanges'>,
): ExchangeSentence {
  const quote = outcome === 'ok' ? null : (error ?? null);
  if (direction === 'push' && !isReply(operation)) return { text: exchanges.nights[outcome](items), quote };
  const { done, failed } = textsOf(direction, operation, exchanges);
  return { text: outcome === 'failed' ? failed : done(items), quote };
}

function textsOf(direction: Entry['direction'], operation: string, exchanges: Messages['exchanges']) {
  if (direction === 'push')
    return operation === 'no reply needed' ? exchanges.noReplyNeeded : exchanges.reply;
  return isPull(operation) ? exchanges.pulls[operation] : exchanges.other;
}

function isReply(operation: string): boolean {
  return REPLY_OPERATIONS.some((name) => name === operation);
}

function isPull(operation: string): operation is PullOperation {
  return PULL_OPERATIONS.some((name) => name === operation);
}
