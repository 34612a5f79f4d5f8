// A screen's styles stay in the page when the next screen is opened: they must not reach its elements.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const WEB = path.resolve(import.meta.dirname, '../../web');
const FILES = globSync('**/*.css', { cwd: WEB, exclude: ['dist'] });

test('a class that a file styles by itself is styled by no other file', () => {
  const styledIn = Map.groupBy(
    FILES.flatMap((file) => subjectsOf(file).map((name) => ({ file, name }))),
    ({ name }) => name,
  );
  const isOwn = (name: string, file: string) => styledIn.get(name)?.every((one) => one.file === file) ?? true;
  const shared = FILES.filter((file) => !file.startsWith('styles/')).flatMap((file) =>
    selectorsOf(file)
      .filter((selector) => !classesOf(selector).some((name) => isOwn(name, file)))
      .map((selector) => `${file}: ${selector}`),
  );
  expect(shared).toEqual([]);
  expect(styledIn.size).toBeGreaterThan(300);
});

/** The classes of the elements that a file styles, without those of the elements around and in them. */
function subjectsOf(file: string): string[] {
  return selectorsOf(file).flatMap((selector) => classesOf(lastCompoundOf(withoutHas(selector))));
}

function classesOf(selector: string): string[] {
  return [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!);
}

/** Every selector of a file, also those in lists. */
function selectorsOf(file: string): string[] {
  const text = readFileSync(path.join(WEB, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  return [...text.matchAll(/([^{};]+)\{/g)]
    .map(([, head]) => head!.trim())
    .filter((head) => !/^(?:@|from$|to$|\d)/.test(head))
    .flatMap((head) => splitOutside(head, ','));
}

function withoutHas(selector: string): string {
  return selector.replaceAll(/:has\((?:[^()]|\([^()]*\))*\)/g, '');
}

function lastCompoundOf(selector: string): string {
  return splitOutside(selector, ' ').at(-1)!;
}

/** Splits a text at a character that is not inside of parentheses. */
function splitOutside(text: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
