// Fenced blocks of all documentation pages.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

export type Block = {
  file: string;
  /** number of its first line, from 1 */
  line: number;
  /** the language after the three backticks */
  language: string;
  text: string;
  /** why it is not run, from the comment `<!-- not run: … -->` on the line above it */
  notRun: string | null;
};

export const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  ...globSync('docs/**/*.md', { cwd: ROOT }).map((file) => file.replaceAll('\\', '/')),
].toSorted();

export function readPage(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

export function blocksOf(file: string): Block[] {
  const lines = readPage(file).split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const opening = /^( *)```(\S*)$/.exec(lines[at]!);
    if (!opening) continue;
    const [, indent, language] = opening as unknown as [string, string, string];
    const end = lines.findIndex((line, i) => i > at && line.trim() === '```');
    if (end < 0) throw new Error(`${file}:${at + 1}: a block without an end`);
    const notRun = /^ *<!-- not run: (.+) -->$/.exec(lines[at - 1] ?? '')?.[1] ?? null;
    const text = lines.slice(at + 1, end).map((line) => line.slice(indent.length));
    blocks.push({ file, line: at + 2, language, text: text.join('\n'), notRun });
    at = end;
  }
  return blocks;
}

/**
 * Returns the commands of a shell block; a command continues after `\` at the end of a line and inside
 * quotes.
 */
export function commandsOf({ text, file, line }: Block): { command: string; line: number }[] {
  const commands: { command: string; line: number }[] = [];
  let open: string | null = null;
  for (const [i, each] of text.split('\n').entries()) {
    if (open === null && each.trim() === '') continue;
    open = open === null ? each : `${open}\n${each}`;
    if (/\\$/.test(each) || isInsideQuotes(open)) continue;
    commands.push({ command: open, line: line + i - (open.split('\n').length - 1) });
    open = null;
  }
  if (open !== null) throw new Error(`${file}:${line}: a command without an end`);
  return commands;
}

function isInsideQuotes(text: string): boolean {
  const outside = text.replaceAll(/'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]/g, '');
  return /['"]/.test(outside);
}
