// Text tables that fit a terminal: wide columns are cut with … so that no line is longer than the terminal is
// wide.

const GAP = '  ';

export type Column = { name: string; cells: readonly string[]; numeric: boolean };

/**
 * Returns the lines of a table with a header. `width` is in cells; absent = no limit, for files and pipes.
 */
export function layOutTable(columns: readonly Column[], width?: number): string[] {
  const texts = columns.map(({ name, cells }) => [name, ...cells].map(oneLine));
  const widths = width === undefined ? texts.map(widest) : fitWidths(texts, width);
  return texts[0]!.map((_, row) => {
    const cells = texts.map((column, i) =>
      pad(cut(column[row]!, widths[i]!), widths[i]!, columns[i]!.numeric),
    );
    const line = cells.join(GAP).trimEnd();
    return width === undefined ? line : cut(line, width);
  });
}

/**
 * Returns column widths that fit a line, as far as possible. The least important text is cut first: long
 * texts, then the time of moments (their date stays), then short texts, then headers down to the width of
 * their cells, and last everything.
 */
function fitWidths(texts: readonly string[][], width: number): number[] {
  const widths = texts.map(widest);
  let excess = widths.reduce((sum, one) => sum + one, 0) + GAP.length * (widths.length - 1) - width;
  const kinds = texts.map(([, ...cells]) => kindOf(cells));
  const cells = texts.map(([, ...rest]) => widest(rest));
  const stages = [
    kinds.map((kind) => (kind === 'text' ? 20 : Number.POSITIVE_INFINITY)),
    kinds.map((kind) => (kind === 'moment' ? '2026-12-01…'.length : Number.POSITIVE_INFINITY)),
    kinds.map((kind) => (kind === 'text' ? 8 : Number.POSITIVE_INFINITY)),
    kinds.map((kind, i) => (kind === 'value' ? Math.max(3, cells[i]!) : Number.POSITIVE_INFINITY)),
    kinds.map(() => 3),
  ];
  for (const least of stages) {
    while (excess > 0) {
      const spare = widths.map((one, i) => (one > least[i]! ? one : 0));
      const most = Math.max(...spare);
      if (most === 0) break;
      widths[spare.lastIndexOf(most)]!--;
      excess--;
    }
  }
  return widths;
}

/** Values (numbers, ids, dates, states) are useless when they are cut; texts are not. */
function kindOf(cells: readonly string[]): 'text' | 'moment' | 'value' {
  if (cells.every((cell) => cell === '–' || /^\d{4}-\d\d-\d\d \d\d:\d\d\S*( UTC)?$/.test(cell)))
    return 'moment';
  return cells.every((cell) => /^\S{1,19}$/.test(cell)) ? 'value' : 'text';
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(textWidth));
}

/** Cuts a text to a number of cells; the part that is cut off is replaced by `…`. */
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

/** Returns the number of terminal cells that a text takes. */
export function textWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return [...graphemes.segment(text)].reduce((sum, { segment }) => sum + graphemeWidth(segment), 0);
}

/**
 * Characters of East Asian Width W and F (Unicode Annex 11) and emoji, which terminals draw two cells wide.
 */
const WIDE =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}])|\ufe0f/u;

function graphemeWidth(grapheme: string): number {
  if (WIDE.test(grapheme)) return 2;
  return /^[\p{M}\p{Cf}\p{Cc}]+$/u.test(grapheme) ? 0 : 1;
}
