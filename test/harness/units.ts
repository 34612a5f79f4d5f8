// Properties whose room has units.
import type { Api, TestProperty } from './api.ts';

/** Creates a property in UTC with one room that has these units, and returns it with the units' ids. */
export async function propertyWithUnits(
  api: Api,
  names: readonly string[],
): Promise<TestProperty & { units: number[] }> {
  const property = await api.property({ rooms: [{ units: names.length }], timezone: 'UTC' });
  const answer = await api.post(`/api/units/${property.token}`, { room_id: property.room, names });
  return { ...property, units: answer.body.map((unit: any) => unit.unit_id) };
}
