// JSON bodies that may be anything.

/** The object in a text; undefined for everything else. */
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

/** A whole number of any length, for `JSON.stringify`: as a number of JavaScript, one of more than 15 digits is rounded. */
export function exactNumber(digits: string): unknown {
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
  return rawJSON(/^-?\d+$/.test(digits) ? digits : 'null');
}
