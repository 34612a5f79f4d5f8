// The text of a file from another program, whatever its encoding: UTF-8, UTF-16, or windows-1252, recognised by its bytes. Pure.

const LINE_FEED = 0x0a;

/** Returns what a file holds: its text; `workbook`: that of a spreadsheet program, which is no text; null = other data than text. */
export function decodeList(bytes: Uint8Array): { text: string } | 'workbook' | null {
  const isOf = (...start: number[]) => start.every((byte, at) => bytes[at] === byte);
  // A ZIP archive (xlsx, ods, numbers) and the container of former formats (xls).
  if (isOf(0x50, 0x4b, 0x03, 0x04) || isOf(0xd0, 0xcf, 0x11, 0xe0)) return 'workbook';
  const text = decode(bytes);
  return text.includes('\0') ? null : { text };
}

function decode(bytes: Uint8Array): string {
  const wide = wideEncodingOf(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  return readAs('utf-8', bytes) ?? linesOf(bytes).map(decodeLine).join('');
}

/** Each line by itself: lists that were put together from two programs have both encodings. */
function decodeLine(line: Uint8Array): string {
  return readAs('utf-8', line) ?? new TextDecoder('windows-1252').decode(line);
}

function readAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Returns the encoding in units of two bytes: by its mark at the beginning, else by the zeros of Latin letters; null = neither. */
function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const start = bytes.subarray(0, 2_000);
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2]! += 1;
  // Four of ten of the high bytes: names in other scripts have none, separators, digits and ends of lines have them always.
  const many = start.length / 2 / 2.5;
  if (zeros[1]! > many && zeros[0] === 0) return 'utf-16le';
  return zeros[0]! > many && zeros[1] === 0 ? 'utf-16be' : null;
}

function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, from);
    const until = end < 0 ? bytes.length : end + 1;
    lines.push(bytes.subarray(from, until));
    from = until;
  }
  return lines;
}
