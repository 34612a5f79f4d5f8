// Measures the depth and size of a JSON text before it is parsed: 12 million brackets take 1 GB and 3 s to
// parse.

type JsonLimits = {
  /** nesting levels of arrays and objects */
  depth: number;
  /** members and items, plus the arrays and objects that hold them */
  values: number;
  /** different names of members; the parser keeps each, and takes longer for one than for a hundred values */
  names: number;
};

/**
 * Returns the limit that the text exceeds, or null. One pass over the bytes; for invalid JSON, which the
 * parser refuses, any.
 */
export function exceededIn(text: Uint8Array, limits: JsonLimits): keyof JsonLimits | null {
  let depth = 0;
  let values = 1;
  /** as hashes: few have the same, and one that is not counted does no harm */
  const names = new Set<number>();
  for (let i = 0; i < text.length; i += 1) {
    const byte = text[i];
    if (byte === QUOTE) {
      const begin = i;
      i = endOfString(text, begin);
      if (isName(text, i)) names.add(hashOf(text, begin, i));
      if (names.size > limits.names) return 'names';
    } else if (byte === COMMA) values += 1;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1;
      values += 1;
      if (depth > limits.depth) return 'depth';
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
    if (values > limits.values) return 'values';
  }
  return null;
}

/** Whether the string that ends at `end` is the name of a member. */
function isName(text: Uint8Array, end: number): boolean {
  let next = end + 1;
  while (next < text.length && text[next]! <= SPACE) next += 1;
  return text[next] === COLON;
}

/** FNV-1a, 32 bits. */
function hashOf(text: Uint8Array, begin: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = begin; i < end; i += 1) hash = Math.imul(hash ^ text[i]!, 0x01000193);
  return hash;
}

/** Returns the index of the closing quote of the string that begins at `begin`, or the text's length. */
function endOfString(text: Uint8Array, begin: number): number {
  for (let i = begin + 1; i < text.length; i += 1) {
    if (text[i] === BACKSLASH) i += 1;
    else if (text[i] === QUOTE) return i;
  }
  return text.length;
}

const [QUOTE, COMMA, BACKSLASH, COLON, SPACE] = [0x22, 0x2c, 0x5c, 0x3a, 0x20];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
