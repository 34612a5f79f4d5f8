// Order and size of the messages of a push.

/** Something that carries changes of nights, and whether it closes any of them. */
type Closing = { closing: boolean };

/** Sorts what closes nights first. The order is otherwise kept. */
export function closingFirst<T extends Closing>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => Number(b.closing) - Number(a.closing));
}

/** Whether any of these closes a night. */
export function closesAny(items: readonly Closing[]): boolean {
  return items.some(({ closing }) => closing);
}

/**
 * Splits items, in their order, into as few messages as `most` allows: items, or the sum of their sizes if
 * there is `sizeOf`. An item larger than `most` is a message of its own.
 */
export function pack<T>(items: readonly T[], most: number, sizeOf: (item: T) => number = () => 1): T[][] {
  const messages: T[][] = [];
  let left = 0;
  for (const item of items) {
    const size = sizeOf(item);
    if (size > left || messages.length === 0) {
      messages.push([]);
      left = most;
    }
    messages.at(-1)!.push(item);
    left -= size;
  }
  return messages;
}
