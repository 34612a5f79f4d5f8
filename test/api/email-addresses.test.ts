// E-mail addresses: where one is accepted it must be a single address; what an OTA reports as one is stored,
// but never used to mail somebody else.
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createMailer } from '../../src/outgoing/mail.ts';
import { useApi } from '../harness/api.ts';
import { startSmtpServer } from '../harness/smtp-server.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
const WRONG = ['<root>a@b.co', 'Ada <a@b.co>', 'a@b.co,c@d.co', 'a@b.co\r\nBcc: c@d.co', '"a b"@c.co'];

test.each(WRONG)('%j is refused for bookings and properties', async (email) => {
  const { token, room, hotelId } = await api.property();
  const stay = { room_id: room, name: 'Ada', checkin: '2027-03-01', checkout: '2027-03-02', price: 1 };
  const refused = await api.post(`/api/bookings/${token}`, { ...stay, email });
  expectProblem(refused, 400, 'invalid_data');
  expect(refused.body.errors[0].field).toBe('email');
  const { order_id } = (await api.post(`/api/bookings/${token}`, stay)).body;
  const path = `/api/bookings/${token}?order_id=${order_id}`;
  expectProblem(await api.request('PATCH', path, { body: { email } }), 400, 'invalid_data');
  const settings = { settings: { email } };
  expectProblem(await api.operator('PATCH', `/properties/${hotelId}`, settings), 400, 'invalid_data');
});

test('MAIL_FROM is one address, with or without a name before it', () => {
  const from = (value: string) => readConfig({ MAIL_FROM: value }).mailFrom;
  expect(from('stay@example.com')).toBe('stay@example.com');
  expect(from('Innwire Desk <stay@example.com>')).toBe('stay@example.com');
  for (const wrong of ['<root>a@b.co', 'a@b.co, c@d.co', 'x <a@b.co> y', 'x <a@b.co>, <c@d.co>', 'desk'])
    expect(() => from(wrong)).toThrow(/MAIL_FROM must be one e-mail address/);
});

describe('a mail', () => {
  const mail = {
    to: 'ada@example.com',
    fromName: 'Quinta do Mar',
    replyTo: null,
    subject: 'Your stay',
    text: 'Hello',
    messageId: '<1@tests.innwire>',
  };
  const open = async () => {
    const smtp = await startSmtpServer();
    const mailer = createMailer(smtp.url, 'stay@innwire.example');
    onTestFinished(() => mailer.close());
    return { smtp, mailer };
  };

  test.each(WRONG)('to %j is sent to nobody', async (to) => {
    const { smtp, mailer } = await open();
    await expect(mailer.send({ ...mail, to })).rejects.toThrow(/not one address/);
    await expect(mailer.send({ ...mail, replyTo: to })).rejects.toThrow(/not one address/);
    expect(smtp.attempts).toBe(0);
  });

  test('has one recipient and no further header, whatever the names in it are', async () => {
    const { smtp, mailer } = await open();
    await mailer.send({
      ...mail,
      to: 'guest.1-abc@guest.booking.com',
      fromName: 'Evil" <root@evil.example>, "x\r\nBcc: root@evil.example\r\n',
      subject: 'Stay\r\nBcc: root@evil.example\r\n\r\nbody',
    });
    const [sent] = smtp.mails;
    expect(sent!.to).toBe('guest.1-abc@guest.booking.com');
    const head = sent!.raw.split('\r\n\r\n')[0]!.replaceAll(/\r\n[ \t]+/g, ' ');
    expect(head).not.toMatch(/^bcc:/im);
    expect(head).toMatch(/^To: guest\.1-abc@guest\.booking\.com$/m);
    expect(head.match(/^From: .*$/m)![0]).toMatch(/<stay@innwire\.example>$/);
    expect(smtp.mails).toHaveLength(1);
  });

  test('to an international domain goes to its ASCII form', async () => {
    const { smtp, mailer } = await open();
    await mailer.send({ ...mail, to: 'ada@müller.example' });
    expect(smtp.commands).toContain('RCPT TO:<ada@xn--mller-kva.example>');
  });
});
