// Nothing that a channel sends with an order is lost: each element of each sample is kept, or its channel's page
// says why it is not.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  answer,
  decodersOf,
  inboundRequest,
  readSample,
  TESTED,
  type Tested,
} from './conformance/adapters.ts';
import { type Element, listElements, otherValues } from './order-elements.ts';

const HEADING = '## Elements of an order';

/** Channels whose orders have elements: calendars (iCal) have dates and a summary only. */
const WITH_TABLE = TESTED.filter(({ protocol }) => pageOf(protocol).includes(HEADING));

describe.each(WITH_TABLE)('$protocol', (tested) => {
  const rows = tableOf(tested.protocol);
  const samples = ordersOf(tested);

  test('has samples and a table', () => {
    expect(samples.length).toBeGreaterThan(0);
    expect(rows.length).toBeGreaterThan(0);
  });

  test('each row of the table is about an element of a sample', () => {
    const paths = samples.flatMap(({ text }) => listElements(text).map(({ path }) => path));
    const unused = rows.filter(({ pattern }) => !paths.some((path) => matches(path, pattern)));
    expect(unused.map(({ pattern }) => pattern)).toEqual([]);
  });

  test.each(samples)('$file: each element is in the table', ({ text }) => {
    const paths = [...new Set(listElements(text).map(({ path }) => path))];
    expect(paths.filter((path) => !rowOf(path, rows))).toEqual([]);
  });

  test('each element that the table calls kept is read, and no other', () => {
    const read = new Map<string, boolean>();
    for (const { text, decode } of samples) {
      for (const element of listElements(text)) {
        const row = rowOf(element.path, rows);
        if (!row) continue;
        const before = read.get(row.pattern) ?? false;
        read.set(row.pattern, before || isRead(element, { text, decode, row }));
      }
    }
    const wrong = rows.filter(({ pattern, kept }) => read.has(pattern) && read.get(pattern) !== kept);
    expect(
      wrong.map(({ pattern, kept }) => `${pattern}: ${kept ? 'kept' : 'not kept'} in the table`),
    ).toEqual([]);
  });
});

type Row = { pattern: string; kept: boolean; where: string };
type Decode = (text: string) => unknown;
type OrderSample = { file: string; text: string; decode: Decode };

function pageOf(protocol: string): string {
  return readFileSync(new URL(`../../docs/channels/${protocol}.md`, import.meta.url), 'utf8');
}

/** Rows of the table of a channel's page, one for each element in its first column. */
function tableOf(protocol: string): Row[] {
  const [, section = ''] = pageOf(protocol).split(HEADING);
  const lines = section
    .split(/\n## /)[0]!
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  return lines.flatMap((line) => {
    const [, elements = '', where = ''] = line.split(/(?<!\\)\|/);
    return [...elements.matchAll(/`([^`]+)`/g)].map(([, pattern]) => ({
      pattern: pattern!.includes('/') ? pattern! : pattern!.replaceAll('.', '/'),
      kept: !where.trim().startsWith('not kept'),
      where,
    }));
  });
}

/** The row with the longest path that ends the element's path. */
function rowOf(path: string, rows: readonly Row[]): Row | undefined {
  return rows
    .filter(({ pattern }) => matches(path, pattern))
    .toSorted((a, b) => b.pattern.length - a.pattern.length)[0];
}

function matches(path: string, pattern: string): boolean {
  const [names, wanted] = [path.split('/'), pattern.split('/')];
  const end = names.slice(-wanted.length);
  return end.length === wanted.length && wanted.every((name, i) => name === '*' || name === end[i]);
}

/** Samples with orders, and what is read of each. */
function ordersOf(tested: Tested): OrderSample[] {
  const { adapter, entry, protocol } = tested;
  return Object.entries(entry.samples).flatMap(([file, sample]): OrderSample[] => {
    const text = readSample(protocol, file);
    if ('answers' in sample && sample.answers === 'reservations' && (sample.kind ?? 'ok') === 'ok') {
      const decoder = decodersOf(tested).find(({ name }) => name === 'reservations')!;
      return [{ file, text, decode: (body: string) => decoder.decode(answer(body)) }];
    }
    if (!('sent' in sample) || sample.sent !== 'reservations') return [];
    const { sent: _, ...request } = sample;
    const decode = (body: string) =>
      adapter.inbound!.decode(inboundRequest(tested, { ...request, body }), entry.connection);
    return [{ file, text, decode }];
  });
}

/**
 * Whether another value of the element changes what is read. A revision may be made from the whole content: it counts
 * only for elements that the table says are kept in it.
 */
function isRead(
  element: Element,
  { text, decode, row }: { text: string; decode: Decode; row: Row },
): boolean {
  const { where } = row;
  const before = outcome(decode(text), where);
  return otherValues(element.value).some((value) => outcome(decode(element.with(value)), where) !== before);
}

function outcome(read: unknown, where: string): string {
  return JSON.stringify(read, (name, value) =>
    name === 'revision' && !where.includes('`revision`') ? undefined : value,
  );
}
