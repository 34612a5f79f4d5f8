// A listener that does not read is disconnected, delays nobody, and continues where it stopped.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Caller } from '../../src/api/admission.ts';
import { createEventHub } from '../../src/http/event-hub.ts';
import { createEventStreams } from '../../src/http/event-stream.ts';
import { getProperty } from '../../src/pms/properties.ts';
import { useApi } from '../harness/api.ts';
import { openEventSource } from '../harness/event-source.ts';
import { waitUntil } from '../harness/eventually.ts';
import { createHeldPauses } from '../harness/held-pauses.ts';

const api = useApi();
/** More than the buffers of two sockets can take. */
const EVENTS = 40_000;

test('a listener that reads nothing is disconnected, and misses nothing when it reconnects', async () => {
  const { hotelId } = await api.property();
  await api.db.query(
    `with head as (update log_heads set last_seq = last_seq + $2 where hotel_id = $1 returning last_seq - $2 as before)
     insert into events (hotel_id, seq, kind, subject, at, data)
     select $1, head.before + n, first.kind, first.subject, now(), first.data
     from head, generate_series(1, $2::int) as n, events as first
     where first.hotel_id = $1 and first.seq = 1`,
    [hotelId, EVENTS],
  );
  const property = await getProperty(api.db, hotelId);
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const hub = createEventHub(api.db, onError);
  const pauses = createHeldPauses();
  const { timers } = pauses;
  const streams = createEventStreams(api.db, hub, { onError, timers, now: Temporal.Now.instant });
  const caller: Caller = {
    property,
    tokenId: null,
    label: 'x',
    access: 'demo',
    scopes: null,
    opens: 'one',
  };
  const server = http.createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    streams.open(response, {
      caller,
      after: Number(request.headers['last-event-id'] ?? 0),
      kinds: undefined,
      countedAs: 'x',
      idPrefix: '',
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    streams.close();
    hub.close();
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  const slow = await openEventSource(url, { keepText: false });
  slow.pause();
  const quick = await openEventSource(url, { keepText: false });
  await waitUntil(() => quick.received.length === property.lastSeq);
  await waitUntil(() => pauses.count === 1);
  pauses.end();
  await waitUntil(() => streams.count('x') === 1);
  slow.resume();
  await waitUntil(() => slow.ended);
  expect(slow.received.length).toBeLessThan(property.lastSeq);

  const again = await openEventSource(url, { lastEventId: slow.received.at(-1)?.id ?? 0, keepText: false });
  await waitUntil(() => again.received.at(-1)?.id === property.lastSeq);
  const ids = [...slow.received, ...again.received].map(({ id }) => id);
  expect(ids).toEqual(Array.from({ length: property.lastSeq }, (_, i) => i + 1));
  expect(errors).toEqual([]);
});
