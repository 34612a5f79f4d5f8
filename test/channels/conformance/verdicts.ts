// Checks that hold for every verdict.
import { expect } from 'vitest';
import type { AriMessage, Cells, Verdict } from '../../../src/channels/channel.ts';
import type {
  ChannelMessage,
  ChannelReservation,
  ChannelReview,
} from '../../../src/model/channel-records.ts';
import { countNights, isBefore, MAX_STAY_NIGHTS } from '../../../src/model/night.ts';
import type { Decoder } from './adapters.ts';

const MAX_REASON_LENGTH = 1_100;

/** Expects one of the four kinds, with a reason that has text, and values that can be stored. */
export function expectSound(verdict: Verdict<unknown>, { name, request }: Decoder): void {
  expect(verdict.kind, name).toMatch(/^(ok|retry|auth|refused)$/);
  if (verdict.kind !== 'ok') expectReason(verdict.reason, name);
  if (verdict.kind === 'retry' && verdict.afterSeconds !== undefined) {
    expect(verdict.afterSeconds, name).toBeGreaterThanOrEqual(0);
  }
  if (name === 'ari') {
    const message = request as AriMessage;
    if (verdict.kind === 'ok') expectWithin(verdict.value as Cells[], message);
    if (verdict.kind === 'refused' && verdict.cells) expectWithin(verdict.cells, message);
  }
  if (verdict.kind === 'ok') expectStorable(verdict.value);
}

function expectReason(reason: string, name: string): void {
  expect(reason.trim().length, name).toBeGreaterThan(1);
  expectText(reason);
  expect(reason.length, name).toBeLessThan(MAX_REASON_LENGTH);
}

/** Expects that rejections are about cells of the message. */
function expectWithin(cells: readonly Cells[], message: AriMessage): void {
  for (const { roomId, from, to, fields } of cells) {
    expect(fields).not.toEqual([]);
    expect(isBefore(to, from)).toBe(false);
    const within = message.cells.some(
      (cell) => cell.roomId === roomId && !isBefore(from, cell.from) && !isBefore(cell.to, to),
    );
    expect(within, `${roomId} ${from}..${to}`).toBe(true);
  }
}

type Item = ChannelReservation | ChannelMessage | ChannelReview;

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
  expect(text.isWellFormed() && !text.includes('\0'), JSON.stringify(text)).toBe(true);
}

export function expectItem(item: Item): void {
  if ('rooms' in item) expectReservation(item);
  else if ('externalReview' in item) {
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
  expect(at.toString()).toMatch(/^(?!0000)\d{4}-/);
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
