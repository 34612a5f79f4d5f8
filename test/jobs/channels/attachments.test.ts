// Files that guests attach: listed with their message, and read from the channel each time that somebody opens one.
import { expect, test } from 'vitest';
import type { GuestFile } from '../../../simulator/conversations.ts';
import { expectProblem } from '../../api/expectations.ts';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();
const PHOTO: GuestFile = {
  name: 'passport of Ada.jpg',
  type: 'image/jpeg',
  content: Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2, 0xfe, 0xc3, 0x28]),
};

async function withMessage(text: string, files: readonly GuestFile[]) {
  const { api } = environment;
  const property = await api.property({ settings: { horizon_days: 20 }, rooms: [{ units: 4 }] });
  const [connected] = await environment.connect(property, ['channex']);
  await environment.settled([connected!]);
  const { ota, hotel } = connected!;
  const sale = { hotel: hotel.id, arrival: environment.day(4), nights: 2, seller: 'Airbnb' };
  const { reference } = await ota.sell(sale);
  await ota.write(reference, text, files);
  const list = async () => (await api.get(`/api/messages/${property.token}`)).body;
  await environment.poll(async () => (await list()).length).toBe(1);
  await environment.settled([connected!]);
  const [message] = await list();
  const open = (id = 1, token = property.token) =>
    fetch(`${api.baseUrl}/api/messages/attachments/${token}?message_id=${message.id}&attachment_id=${id}`);
  const refusal = async (answer: Response) => {
    const read = await answer.text();
    return {
      status: answer.status,
      body: JSON.parse(read),
      headers: Object.fromEntries(answer.headers),
      text: read,
    };
  };
  return { connected: connected!, property, ota, message, list, open, refusal };
}

test('a photo alone is listed with its message and opened with the key of the connection', async () => {
  const { api } = environment;
  const { property, ota, message, open, refusal } = await withMessage('', [PHOTO]);
  const attachments = [{ id: 1, name: PHOTO.name, type: null }];
  expect(message).toMatchObject({ message: '(attachment)', needs_reply: true, attachments });
  const { body: events } = await api.get(`/api/events/${property.token}`);
  const received = events.find(({ kind }: { kind: string }) => kind === 'message.received');
  expect(received.data.attachments).toEqual(attachments);
  expect(
    JSON.stringify(await api.db.query(`select data from events where kind = 'message.received'`)),
  ).not.toContain(PHOTO.name);
  const answer = await open();
  expect(answer.status).toBe(200);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(PHOTO.content);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': "attachment; filename*=UTF-8''passport%20of%20Ada.jpg",
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
  });
  expect(ota.requests('attachment')).toHaveLength(1);
  expectProblem(await refusal(await open(2)), 404, 'unknown_attachment');
  const other = await api.property();
  expectProblem(await refusal(await open(1, other.token)), 404, 'unknown_attachment');
});

test('a text with several files; what a browser would run is answered as bytes', async () => {
  const page = { name: 'x.html', type: 'text/html', content: Buffer.from('<script>alert(1)</script>') };
  const drawing = { name: 'x.svg', type: 'image/svg+xml', content: Buffer.from('<svg/>') };
  const { message, open } = await withMessage('The lamp is broken', [PHOTO, page, drawing]);
  expect(message.message).toBe('The lamp is broken');
  expect(message.attachments.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3]);
  for (const id of [2, 3]) {
    const answer = await open(id);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/);
  }
});

test('who may not read messages, or no personal data, opens no file', async () => {
  const { api } = environment;
  const { property, open, refusal, list } = await withMessage('Look', [PHOTO]);
  const tokenWith = async (scopes: readonly string[]) =>
    (
      await api.operator('POST', `/properties/${property.hotelId}/tokens`, {
        label: scopes.join(),
        access: 'read',
        scopes,
      })
    ).body;
  for (const scopes of [['bookings:read'], ['messages'], ['contacts']]) {
    const { api_token: token } = await tokenWith(scopes);
    expectProblem(await refusal(await open(1, token)), 403, 'scope_missing');
  }
  const { api_token: token } = await tokenWith(['messages']);
  const { body } = await api.get(`/api/messages/${token}`);
  expect(body).toMatchObject([{ message: null, attachments: [] }]);
  expect((await list())[0].attachments).toHaveLength(1);
});

test('a file that the channel does not answer is refused with the reason', async () => {
  const { api } = environment;
  const { property, ota, open, refusal } = await withMessage('Look', [PHOTO]);
  ota.faults.add({ kind: 'server_error', on: 'attachment', count: 1 });
  expectProblem(await refusal(await open()), 502, 'attachment_not_read');
  ota.faults.add({ kind: 'firewall_page', on: 'attachment', count: 1 });
  expectProblem(await refusal(await open()), 502, 'attachment_not_read');
  expect((await open()).status).toBe(200);
  await api.db.query(
    `update messages set attachment_addresses = '{https://photos.example.com/1}' where hotel_id = $1`,
    [property.hotelId],
  );
  const requests = ota.requests('attachment').length;
  expectProblem(await refusal(await open()), 502, 'attachment_not_read');
  expect(ota.requests('attachment')).toHaveLength(requests);
});

test('a file is not opened after its guest was erased, and of a channel that is not connected any more', async () => {
  const { api } = environment;
  const one = await withMessage('Look', [PHOTO]);
  await api.operator('DELETE', `/properties/${one.property.hotelId}/channels/channex`);
  await environment.poll(async () => (await one.open()).status).toBe(502);
  const [booking] = await environment.bookings(one.property);
  await api.delete(
    `/api/bookings/${one.property.token}?order_id=${booking.order_id}&date=${environment.day(4)}`,
  );
  const path = `/properties/${one.property.hotelId}/guests/${booking.guest_id}/erase`;
  expect((await api.operator('POST', path, {})).status).toBe(200);
  expectProblem(await one.refusal(await one.open()), 404, 'unknown_attachment');
  expect((await one.list())[0]).toMatchObject({ message: '(erased)', attachments: [] });
});
