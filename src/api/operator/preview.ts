// The answer of a dry run of connecting: what would change at the channel and in innwire.
import type { Static } from 'typebox';
import { nightsDeliveryOf, pushCapabilitiesOf } from '../../channels/registry.ts';
import type { Failure } from '../../model/cause.ts';
import { type ChannelPreview as ModelPreview, readPreviewRequest } from '../../pms/channel-sync/preview.ts';
import type { PropertyTransaction } from '../../pms/property-transaction.ts';
import { presentCause } from '../cause-record.ts';
import { RolledBack } from '../execute.ts';
import type { Call } from '../operation.ts';
import { boolean, optional } from '../schema.ts';
import type { channelPreviewSchema } from './records.ts';

export const dryRun = optional(
  boolean({
    description: 'true only answers what would change at the channel and here, and changes nothing',
    example: false,
  }),
);

/**
 * The rooms and units that a change removes from a connection, and the number of their nights that are open at the
 * channel.
 */
export type Removed = { roomIds: readonly number[]; unitIds: readonly number[]; openNights: number };

/** Rolls the change back and answers with a preview of its effects. Always throws `RolledBack`. */
export async function preview(
  tx: PropertyTransaction,
  call: Call,
  { channel, protocol, removed }: { channel: string; protocol: string; removed: Removed },
): Promise<never> {
  const { previewChannel } = call;
  if (!previewChannel || nightsDeliveryOf(protocol) === 'feeds')
    throw new RolledBack(toWire(channel, removed, NOT_ASKED));
  const request = await readPreviewRequest(tx, call.db, {
    channel,
    capabilities: pushCapabilitiesOf(protocol),
  });
  throw new RolledBack(async () => toWire(channel, removed, await previewChannel(request)));
}

const NOTHING_COMPARED: Failure = {
  reason: 'calendars are read and served, not pushed: nothing is compared',
  cause: { code: 'nothing_pushed' },
};
const NOT_ASKED: ModelPreview = {
  accepted: null,
  failure: NOTHING_COMPARED,
  calendar: { failure: NOTHING_COMPARED },
  rooms: [],
  reservations: { failure: NOTHING_COMPARED, orders: [], more: false },
};

/** Maximum records of each list; the counts are complete. */
const MAX_LISTED = 100;

function toWire(channel: string, removed: Removed, from: ModelPreview): Static<typeof channelPreviewSchema> {
  return {
    dry_run: true,
    channel,
    accepted: from.accepted,
    message: from.failure?.reason ?? null,
    calendar_message: from.calendar.failure?.reason ?? null,
    rooms: from.rooms.map((room) => ({
      room_id: room.roomId,
      external_room: room.externalRoom,
      pushed_nights: room.pushed,
      for_sale_nights: room.forSale,
      opened_nights: room.opened,
      closed_nights: room.closed,
      repriced_nights: room.repriced,
      unknown_nights: room.unknown,
      unit_id: room.unitId,
    })),
    reservations_message: from.reservations.failure?.reason ?? null,
    imported_reservations: from.reservations.orders.length,
    more_reservations: from.reservations.more,
    reservations: from.reservations.orders.slice(0, MAX_LISTED).map((order) => ({
      reference: order.reference,
      status: order.status,
      checkin: order.checkin && String(order.checkin),
      checkout: order.checkout && String(order.checkout),
      external_room: order.externalRoom,
      room_id: order.roomId,
      unit_id: order.unitId,
    })),
    removed_rooms: [...removed.roomIds],
    open_nights: removed.openNights,
    removed_units: [...removed.unitIds],
    message_cause: presentCause(from.failure?.cause),
    calendar_message_cause: presentCause(from.calendar.failure?.cause),
    reservations_message_cause: presentCause(from.reservations.failure?.cause),
  };
}
