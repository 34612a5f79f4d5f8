// Outgoing e-mail: replies to guests who booked directly.
import { createTransport } from 'nodemailer';

export type Mail = {
  to: string;
  /** shown as the sender's name; the address is the installation's own */
  fromName: string;
  /** where the guest's answer goes, when the property has an address */
  replyTo: string | null;
  subject: string;
  text: string;
  /** unique and stable: a second attempt of the same mail carries the same one */
  messageId: string;
};

export type Mailer = {
  /** Hands the mail to the SMTP server; throws when it was not accepted. */
  send(mail: Mail): Promise<void>;
  close(): void;
};

const TIMEOUT_MS = 20_000; // SMTP servers greet slowly on purpose

/** A mailer for an smtp(s):// URL. */
export function createMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  const address = /<([^<>]+)>/.exec(from)?.[1] ?? from;
  return {
    async send(mail) {
      await transport.sendMail({
        to: mail.to,
        from: { name: mail.fromName, address },
        ...(mail.replyTo !== null && { replyTo: mail.replyTo }),
        subject: mail.subject,
        text: mail.text,
        messageId: mail.messageId,
      });
    },
    close: () => transport.close(),
  };
}
