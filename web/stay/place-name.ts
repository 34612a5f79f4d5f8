// The name of the place where a guest sleeps: a unit with its room.

/** Returns a unit with its room: `204 Superior`, `Jardim · Garden Apartment`; the room alone where it has the unit in its name, or without a unit. */
export function placeName(unit: string | null | undefined, room: string): string {
  if (!unit) return room;
  const isPart = ` ${room.toLocaleLowerCase()} `.includes(` ${unit.toLocaleLowerCase()} `);
  if (isPart) return room;
  return [unit, room].filter((name) => name !== '').join(/^\d/.test(unit) ? ' ' : ' · ');
}
