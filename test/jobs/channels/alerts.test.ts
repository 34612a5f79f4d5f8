// The operator's e-mail when a channel begins to refuse a connection, at most one an hour.
import { expect, onTestFinished, test } from 'vitest';
import { useAlertMail } from '../../harness/alert-mail.ts';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';

const alerts = useAlertMail();
const environment = useChannelEnvironment({ asleep: true, mail: alerts.mail });

async function connected() {
  const property = await environment.api.property({
    settings: { horizon_days: 10 },
    rooms: [{ price: 120 }],
  });
  const [partner] = await environment.connect(property, ['channex']);
  const path = `/properties/${property.hotelId}/channels/channex`;
  onTestFinished(async () => {
    partner!.ota.faults.clear();
    await environment.stop();
    await environment.api.operator('DELETE', path);
  });
  await environment.start();
  await environment.settled([partner!]);
  const state = async () => (await environment.api.operator('GET', path)).body.state;
  return { property, ota: partner!.ota, partner: partner!, state };
}

test('a refusal is reported by e-mail, once, and a second one within the hour is not', async () => {
  const smtp = await alerts.start();
  const { property, partner, ota, state } = await connected();
  ota.faults.add({ kind: 'unauthorized', on: 'reservations' });
  await environment.poll(() => smtp.mails.length).toBe(1);
  expect(smtp.mails[0]).toMatchObject({
    to: 'owner@hotel.example',
    subject: 'Quinta do Mar: channex refuses the connection',
  });
  const text = smtp.mails[0]!.text.replaceAll('=\r\n', ''); // undoes the line breaks of quoted-printable
  expect(text).toMatch(/refuses our credentials since .+, for reservations: HTTP 401/);
  expect(text).toContain(`innwire channel show channex --property ${property.hotelId}`);
  ota.faults.clear();
  await environment.settled([partner], { afterRefusals: true });
  ota.faults.add({ kind: 'unauthorized', on: 'reservations' });
  await environment.poll(state).toBe('error');
  await environment.stop();
  expect(smtp.mails).toHaveLength(1);
});

test('an e-mail that the server refuses is sent at a later attempt, and delays nothing', async () => {
  const smtp = await alerts.start();
  smtp.answer('451 come back later');
  const { property, ota, partner } = await connected();
  ota.faults.add({ kind: 'unauthorized', on: 'reservations' });
  await environment.poll(() => smtp.attempts).toBeGreaterThan(0);
  await environment.api.post(`/api/availability/${property.token}`, {
    room_id: property.room,
    date: environment.day(3),
    price: 99,
  });
  await environment.poll(() => environment.differences(property, [partner], 10)).toEqual([]);
  smtp.answer('250 ok');
  await environment.poll(() => smtp.mails.length).toBe(1);
});
