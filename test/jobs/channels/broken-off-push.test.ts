// A push that is broken off: the log has what was sent all the same.
import { expect, onTestFinished, test } from 'vitest';
import { connectionPath, useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();

test('has each of its requests in the log, and goes on, where the connection is changed between two of them', async () => {
  await environment.start();
  onTestFinished(() => environment.stop());
  const { property, there } = await environment.connectOneRoom('channex', { days: 10, ownAccount: true });
  await environment.settled([there]);
  const ota = environment.simulator.channex;
  const { api } = environment;
  ota.forgetRequests();
  const fault = ota.faults.add({ kind: 'slow', on: 'rates', delayMs: 5_000 });
  const night = { room_id: property.room, date: environment.day(3), price: 333, available: 0 };
  await api.post(`/api/availability/${property.token}`, night);
  await environment.poll(() => ota.requests('availability').length).toBe(1);
  const path = connectionPath(property, 'channex');
  const { settings } = (await api.operator('GET', path)).body;
  const changed = await api.operator('PATCH', path, { settings: { ...settings, conversations: false } });
  expect(changed.status, changed.text).toBe(200);
  await environment.poll(() => ota.requests('rates').length).toBeGreaterThan(0);
  ota.faults.remove(fault.id);
  await environment.settled([there]);
  const logged = async (kind: string) => {
    const entries = (await api.get(`/api/logs/${property.token}?kind=sync`)).body as { id: number }[];
    const found = [];
    for (const { id } of entries) {
      const { body } = await api.operator('GET', `/properties/${property.hotelId}/logs/${id}/exchanges`);
      found.push(
        ...body.filter(
          (one: any) =>
            one.method === 'POST' && one.url.endsWith(kind) && one.request.includes(environment.day(3)),
        ),
      );
    }
    return found.length;
  };
  await environment.pass(5_000); // the log is written once a second
  expect(await logged('/availability')).toBe(ota.requests('availability').length);
  expect(await logged('/restrictions')).toBe(ota.requests('rates').length);
  expect(await environment.differences(property, [there], 10)).toEqual([]);
});
