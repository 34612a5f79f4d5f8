// Checks that hold for every verdict.
import { expect } from 'vitest';
import type { AriMessage, Cells, Verdict } from '../../../src/channels/channel.ts';
import type {
  ChannelHiddenReview,
  ChannelMessage,
  ChannelReservation,
  ChannelReview,
} from '../../../src/model/channel-records.ts';
import { countNights, isBefore, MAX_STAY_NIGHTS } from '../../../src/model/night.ts';
import type { Decoder } from './adapters.ts';

const MAX_REASON_LENGTH = 1_100;

/** Expects one of the four kinds, with a reason that has text, and values that can be stored. */
export function expectSound(verdict: Verdict<unknown>, { name, request }: Decoder): void {
  must(KINDS.has(verdict.kind), () => `${name}: ${verdict.kind}`);
  if (verdict.kind !== 'ok') expectReason(verdict.reason, name);
  if (verdict.kind === 'retry' && verdict.afterSeconds !== undefined)
    must(verdict.afterSeconds >= 0, () => `${name}: after ${verdict.afterSeconds}`);
  if (name === 'ari') {
    const message = request as AriMessage;
    if (verdict.kind === 'ok') expectWithin(verdict.value as Cells[], message);
    if (verdict.kind === 'refused' && verdict.cells) expectWithin(verdict.cells, message);
  }
  if (verdict.kind === 'ok') expectStorable(verdict.value);
}

const KINDS: ReadonlySet<string> = new Set(['ok', 'retry', 'auth', 'refused']);

/**
 * Fails the test unless `holds`. These checks are done a million times, and `expect` takes twenty times as long as the
 * decoders that they judge.
 */
export function must(holds: boolean, what: () => string): void {
  if (!holds) expect.fail(what());
}

function expectReason(reason: string, name: string): void {
  const { length } = reason.trim();
  must(
    length > 1 && reason.length < MAX_REASON_LENGTH,
    () => `${name}: the reason ${JSON.stringify(reason)}`,
  );
  expectText(reason);
}

/** Expects that rejections are about cells of the message. */
function expectWithin(cells: readonly Cells[], message: AriMessage): void {
  for (const { roomId, from, to, fields } of cells) {
    must(fields.length > 0 && !isBefore(to, from), () => `${roomId} ${from}..${to} of [${fields}]`);
    const within = message.cells.some(
      (cell) => cell.roomId === roomId && !isBefore(from, cell.from) && !isBefore(cell.to, to),
    );
    must(within, () => `${roomId} ${from}..${to} is not of the message`);
  }
}

type Item = ChannelReservation | ChannelMessage | ChannelReview | ChannelHiddenReview;

/**
 * Expects values that PostgreSQL can store. Any other record would be delivered again for ever and hold back
 * all later ones.
 */
function expectStorable(value: unknown): void {
  for (const text of textsOf(value)) expectText(text);
  const { items = [], unreadable = [] } = (value ?? {}) as { items?: Item[]; unreadable?: string[] };
  for (const reason of unreadable) expect(reason.trim()).not.toBe('');
  for (const item of items) expectItem(item);
}

export function expectText(text: string): void {
  must(text.isWellFormed() && !text.includes('\0'), () => JSON.stringify(text));
}

export function expectItem(item: Item): void {
  if ('rooms' in item) expectReservation(item);
  else if ('hidden' in item) {
    expect(item.externalReview).not.toBe('');
    expectMoment(item.at);
  } else if ('externalReview' in item) {
    expect(item.externalReview).not.toBe('');
    expect(item.score).toBeGreaterThanOrEqual(0);
    expect(item.score).toBeLessThanOrEqual(10);
    expectMoment(item.at);
  } else {
    expect(item.externalMessage).not.toBe('');
    expect(item.thread).not.toBe('');
    expectMoment(item.at);
  }
}

/** PostgreSQL accepts years 1 to 9999 in this format only. */
export function expectMoment(at: Temporal.Instant): void {
  must(/^(?!0000)\d{4}-/.test(at.toString()), () => at.toString());
}

function expectReservation({ reference, revision, status, rooms, guest, at }: ChannelReservation): void {
  if (at) expectMoment(at);
  expect(reference).not.toBe('');
  expect(revision).not.toBe('');
  expect(['new', 'modified', 'cancelled']).toContain(status);
  expect(typeof guest.name).toBe('string');
  if (status !== 'cancelled') expect(rooms).not.toEqual([]);
  expect(new Set(rooms.map(({ key }) => key)).size).toBe(rooms.length);
  for (const { checkin, checkout, total, nights } of rooms) {
    expect(countNights(checkin, checkout)).toBeGreaterThan(0);
    expect(countNights(checkin, checkout)).toBeLessThanOrEqual(MAX_STAY_NIGHTS);
    for (const amount of [total, ...nights.map(({ price }) => price)]) {
      if (amount !== null) expect(amount).toMatch(/^-?\d+(\.\d+)?$/);
    }
  }
}

/** Returns every text in a value, at any depth, with names of members. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || value instanceof Temporal.Instant) return [];
  if (value instanceof Temporal.PlainDate) return [];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsOf(member)]);
}

/** Members of what was read that hold what guests have written, or who they are. */
const PERSONAL = new Set([
  'name',
  'guestName',
  'email',
  'phone',
  'text',
  'notes',
  'title',
  'positive',
  'negative',
]);

/** Returns the texts of persons in what was read, but for those so short that any text may contain them. */
export function textsOfPersons(verdict: Verdict<unknown>): string[] {
  const texts = new Set<string>();
  const collect = (value: unknown, name = '') => {
    if (typeof value === 'string' && PERSONAL.has(name) && value.length > 5) texts.add(value);
    if (typeof value === 'object' && value !== null)
      for (const [member, part] of Object.entries(value)) collect(part, Array.isArray(value) ? name : member);
  };
  if (verdict.kind === 'ok') collect(verdict.value);
  return [...texts];
}

/** Expects that the reason of a failure, which people and logs show, quotes none of these texts. */
export function expectNoneOf(persons: readonly string[], verdict: Verdict<unknown>): void {
  const reason = verdict.kind === 'ok' ? '' : verdict.reason;
  for (const text of persons) must(!reason.includes(text), () => `${reason} quotes ${text}`);
}
