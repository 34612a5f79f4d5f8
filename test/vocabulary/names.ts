// Splits TypeScript into identifiers and comments, without a compiler: strings, regular expressions and templates are skipped.

export type Found = { name: string; line: number };

/** Identifiers of the code with their lines (1 = first), in order; those of strings and comments are left out. */
export function identifiersOf(text: string): Found[] {
  return tokensOf(text).flatMap(({ kind, value, line }) => (kind === 'name' ? [{ name: value, line }] : []));
}

/** Comments with the lines they begin on. */
export function commentsOf(text: string): { text: string; line: number }[] {
  return tokensOf(text).flatMap(({ kind, value, line }) =>
    kind === 'comment' ? [{ text: value, line }] : [],
  );
}

/** `listToldNights`, `told_nights` and `told-nights.ts` in lower-case words. */
export function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
}

const TOKEN =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<text>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|(?<regex>(?<=[=(,:;!&|?{}[\n]\s*|return\s|=>\s)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[dgimsuvy]*)|(?<name>[A-Za-z_$#][\w$]*)|(?<template>`)|(?<brace>[{}])|\n/g;

type Token = { kind: 'name' | 'comment'; value: string; line: number };

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let counted = 0;
  /** for each open template, how many braces of its expression are open */
  const open: number[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    line += linesIn(text, counted, match.index);
    counted = match.index;
    const { comment, name, template, brace } = match.groups!;
    if (comment) tokens.push({ kind: 'comment', value: comment, line });
    else if (name) tokens.push({ kind: 'name', value: name, line });
    else if (template) TOKEN.lastIndex = endOfTemplateText(text, TOKEN.lastIndex, open);
    else if (brace === '{' && open.length > 0) open[open.length - 1]! += 1;
    else if (brace === '}' && open.length > 0) {
      open[open.length - 1]! -= 1;
      if (open.at(-1)! < 0) {
        open.pop();
        TOKEN.lastIndex = endOfTemplateText(text, TOKEN.lastIndex, open);
      }
    }
  }
  return tokens;
}

/** Where code goes on: behind the closing backtick, or behind a `${`, which is then counted as open. */
function endOfTemplateText(text: string, from: number, open: number[]): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '`') return at + 1;
    else if (text[at] === '$' && text[at + 1] === '{') {
      open.push(0);
      return at + 2;
    }
  }
  return text.length;
}

function linesIn(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
