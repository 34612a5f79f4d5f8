// Pages of a partner's messages: what cannot be read is named, and keeps back nothing that follows.
import { expect, test } from 'vitest';
import { openChannel } from '../../../src/channels/open_channel/index.ts';
import { connection, fixture } from './connection.ts';

const { data } = JSON.parse(fixture('messages-response'));
const unreadable = { ...data[0], id: 'm-7', sent_at: null, message: 'Our passport numbers are 123' };

function decode(page: object) {
  const [request] = openChannel.messages!.requests(connection, { cursor: null, now: Temporal.Now.instant() });
  const response = { status: 200, headers: {}, body: JSON.stringify(page) };
  const verdict = openChannel.messages!.decode(response, request!, connection);
  if (verdict.kind !== 'ok') throw new Error(verdict.reason);
  return verdict.value;
}

test('an unreadable message on the last page is asked for again; its text is not repeated', () => {
  const {
    items,
    cursor,
    more,
    unreadable: named,
  } = decode({ data: [data[0], unreadable], cursor: 'm-7', more: false });
  expect(items).toHaveLength(1);
  expect({ cursor, more }).toEqual({ cursor: undefined, more: undefined });
  expect(named).toEqual(['the record m-7 cannot be read']);
});

test('pages behind an unreadable message are read, also if a page has nothing else', () => {
  expect(decode({ data: [unreadable], cursor: 'm-7', more: true })).toMatchObject({
    cursor: 'm-7',
    more: true,
  });
  expect(decode({ data: [data[0], unreadable], cursor: 'm-7', more: true })).toMatchObject({
    cursor: 'm-7',
    more: true,
  });
});
