// Index documents with the addresses of all content: the root index, and one index each of listings,
// availability and rates.
//
// Vrbo fetches only content that is newer than what it has. The dates of change of nights are not known here,
// so every index dates all content as new: Vrbo fetches more than necessary, and misses nothing.

import type { InboundAnswer, InboundRequest } from '../channel.ts';
import type { Markup } from '../xml.ts';
import { element, moment, xmlAnswer } from './document.ts';
import { listingUrl, type Unit, unitOf, type VrboConnection } from './settings.ts';

const INDEX_VERSION = '4.2.1';

/**
 * Returns the advertiser's index, which names the other indexes; that of listings only if a listing has an
 * address.
 */
export function rootIndex({ base }: InboundRequest, connection: VrboConnection): InboundAnswer {
  const name = connection.settings.advertiser_name;
  const hasListings = connection.rooms.some(({ externalRoom }) =>
    listingUrl(connection, unitOf(externalRoom)),
  );
  const entry = element('advertiserIndexEntry', [
    element('advertiserAssignedId', connection.settings.advertiser_id),
    name === '' ? null : element('advertiserName', name),
    hasListings ? element('advertiserListingContentIndexUrl', `${base}/listings.xml`) : null,
    element('advertiserLodgingRateContentIndexUrl', `${base}/rates.xml`),
    element('advertiserUnitAvailabilityContentIndexUrl', `${base}/availability.xml`),
  ]);
  return xmlAnswer(element('advertisersContentIndex', [element('documentVersion', INDEX_VERSION), entry]));
}

/** Lists the addresses of the units' availability, all as changed now. */
export function availabilityIndex(request: InboundRequest, connection: VrboConnection): InboundAnswer {
  return contentIndex('unitAvailabilityContent', 'UnitAvailabilityContent', connection, (unit) => [
    element('listingExternalId', unit.listing),
    element('unitExternalId', unit.unit),
    element('lastUpdatedDate', moment(request.now)),
    element('unitAvailabilityContentUrl', contentUrl(request, 'availability', unit)),
  ]);
}

/** Lists the addresses of the units' rates, all as changed now. */
export function rateIndex(request: InboundRequest, connection: VrboConnection): InboundAnswer {
  return contentIndex('lodgingRateContent', 'LodgingRateContent', connection, (unit) => [
    element('listingExternalId', unit.listing),
    element('unitExternalId', unit.unit),
    element('lastUpdatedDate', moment(request.now)),
    element('lodgingRateContentUrl', contentUrl(request, 'rates', unit)),
  ]);
}

/** Lists the addresses of listing descriptions, which are hosted elsewhere. */
export function listingIndex({ now }: InboundRequest, connection: VrboConnection): InboundAnswer {
  return contentIndex('listingContent', 'ListingContent', connection, (unit) => {
    const url = listingUrl(connection, unit);
    if (url === null) return null;
    return [
      element('listingExternalId', unit.listing),
      element('lastUpdatedDate', moment(now)),
      element('active', 'true'),
      element('listingUrl', url),
    ];
  });
}

function contentIndex(
  entryName: string,
  indexName: string,
  connection: VrboConnection,
  entryOf: (unit: Unit) => Markup[] | null,
): InboundAnswer {
  const entries = connection.rooms.flatMap(({ externalRoom }) => {
    const entry = entryOf(unitOf(externalRoom));
    return entry ? [element(`${entryName}IndexEntry`, entry)] : [];
  });
  const index = element('advertiser', [element('assignedId', connection.settings.advertiser_id), ...entries]);
  return xmlAnswer(
    element(`advertiser${indexName}Index`, [element('documentVersion', INDEX_VERSION), index]),
  );
}

function contentUrl({ base }: InboundRequest, kind: string, { listing, unit }: Unit): string {
  return `${base}/${kind}/${encodeURIComponent(listing)}/${encodeURIComponent(unit)}.xml`;
}
