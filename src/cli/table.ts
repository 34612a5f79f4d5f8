// Tables of text that fit a terminal: wide columns are cut with … so that no line is longer than the terminal is wide.

const GAP = '  ';
/** No column is cut to less than this: what is left of a text should still say something. */
const NARROWEST = 8;

export type Column = { name: string; cells: readonly string[]; numeric: boolean };

/** The lines of a table with a header. `width` is in character cells; absent = as wide as it is, for files and pipes. */
export function layOutTable(columns: readonly Column[], width?: number): string[] {
  const texts = columns.map(({ name, cells }) => [name, ...cells].map(oneLine));
  const widths = fitWidths(
    texts.map((column) => Math.max(...column.map(textWidth))),
    width,
  );
  return texts[0]!.map((_, row) => {
    const cells = texts.map((column, i) =>
      pad(cut(column[row]!, widths[i]!), widths[i]!, columns[i]!.numeric),
    );
    const line = cells.join(GAP).trimEnd();
    return width === undefined ? line : cut(line, width);
  });
}

/** Takes from the widest columns, one cell at a time, until the line fits or all are at their narrowest. */
function fitWidths(natural: readonly number[], width: number | undefined): number[] {
  const widths = [...natural];
  if (width === undefined) return widths;
  let excess = widths.reduce((sum, one) => sum + one, 0) + GAP.length * (widths.length - 1) - width;
  while (excess > 0) {
    const widest = Math.max(...widths);
    if (widest <= NARROWEST) break;
    widths[widths.lastIndexOf(widest)]!--;
    excess--;
  }
  return widths;
}

/** A text of at most so many cells; what is cut off is replaced by `…`. */
export function cut(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += graphemeWidth(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

function pad(text: string, width: number, right: boolean): string {
  const blanks = ' '.repeat(Math.max(0, width - textWidth(text)));
  return right ? blanks + text : text + blanks;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How many cells of a terminal a text takes. */
export function textWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return [...graphemes.segment(text)].reduce((sum, { segment }) => sum + graphemeWidth(segment), 0);
}

/** Blocks of East Asian Width W and F (Unicode Annex 11), which terminals draw two cells wide, as emoji. */
const WIDE =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}])|\ufe0f/u;

function graphemeWidth(grapheme: string): number {
  if (WIDE.test(grapheme)) return 2;
  return /^[\p{M}\p{Cf}\p{Cc}]+$/u.test(grapheme) ? 0 : 1;
}
