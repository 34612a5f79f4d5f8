// The property of a certification run at Channex: found by its title or created, with two room types and
// their rate plans.
//
// Source: docs.channex.io, "PMS Certification Tests", Setup Mapping. The title of a rate plan must be unique
// within a property, so the titles of the second room type's plans contain its name.
import { type ChannexClient, ChannexError } from './client.ts';

export const CURRENCY = 'USD';
export const TIMEZONE = 'UTC';

export type RoomKey = 'twin' | 'double';
export type PlanKey = 'bar' | 'breakfast';
export type ChannexRoom = { key: RoomKey; title: string; id: string; plans: Record<PlanKey, string> };
export type ChannexProperty = { id: string; title: string; made: boolean; rooms: ChannexRoom[] };

const ROOMS: { key: RoomKey; title: string; count: number }[] = [
  { key: 'twin', title: 'Twin Room', count: 12 },
  { key: 'double', title: 'Double Room', count: 6 },
];
const PLANS: { key: PlanKey; title: string; rate: number }[] = [
  { key: 'bar', title: 'Best Available Rate', rate: 10_000 },
  { key: 'breakfast', title: 'Bed & Breakfast Rate', rate: 12_000 },
];

/** Prefix of the title that a property must have for a run to change it. */
export const TITLE_PREFIX = 'Test Property - ';

/**
 * Finds or creates the property. With `id` that property is used, but only if its title has the prefix of
 * test properties. Throws when several properties have the title, since it is not certain which one belongs
 * to the run.
 */
export async function ensureProperty(
  client: ChannexClient,
  { provider, id }: { provider: string; id: string | null },
): Promise<ChannexProperty> {
  const title = `${TITLE_PREFIX}${provider}`;
  const property = id === null ? await findByTitle(client, title) : await client.getProperty(id);
  if (property && !property.title.startsWith(TITLE_PREFIX)) {
    throw new Error(
      `The property ${property.id} is titled "${property.title}". A certification run changes only properties whose title begins with "${TITLE_PREFIX.trim()}".`,
    );
  }
  const propertyId =
    property?.id ??
    (await client.makeProperty({
      title,
      currency: CURRENCY,
      timezone: TIMEZONE,
      country: 'GB',
      email: 'certification@example.com',
      property_type: 'hotel',
    }));
  const rooms = await ensureRooms(client, propertyId);
  return { id: propertyId, title: property?.title ?? title, made: !property, rooms };
}

async function findByTitle(client: ChannexClient, title: string) {
  const found = (await client.findProperties(title)).filter((one) => one.title === title);
  if (found.length > 1) {
    throw new Error(
      `${found.length} properties are titled "${title}": ${found.map(({ id }) => id).join(', ')}. Say which with --property.`,
    );
  }
  return found[0] ?? null;
}

async function ensureRooms(client: ChannexClient, property: string): Promise<ChannexRoom[]> {
  const types = await client.listRoomTypes(property);
  const plans = await client.listRatePlans(property);
  const rooms: ChannexRoom[] = [];
  for (const { key, title, count } of ROOMS) {
    const id =
      types.find((type) => type.title === title)?.id ??
      (await client.makeRoomType({
        property_id: property,
        title,
        count_of_rooms: count,
        occ_adults: 2,
        occ_children: 0,
        occ_infants: 0,
        default_occupancy: 2,
      }));
    const own: Partial<Record<PlanKey, string>> = {};
    for (const plan of PLANS) {
      const known = plans.find((one) => one.roomTypeId === id && one.title.startsWith(plan.title));
      own[plan.key] =
        known?.id ?? (await makePlan(client, { property, room: id, roomTitle: title, ...plan }));
    }
    rooms.push({ key, title, id, plans: own as Record<PlanKey, string> });
  }
  return rooms;
}

async function makePlan(
  client: ChannexClient,
  {
    property,
    room,
    roomTitle,
    title,
    rate,
  }: { property: string; room: string; roomTitle: string; title: string; rate: number },
): Promise<string> {
  const attributes = {
    property_id: property,
    room_type_id: room,
    currency: CURRENCY,
    sell_mode: 'per_room',
    rate_mode: 'manual',
    options: [{ occupancy: 2, is_primary: true, rate }],
  };
  try {
    return await client.makeRatePlan({ ...attributes, title });
  } catch (error) {
    if (!(error instanceof ChannexError && error.status === 422)) throw error;
    return client.makeRatePlan({ ...attributes, title: `${title} (${roomTitle})` });
  }
}
