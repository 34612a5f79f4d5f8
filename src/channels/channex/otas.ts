// The OTAs behind a property at Channex, where they are called channels: their list, and the webhooks about them.
//
// Sources: docs.channex.io, "Channels API" and "Webhook Collection" (read 2026-11-29). Webhooks come late, repeatedly and
// in any order, so they only say that something was wrong; whether an OTA is switched on is read from the list. The
// payloads of `sync_warning`, `rate_error`, `disconnect_channel` and `disconnect_listing` are not documented: read as
// those of `sync_error` and `deactivate_channel`.
import type { ListedOta, OtaProblemKind, OtaReport } from '../../model/connected-ota.ts';
import type { Adapter, Verdict, WireRequest, WireResponse } from '../channel.ts';
import { channelName } from '../channel-names.ts';
import { dateOf, type Fields, fieldsOf, lineOf, listOf, momentOf, textOf } from '../json.ts';
import { ok } from '../responses.ts';
import { attributesOf, LAST_PAGE, listRequest, nextPage, readList } from './client.ts';
import { LIMITING_OTAS } from './ota-limits.ts';
import type { ChannexConnection } from './settings.ts';

export const otas: NonNullable<Adapter<ChannexConnection>['otas']> = {
  request: (connection) => requestOtas(connection),
  decode: decodeOtas,
  limiting: LIMITING_OTAS,
};

function requestOtas(connection: ChannexConnection, page = 1): WireRequest {
  const query = { 'filter[property_id]': connection.settings.property_id };
  return listRequest(connection, 'OTAs', 'channels', query, page);
}

function decodeOtas(
  response: WireResponse,
  connection: ChannexConnection,
  request = requestOtas(connection),
): Verdict<{ otas: ListedOta[]; more: boolean; next?: WireRequest }> {
  const list = readList(response, 'refused');
  if (list.kind !== 'ok') return list;
  const { items } = list.value;
  const page = nextPage(request, list.value);
  const otas = items.flatMap((item) => readOta(item, connection) ?? []);
  const next = page !== null && page <= LAST_PAGE ? { next: requestOtas(connection, page) } : {};
  return ok({ otas, more: page !== null, ...next });
}

/** Returns null for an OTA without an id, or of another property of the account. */
function readOta(item: Fields, { settings }: ChannexConnection): ListedOta | null {
  const attributes = attributesOf(item);
  const properties = listOf(attributes['properties']).map(textOf);
  const externalId = idOf(attributes.id);
  if (externalId === null || (properties.length > 0 && !properties.includes(settings.property_id)))
    return null;
  const isOn = attributes['is_active'];
  const status = textOf(attributes['status']);
  return {
    externalId,
    ota: channelName(textOf(attributes['channel'])),
    name: lineOf(attributes['title']),
    active: (typeof isOn !== 'boolean' || isOn) && (status === null ? isOn === true : status === 'active'),
    removalDate: dateOf(attributes['expected_removal_date']),
  };
}

function idOf(value: unknown): string | null {
  const id = textOf(value);
  return id !== null && /^[\w-]{1,100}$/.test(id) ? id : null;
}

/** Events about the OTAs behind the property, and the problem that each is; null = the list says what it means. */
const EVENTS = new Map<string, OtaProblemKind | null>([
  ['sync_error', 'sync_error'],
  ['sync_warning', 'sync_warning'],
  ['rate_error', 'rate_error'],
  ['disconnect_listing', 'listing_disconnected'],
  ['deactivate_channel', 'deactivated'],
  ['disconnect_channel', 'deactivated'],
  ['disconnected_channel', 'deactivated'],
  ['channel_removal_warning', 'removal_announced'],
  ['property_removal_warning', 'removal_announced'],
  ['non_acked_booking', 'booking_unacknowledged'],
  ['new_channel', null],
  ['updated_channel', null],
  ['activate_channel', null],
]);

/** Returns what a webhook reports about OTAs, perhaps nothing in particular; null = it is about something else. */
export function readReports(webhook: Fields): OtaReport[] | null {
  const kind = EVENTS.get(textOf(webhook['event']) ?? '');
  if (kind === undefined) return null;
  if (kind === null) return [];
  const payload = fieldsOf(webhook['payload']);
  const otaName = textOf(payload['channel']) ?? textOf(payload['ota_name']);
  return [
    {
      kind,
      // The warning about the property names no OTA.
      externalId: idOf(payload['channel_id']),
      ota: channelName(otaName, textOf(payload['booking_unique_id'])),
      name: lineOf(payload['channel_name']) ?? lineOf(payload['title']) ?? lineOf(payload['property_name']),
      detail: lineOf(payload[DETAILS[kind] ?? 'error_type']),
      at: momentOf(webhook['timestamp']),
    },
  ];
}

const DETAILS: Partial<Record<OtaProblemKind, string>> = {
  removal_announced: 'removal_date',
  booking_unacknowledged: 'booking_unique_id',
};
