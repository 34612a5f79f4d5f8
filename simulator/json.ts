// Reading and writing of JSON bodies.

/** Parses a JSON object; returns undefined for every other text. */
export function json(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns a value that `JSON.stringify` writes as an integer of any length; `null` when `digits` is none. A
 * JavaScript number of more than 15 digits would be rounded.
 */
export function exactNumber(digits: string): unknown {
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
  return rawJSON(/^-?\d+$/.test(digits) ? digits : 'null');
}
