// Sends e-mail: replies to guests who booked directly, and alerts to the operator.
import { createTransport } from 'nodemailer';
import { mailableAddress } from '../model/email.ts';

export type Mail = {
  /** one address: see `mailableAddress` */
  to: string;
  /** shown as the sender's name; the address is the installation's own */
  fromName: string;
  /** one address for the guest's answer, when the property has one */
  replyTo: string | null;
  subject: string;
  text: string;
  /** unique and stable: a second attempt of the same mail has the same id */
  messageId: string;
};

export type Mailer = {
  /** Sends the mail to the SMTP server; throws when it was not accepted. */
  send(mail: Mail): Promise<void>;
  close(): void;
};

const TIMEOUT_MS = 20_000; // some SMTP servers delay their greeting on purpose

/** Throws unless the text is one address and nothing else. */
function requireAddress(text: string): string {
  const address = mailableAddress(text);
  if (address === null) throw new Error('An e-mail address is not one address that mail can be sent to.');
  return address;
}

/** Returns the text on one line, for a header. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/**
 * Creates a mailer for an smtp(s):// URL; `from` is the sender's address. Throws if that is not a mail
 * address.
 */
export function createMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  const sender = requireAddress(from);
  return {
    async send(mail) {
      const to = requireAddress(mail.to);
      await transport.sendMail({
        // Addresses are objects because nodemailer parses names, brackets and further addresses in strings.
        envelope: { from: sender, to: [to] },
        to: { name: '', address: to },
        from: { name: oneLine(mail.fromName), address: sender },
        ...(mail.replyTo !== null && { replyTo: { name: '', address: requireAddress(mail.replyTo) } }),
        subject: oneLine(mail.subject),
        text: mail.text,
        messageId: mail.messageId,
      });
    },
    close: () => transport.close(),
  };
}
