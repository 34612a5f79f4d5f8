// Guests' texts from a channel become messages; one that comes before its reservation waits for it.
import type { ChannelMessage } from '../../../model/channel-intake.ts';
import type { Change } from '../../change.ts';
import { receiveMessage } from '../../messages.ts';
import { noteApplied, noteArrival } from './inbox.ts';
import { withoutCards } from './without-cards.ts';

/** What a guest wrote is stored once; our own texts, which come back too, are not. */
export async function takeInMessage(
  tx: Change,
  channel: string,
  told: ChannelMessage,
): Promise<'stored' | 'waits' | 'known' | 'own'> {
  const message = await withoutCards(tx, told);
  const arrival = { channel, kind: 'message' as const, reference: message.externalMessage, revision: '' };
  if (!(await noteArrival(tx, { ...arrival, content: message, sentAt: message.at }))) return 'known';
  if (message.from === 'property') {
    await noteApplied(tx, arrival, 'own');
    return 'own';
  }
  return (await applyMessage(tx, channel, message)) ? 'stored' : 'waits';
}

/** Stores the texts that came before their reservation did. */
export async function applyWaitingMessages(tx: Change, channel: string, reference: string): Promise<void> {
  const waiting = await tx.query<{
    content: Pick<ChannelMessage, 'externalMessage' | 'thread' | 'text'> & { at: string };
  }>(
    `select content from channel_inbox
     where hotel_id = $1 and channel = $2 and kind = 'message' and applied_at is null
       and (content ->> 'reference' = $3 or (content ->> 'reference' is null and content ->> 'thread' in (
         select content ->> 'thread' from channel_inbox
         where hotel_id = $1 and channel = $2 and kind = 'reservation' and reference = $3)))
     order by sent_at`,
    [tx.hotelId, channel, reference],
  );
  for (const { content } of waiting) {
    await applyMessage(tx, channel, { ...content, reference, at: Temporal.Instant.from(content.at) });
  }
}

async function applyMessage(
  tx: Change,
  channel: string,
  message: Pick<ChannelMessage, 'externalMessage' | 'reference' | 'thread' | 'text' | 'at'>,
): Promise<boolean> {
  const [stay] = await tx.query<{ reservation_id: number }>(
    `select reservation_id from channel_stays
     where hotel_id = $1 and channel = $2 and reference = coalesce($3, (
       select coalesce(content ->> 'reference', reference) from channel_inbox
       where hotel_id = $1 and channel = $2 and content ->> 'thread' = $4
         and (kind = 'reservation' or content ->> 'reference' is not null)
       limit 1))
     order by room_key limit 1`,
    [tx.hotelId, channel, message.reference, message.thread],
  );
  if (!stay) return false;
  await receiveMessage(tx, { reservationId: stay.reservation_id, text: message.text, at: message.at });
  const arrival = { channel, kind: 'message' as const, reference: message.externalMessage, revision: '' };
  await noteApplied(tx, arrival, 'stored');
  return true;
}
