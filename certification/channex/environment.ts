// Environment of all cases: innwire, its rooms, and the property at Channex.
import type { CertifiedInnwire } from '../innwire.ts';
import { type CaseRow, inSettingOrder } from './cases.ts';
import type { ChannexClient } from './client.ts';
import type { ChannexProperty, PlanKey, RoomKey } from './property.ts';

export type CertificationEnvironment = {
  innwire: CertifiedInnwire;
  client: ChannexClient;
  property: ChannexProperty;
  url: string;
  apiKey: string;
  today: Temporal.PlainDate;
  month: Temporal.PlainYearMonth;
  /** innwire's room ids */
  roomIds: Record<RoomKey, number>;
};

/** Rate plans of a room that are mapped. */
export const MAPPED_PLANS: readonly PlanKey[] = ['bar', 'breakfast'];

/** Sets nights through innwire's public API, all rows in one request. */
export async function setNights(
  { innwire, roomIds }: Pick<CertificationEnvironment, 'innwire' | 'roomIds'>,
  rows: readonly CaseRow[],
): Promise<void> {
  const body = inSettingOrder(rows).map(({ room, from, to, set }) => ({
    room_id: roomIds[room],
    date: from,
    todate: to,
    ...set,
  }));
  await innwire.api('POST', 'availability', { body });
}
