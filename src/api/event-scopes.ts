// Events for callers that are restricted to scopes: which kinds they get, and which members of their data.
import type { Static, TSchema } from 'typebox';
import { OTA_PROBLEM_KINDS } from '../model/connected-ota.ts';
import { EVENT_KINDS, type Event, type EventKind } from '../model/event.ts';
import type { Property } from '../model/property.ts';
import type { Scopes, TokenScope } from '../model/scope.ts';
import { missingScopes } from '../model/scope.ts';
import { causeSchema } from './cause-record.ts';
import { guestRequestSchema } from './guest-request-records.ts';
import { guestReviewSchema } from './guest-review-records.ts';
import { inquiryMessageSchema, inquirySchema } from './inquiry-records.ts';
import { type EventNoun, presentEvent } from './present-event.ts';
import {
  accountingEntrySchema,
  bookingSchema,
  type eventSchema,
  messageSchema,
  propertySchema,
  reviewSchema,
  roomSchema,
  taskSchema,
} from './records.ts';
import { array, boolean, id, needs, nullable, object, oneOf, optional, text } from './schema.ts';
import { messageTemplateSchema } from './template-records.ts';
import { closureSchema, unitSchema } from './unit-records.ts';
import { visible } from './visible.ts';

/** The scope that events of a noun need (null = none), and the members that their data may have. */
const EVENT_DATA: Record<
  EventNoun,
  { scope: TokenScope | null; data: { properties: Record<string, TSchema> } }
> = {
  booking: {
    scope: 'bookings:read',
    data: object({ ...bookingSchema.properties, conflict: optional(nullable(text())) }),
  },
  availability: {
    scope: 'availability:read',
    data: object({
      hotel_id: id('property', 1001),
      room_id: id('room', 101),
      from: text(),
      until: text(),
      what: array(text()),
    }),
  },
  message: { scope: 'messages', data: messageSchema },
  inquiry: {
    scope: 'messages',
    data: object({
      inquiry_id: id('inquiry', 1),
      ...inquirySchema.properties,
      ...inquiryMessageSchema.properties,
      order_id: id('booking', 10001),
    }),
  },
  guest_request: { scope: 'messages', data: guestRequestSchema },
  task: { scope: 'housekeeping', data: taskSchema },
  accounting: { scope: 'ledger', data: accountingEntrySchema },
  guest_review: { scope: 'reviews', data: guestReviewSchema },
  review: { scope: 'reviews', data: reviewSchema },
  guest: {
    scope: 'contacts',
    data: object({ hotel_id: id('property', 1001), guest_id: id('guest', 1), merged_into: id('guest', 1) }),
  },
  channel: {
    scope: null,
    data: object({
      hotel_id: id('property', 1001),
      channel: text(),
      protocol: text(),
      state: text(),
      last_error: needs('availability:read', nullable(text())),
      last_sync: text(),
      ota_problems: array(
        object({ ota: nullable(text()), name: nullable(text()), kind: oneOf(OTA_PROBLEM_KINDS) }),
      ),
      last_error_cause: needs('availability:read', causeSchema),
    }),
  },
  property: { scope: null, data: propertySchema },
  room: { scope: null, data: object({ ...roomSchema.properties, archived: boolean() }) },
  template: {
    scope: 'messages',
    data: object({ ...messageTemplateSchema.properties, removed: boolean() }),
  },
  unit: { scope: 'housekeeping', data: object({ ...unitSchema.properties, archived: boolean() }) },
  closure: { scope: 'housekeeping', data: closureSchema },
  // It says which proposal changed: what it is about is in the list, for those who could decide it.
  proposal: {
    scope: null,
    data: object({
      hotel_id: id('property', 1001),
      proposal_id: id('proposal', 1),
      tool: text(),
      state: text(),
    }),
  },
};

/** Returns those of these kinds (absent = all) that a caller gets; absent = all there are. */
export function kindsFor<K extends string>(
  kinds: readonly K[] | undefined,
  scopes: Scopes,
): readonly (K | EventKind)[] | undefined {
  if (scopes === null) return kinds;
  return (kinds ?? EVENT_KINDS).filter((kind) => {
    const { scope } = EVENT_DATA[nounOf(kind)];
    return scope === null || missingScopes(scopes, [scope]).length === 0;
  });
}

/** Returns the record of an event as a caller with these scopes sees it. */
export function presentEventFor(
  event: Event,
  property: Property,
  scopes: Scopes,
): Static<typeof eventSchema> {
  const presented = presentEvent(event, property);
  if (scopes === null) return presented;
  const { changed, before, ...data } = presented.data as { changed?: string[]; before?: object };
  const { data: schema } = EVENT_DATA[nounOf(event.kind)];
  const shown = (members: object) => visible(members, schema as TSchema, scopes);
  return {
    ...presented,
    data: { ...shown(data), ...(changed && { changed }), ...(before && { before: shown(before) }) },
  };
}

function nounOf(kind: string): EventNoun {
  return kind.slice(0, kind.indexOf('.')) as EventNoun;
}
