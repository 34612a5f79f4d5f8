// Names use the words of the field, and one name means one thing: words that must not come back, and exported types that share a name.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { commentsOf, identifiersOf, wordsOf } from './vocabulary/names.ts';
import {
  FORBIDDEN_BEGINNING,
  FORBIDDEN_IN_NAMES,
  FORBIDDEN_IN_TEXTS,
  isAllowed,
} from './vocabulary/words.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const FOLDERS = 'src,web,test,simulator,bench,demo,certification,scripts,recipes,sample-people';
const files = globSync(`{${FOLDERS}}/**/*.{ts,tsx,js}`, { cwd: ROOT, exclude: ['web/dist/**'] })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.startsWith('test/vocabulary'))
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));

describe('names', () => {
  test('in the code use none of the forbidden words', () => {
    const found = files.flatMap(({ file, text }) =>
      identifiersOf(text)
        .filter(({ name }) => !isAllowed(name))
        .flatMap(({ name, line }) => forbiddenIn(name).map((word) => `${file}:${line} ${name} (${word})`)),
    );
    expect(found).toEqual([]);
  });

  test('of files and folders use none of them', () => {
    const docs = globSync('docs/**/*.md', { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'));
    const names = [...files.map(({ file }) => file), ...docs];
    expect(names.filter((name) => !isAllowed(name) && forbiddenIn(name).length > 0)).toEqual([]);
  });

  test('of tables, columns and constraints use none of them', () => {
    const schema = readFileSync(path.join(ROOT, 'db/schema.sql'), 'utf8');
    const names = [...new Set(schema.replaceAll(/--.*$/gm, '').match(/\b[a-z][a-z0-9_]*\b/g))];
    expect(names.filter((name) => !isAllowed(name) && forbiddenIn(name).length > 0)).toEqual([]);
  });

  test('of exported types and of constants written like types are used once each', () => {
    const declared = files.flatMap(({ file, text }) =>
      [
        ...text.matchAll(
          /^export (?:(?:type|interface|class|abstract class) (\w+)(?=[\s<=])|const ([A-Z][a-z]\w*))/gm,
        ),
      ].map((match) => [match[1] ?? match[2]!, file] as const),
    );
    const byName = Map.groupBy(declared, ([name]) => name);
    const shared = [...byName].filter(([, places]) => places.length > 1);
    expect(shared.map(([name, places]) => `${name}: ${places.map(([, file]) => file).join(', ')}`)).toEqual(
      [],
    );
  });
});

test('an error has the name of its class', () => {
  const differing = files.flatMap(({ file, text }) =>
    [...text.matchAll(/^(?:export )?class (\w+) extends \w*Error\b[\s\S]*?\bname = '(\w+)'/gm)]
      .filter(([, of, name]) => of !== name)
      .map(([, of, name]) => `${file}: ${of} is called ${name}`),
  );
  expect(differing).toEqual([]);
});

describe('texts', () => {
  test('of comments use none of the words that stand for something else', () => {
    const found = files.flatMap(({ file, text }) =>
      commentsOf(text).flatMap((comment) =>
        forbiddenTexts(comment.text).map((pattern) => `${file}:${comment.line} ${pattern}`),
      ),
    );
    expect(found).toEqual([]);
  });

  test('of titles of tests use none of them', () => {
    const titles = files.flatMap(({ file, text }) =>
      [...text.matchAll(/^\s*(?:test|describe)(?:\.\w+)?\((['"`])(.+?)\1,/gm)].map((match) => [
        file,
        match[2]!,
      ]),
    );
    expect(titles.length).toBeGreaterThan(1_000);
    const found = titles.flatMap(([file, title]) =>
      forbiddenTexts(title!).map((pattern) => `${file}: ${title} ${pattern}`),
    );
    expect(found).toEqual([]);
  });

  test('of the API use none of them', () => {
    const found = ['openapi.json', 'openapi.operator.json'].flatMap((file) =>
      [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/"(?:description|summary)": (".*")/g)].flatMap(
        // Texts of guests are written by strangers: people whom nobody here has to trust.
        (match) =>
          forbiddenTexts(match[1]!.replaceAll('written by strangers', '')).map(
            (pattern) => `${file}: ${match[1]} ${pattern}`,
          ),
      ),
    );
    expect(found).toEqual([]);
  });
});

function forbiddenTexts(text: string): string[] {
  return FORBIDDEN_IN_TEXTS.filter((pattern) => pattern.test(text)).map((pattern) => pattern.source);
}

function forbiddenIn(name: string): string[] {
  const words = wordsOf(name).filter((word) => FORBIDDEN_IN_NAMES.has(word));
  return FORBIDDEN_BEGINNING.test(name) ? [...words, `${wordsOf(name)[0]}…`] : words;
}
