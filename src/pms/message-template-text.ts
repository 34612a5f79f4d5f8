// Texts of templates: Liquid with a fixed set of placeholders, and without files, other templates, loops, lists and ranges.
import type { Liquid } from 'liquidjs';
import { MAX_TEMPLATE_TEXT, PLACEHOLDERS, type PlaceholderValues } from '../model/message-template.ts';
import type { BrokenRule } from '../problems/field-errors.ts';

/** Milliseconds that a text may take; a text of plain words takes less than one. The library looks at them between tags only. */
const RENDER_MS = 100;
/** What the library counts as memory, mostly characters: ten times the longest text. */
const MEMORY = 10 * MAX_TEMPLATE_TEXT;
/**
 * What a text to a guest needs. Placeholders are texts that are formatted already, so nothing here makes lists, and nothing makes a text that
 * is much longer than what it is given: over ranges, lists and texts in texts the library computes for minutes, in which the process answers
 * nobody.
 */
const TAGS = ['#', 'assign', 'case', 'comment', 'echo', 'if', 'inline_comment', 'raw', 'unless'];
const FILTERS = [
  ...['append', 'prepend', 'remove', 'remove_first', 'remove_last', 'replace_first', 'replace_last'],
  ...['slice', 'truncate', 'truncatewords', 'size', 'default', 'raw'],
  ...['capitalize', 'downcase', 'upcase', 'lstrip', 'rstrip', 'strip', 'strip_newlines'],
  ...['abs', 'at_least', 'at_most', 'ceil', 'floor', 'round'],
  ...['plus', 'minus', 'times', 'divided_by', 'modulo'],
];

let loaded: Promise<Liquid> | null = null;

/** Returns the library, which is loaded when the first text needs it. */
function loadLiquid(): Promise<Liquid> {
  loaded ??= import('liquidjs').then((library) => {
    const made = new library.Liquid({
      strictVariables: true,
      strictFilters: true,
      ownPropertyOnly: true,
      // No file is read: there are no other templates.
      templates: {},
      parseLimit: 2 * MAX_TEMPLATE_TEXT,
      renderLimit: RENDER_MS,
      memoryLimit: MEMORY,
    });
    for (const tag of Object.keys(made.tags)) if (!TAGS.includes(tag)) delete made.tags[tag];
    for (const filter of Object.keys(made.filters))
      if (!FILTERS.includes(filter)) delete made.filters[filter];
    // A range of numbers is part of the syntax and no filter, and may be endless.
    library.Tokenizer.prototype.readGroupOrRange = function () {
      throw this.error('( and ) are not possible');
    };
    return made;
  });
  return loaded;
}

/** Returns what is wrong with a text; null = nothing. */
export async function findTemplateError(text: string): Promise<BrokenRule | null> {
  const liquid = await loadLiquid();
  try {
    const parsed = liquid.parse(text);
    const known: readonly string[] = PLACEHOLDERS;
    const unknown = liquid.globalVariablesSync(parsed).filter((name) => !known.includes(name));
    if (unknown.length > 0) return { rule: 'unknown_placeholder', names: unknown.slice(0, 5), known };
    return null;
  } catch (error) {
    return { rule: 'wrong_template', reason: liquidErrorMessage(error) };
  }
}

/** Returns a text with its placeholders filled. Throws an error that says why it cannot be: too long, too much work. */
export async function fillTemplate(text: string, values: PlaceholderValues): Promise<string> {
  const liquid = await loadLiquid();
  const filled: string = await liquid.parseAndRender(text, values);
  if (filled.length > MAX_TEMPLATE_TEXT) throw new Error('the text becomes too long');
  return filled.trim();
}

/** Returns what the library says of a text that it refuses, without the place in a file and the excerpt that follow it. */
export function liquidErrorMessage(error: unknown): string {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return first.replace(/, (?:file|line|col)[:].*$/, '').slice(0, 200);
}
