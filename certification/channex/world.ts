// What all cases work with: innwire, its rooms, and the property at Channex.
import type { Innwire } from '../innwire.ts';
import { inSettingOrder, type Row } from './cases.ts';
import type { ChannexClient } from './client.ts';
import type { PlanKey, PropertyThere, RoomKey } from './property.ts';

export type World = {
  innwire: Innwire;
  client: ChannexClient;
  property: PropertyThere;
  url: string;
  apiKey: string;
  today: Temporal.PlainDate;
  month: Temporal.PlainYearMonth;
  /** our rooms */
  roomIds: Record<RoomKey, number>;
};

/** The rate plans of a room that are mapped. */
export const MAPPED_PLANS: readonly PlanKey[] = ['bar', 'breakfast'];

/** Sets nights as a person does: over innwire's own API, all rows in one request. */
export async function setNights(
  { innwire, roomIds }: Pick<World, 'innwire' | 'roomIds'>,
  rows: readonly Row[],
): Promise<void> {
  const body = inSettingOrder(rows).map(({ room, from, to, set }) => ({
    room_id: roomIds[room],
    date: from,
    todate: to,
    ...set,
  }));
  await innwire.api('POST', 'availability', { body });
}
