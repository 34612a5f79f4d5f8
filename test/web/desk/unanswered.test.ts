// In how many conversations somebody waits for a reply, with a booking and without.
import { expect, test } from 'vitest';
import { waitingOf } from '../../../web/desk/unanswered.ts';

const at = (hour: number) => `2026-06-11T${String(hour).padStart(2, '0')}:00:00.000Z`;
const message = (rid: number, hour: number) => ({ rid, created_at: at(hour) });
const text = (hour: number, needs_reply: boolean) => ({ created_at: at(hour), needs_reply });

test('conversations are counted, not texts, and inquiries count as well', () => {
  const messages = [message(1, 8), message(1, 9), message(2, 10)];
  const inquiries = [{ messages: [text(6, false), text(7, true), text(11, true)] }];
  expect(waitingOf(messages, inquiries)).toEqual({ conversations: 3, since: at(7) });
  expect(waitingOf(messages, [])).toEqual({ conversations: 2, since: at(8) });
});

test('nobody waits where no text does', () => {
  expect(waitingOf([], [])).toEqual({ conversations: 0, since: null });
  expect(waitingOf([], [{ messages: [text(6, false)] }])).toEqual({ conversations: 0, since: null });
});
