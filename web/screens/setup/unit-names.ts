// Numbers of rooms as people type them: "101-106, 201, Studio". Pure.

/** More is a slip, not a house. */
const MAX_UNITS = 500;

/** Returns the names that a text lists, ranges written out; null if a range ends before it begins or a name comes twice. */
export function parseUnitNames(text: string): string[] | null {
  const names: string[] = [];
  for (const part of text.split(/[,;\n]+/).map((one) => one.trim())) {
    if (part === '') continue;
    const range = /^(\D*)(\d+)\s*[-–]\s*(\D*)(\d+)$/.exec(part);
    if (!range) names.push(part);
    else {
      const [, prefix = '', first = '', otherPrefix = '', last = ''] = range;
      const count = Number(last) - Number(first) + 1;
      if (count < 1 || count > MAX_UNITS || (otherPrefix !== '' && otherPrefix !== prefix)) return null;
      for (let at = 0; at < count; at += 1)
        names.push(`${prefix}${String(Number(first) + at).padStart(first.length, '0')}`);
    }
  }
  return new Set(names).size === names.length && names.length <= MAX_UNITS ? names : null;
}
