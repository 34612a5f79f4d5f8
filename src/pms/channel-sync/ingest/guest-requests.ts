// Ingests requests of guests that wait for the house's answer at a channel, and what became of them.
import type { RoomMapping } from '../../../model/channel.ts';
import { type ChannelGuestRequest, recordKey } from '../../../model/channel-records.ts';
import { roundToMinor } from '../../../model/money.ts';
import { closeGuestRequest, receiveGuestRequest } from '../../guest-requests.ts';
import { inquiryOfThread } from '../../inquiries.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import { cleanIngestedTexts } from './clean-texts.ts';
import { insertInboxEntry, markApplied, wasOvertaken } from './inbox.ts';
import { findMappingOnSale } from './mapped-rooms.ts';
import { findStayOfConversation } from './messages.ts';

type Source = { channel: string; rooms: readonly RoomMapping[] };

/**
 * Stores a request that waits: with the booking that is to be changed, otherwise in the conversation with the guest, which it
 * begins if there is none. What became of a request that was never stored is left out.
 */
export async function ingestGuestRequest(
  tx: PropertyTransaction,
  { channel, rooms }: Source,
  received: ChannelGuestRequest,
): Promise<'stored' | 'answered' | 'ignored' | 'known'> {
  const request = await cleanIngestedTexts(tx, received);
  const arrival = { channel, kind: 'guest_request' as const, ...recordKey(request) };
  // Who asks is stored in one place, where it can be erased.
  const content = { ...request, guestName: null };
  const isNew = await insertInboxEntry(tx, { ...arrival, content, sentAt: request.at });
  if (!isNew && !(arrival.digested && (await wasOvertaken(tx, arrival)))) return 'known';
  const result = await store(tx, { channel, rooms }, request);
  await markApplied(tx, arrival, result);
  return result;
}

async function store(
  tx: PropertyTransaction,
  { channel, rooms }: Source,
  request: ChannelGuestRequest,
): Promise<'stored' | 'answered' | 'ignored'> {
  const { externalRequest: externalId, kind, outcome, total, currency, party } = request;
  if (outcome !== null)
    return (await closeGuestRequest(tx, { connection: channel, externalId }, outcome))
      ? 'answered'
      : 'ignored';
  const mapping = await findMappingOnSale(tx, rooms, request);
  await receiveGuestRequest(tx, {
    connection: channel,
    externalId,
    channel: request.soldBy ?? channel,
    kind,
    ...(await findParty(tx, channel, request)),
    roomId: mapping?.roomId ?? null,
    externalRoom: request.externalRoom,
    externalRate: request.externalRate,
    checkin: request.checkin,
    checkout: request.checkout,
    adults: party?.adults ?? null,
    children: party?.children ?? null,
    priceMinor: total === null || currency === null ? null : roundToMinor(total, currency),
    currency,
    answerBy: request.answerBy,
    createdAt: request.at,
  });
  return 'stored';
}

/** Returns the booking that is to be changed, otherwise the conversation with who asks. */
async function findParty(
  tx: PropertyTransaction,
  channel: string,
  { kind, reference, thread, externalRequest, guestName, soldBy, at }: ChannelGuestRequest,
): Promise<{ inquiryId: number | null; reservationId: number | null }> {
  const known = { reference, thread: thread ?? '' };
  const stay = kind === 'alteration' ? await findStayOfConversation(tx, channel, known) : undefined;
  if (stay) return { inquiryId: null, reservationId: stay.reservation_id };
  const { inquiryId } = await inquiryOfThread(tx, {
    connection: channel,
    channel: soldBy ?? channel,
    thread: thread ?? `request/${externalRequest}`,
    reference: null,
    guestName,
    at,
  });
  return { inquiryId, reservationId: null };
}
