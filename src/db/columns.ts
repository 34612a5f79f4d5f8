// Names of columns, made from those of an object's members.

/** Returns the members of an object under the names of their columns: roomId → room_id. */
export function toColumns(object: object, without: readonly string[] = []): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(object))
    if (!without.includes(name)) row[columnOf(name)] = value;
  return row;
}

/** Cache: the sample property looks some dozens of names up a hundred thousand times. */
const columns = new Map<string, string>();

function columnOf(name: string): string {
  return columns.getOrInsertComputed(name, () =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
}
