// The operator's e-mail address for alerts, and a mail server that gets what is sent to it.
import { onTestFinished } from 'vitest';
import type { JobContext } from '../../src/jobs/context.ts';
import { createMailer } from '../../src/outgoing/mail.ts';
import { type SmtpServer, startSmtpServer } from './smtp-server.ts';

/** Returns the mail settings of an environment, and a function that starts a test's own mail server before the scheduler. */
export function useAlertMail(): {
  mail(): Pick<JobContext, 'mailer' | 'alertEmail'>;
  start(): Promise<SmtpServer>;
} {
  let smtpUrl = '';
  return {
    mail() {
      const mailer = createMailer(smtpUrl, 'innwire@hotel.example');
      onTestFinished(() => mailer.close());
      return { mailer, alertEmail: 'owner@hotel.example' };
    },
    async start() {
      const smtp = await startSmtpServer();
      smtpUrl = smtp.url;
      return smtp;
    },
  };
}
