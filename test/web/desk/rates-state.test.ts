// The sheet of rates while a person sets, pastes and sends: what stays to be sent, and what became no edit.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dayOfDate } from '../../../web/days.ts';
import { shown } from '../../../web/desk/property.ts';
import { clearToasts, toasts } from '../../../web/parts/Toast.tsx';
import type { ReplicaState } from '../../../web/replica/state.ts';
import {
  doubts,
  dropChanged,
  dropEdits,
  edits,
  isAsking,
  notices,
  paste,
  selection,
  sendEdits,
  setValues,
  underWay,
} from '../../../web/screens/rates/rates-state.ts';
import { sheet } from '../../../web/screens/rates/sheet.ts';

const DAY = dayOfDate('2026-06-11');
const area = { roomIds: [1], from: DAY, until: DAY + 1 };
const room = { room_id: 1, available: [1, 1], price: [100, 100], min_stay: [1, 1] };
const state = {
  rooms: new Map([[1, { room_id: 1, name: 'Double', units: 1 }]]),
  property: { currency: 'EUR' },
} as unknown as ReplicaState;

let sentBodies: string[];
let answer: (response: Response) => void;

beforeEach(() => {
  sentBodies = [];
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    if (String(url).includes('dry_run')) return new Promise(() => {});
    sentBodies.push(body);
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  shown.value = {
    hotelId: null,
    scopes: null,
    canWrite: true,
    replica: { state: { value: state } },
  } as never;
  sheet.value = { from: DAY, until: DAY + 2, rooms: new Map([[1, room]]) };
  const cell = { line: 1, day: DAY };
  selection.value = { anchor: cell, focus: cell };
});

afterEach(() => {
  dropEdits();
  clearToasts();
  isAsking.value = false;
  underWay.value = null;
  sheet.value = null;
  shown.value = null;
  vi.unstubAllGlobals();
});

test('what is set while a send is under way stays, and what was sent is not sent again', async () => {
  setValues({ ...area, until: DAY + 2 }, () => ({ price: 130 }));
  const sending = sendEdits();
  setValues(area, () => ({ price: 140 }));
  await sendEdits();
  answer(new Response('{}', { headers: { 'content-type': 'application/json' } }));
  await sending;
  expect(sentBodies).toHaveLength(1);
  expect(edits.value).toEqual(new Map([[1, new Map([[DAY, { price: 140 }]])]]));
  expect(underWay.value).toBeNull();
});

test('a value that is set back right after it was sent is sent, too, before the sheet is read again', async () => {
  setValues(area, () => ({ price: 130 }));
  const sending = sendEdits();
  answer(new Response('{}', { headers: { 'content-type': 'application/json' } }));
  await sending;
  setValues(area, () => ({ price: 100 }));
  expect(edits.value).toEqual(new Map([[1, new Map([[DAY, { price: 100 }]])]]));
  sheet.value = { ...sheet.value!, rooms: new Map([[1, { ...room, price: [130, 100] }]]) };
  dropEdits();
  setValues(area, () => ({ price: 130 }));
  expect(edits.value.size).toBe(0);
});

test('pasted cells that cannot be read are counted, empty ones are not', () => {
  paste([
    ['1,250.00', '1.262,40'],
    ['n/a', ''],
  ]);
  expect([...edits.value.get(1)!.values()]).toEqual([{ price: 1_250 }, { price: 1_262.4 }]);
  expect(notices.value.unreadCells).toBe(1);
  paste([['?']]);
  expect(notices.value.unreadCells).toBe(1);
  paste([['120']]);
  expect(notices.value.unreadCells).toBe(0);
});

test('edits of a night that has passed are dropped and counted', () => {
  setValues({ ...area, until: DAY + 2 }, () => ({ price: 130 }));
  sheet.value = { from: DAY + 1, until: DAY + 3, rooms: new Map([[1, room]]) };
  expect(edits.value).toEqual(new Map([[1, new Map([[DAY + 1, { price: 130 }]])]]));
  expect(notices.value.droppedNights).toBe(1);
  sheet.value = { ...sheet.value!, rooms: new Map() };
  expect([edits.value.size, notices.value.droppedNights]).toEqual([0, 2]);
});

const ok = () => new Response('{}', { headers: { 'content-type': 'application/json' } });

test('prices far from what they were are sent only after the person was asked', async () => {
  setValues(area, () => ({ price: 1 }));
  await sendEdits();
  expect([isAsking.value, sentBodies.length]).toEqual([true, 0]);
  expect(doubts.value.unusual).toEqual([{ roomId: 1, day: DAY, before: 100, after: 1 }]);
  const sending = sendEdits(true);
  answer(ok());
  await sending;
  expect([isAsking.value, sentBodies.length, edits.value.size]).toEqual([false, 1, 0]);
});

test('a value that somebody has changed since is not sent without asking, and can be left as it is', async () => {
  setValues({ ...area, until: DAY + 2 }, () => ({ price: 130 }));
  sheet.value = { ...sheet.value!, rooms: new Map([[1, { ...room, price: [120, 100] }]]) };
  await sendEdits();
  expect([isAsking.value, sentBodies.length]).toEqual([true, 0]);
  expect(doubts.value.changed).toEqual([
    { roomId: 1, day: DAY, name: 'price', before: 100, now: 120, mine: 130 },
  ]);
  dropChanged();
  expect(edits.value).toEqual(new Map([[1, new Map([[DAY + 1, { price: 130 }]])]]));
  expect(doubts.value.changed).toEqual([]);
});

test('what is set during a send that is refused was made on the stored values', async () => {
  setValues(area, () => ({ price: 130 }));
  const sending = sendEdits();
  setValues(area, () => ({ price: 140 }));
  answer(new Response(JSON.stringify({ detail: 'no' }), { status: 400 }));
  await sending;
  expect(edits.value).toEqual(new Map([[1, new Map([[DAY, { price: 140 }]])]]));
  expect(doubts.value.changed).toEqual([]);
});

test('what was dropped comes back, beneath what was set since', () => {
  setValues({ ...area, until: DAY + 2 }, () => ({ price: 130 }));
  dropEdits();
  expect(edits.value.size).toBe(0);
  setValues(area, () => ({ price: 140 }));
  toasts.value.at(-1)!.undo!();
  expect(edits.value).toEqual(
    new Map([
      [
        1,
        new Map([
          [DAY, { price: 140 }],
          [DAY + 1, { price: 130 }],
        ]),
      ],
    ]),
  );
});
