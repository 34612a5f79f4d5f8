// A worker in a process of its own, to be killed: node worker.ts <database> <smtp>
import { startWorker } from '../../../src/jobs/worker.ts';
import { openOutgoing } from '../../../src/outgoing/http.ts';
import { createMailer } from '../../../src/outgoing/mail.ts';
import { connectForTest } from '../../harness/connect.ts';

const [databaseUrl = '', smtpUrl = ''] = process.argv.slice(2);

const outgoing = openOutgoing({ version: '0', allowPrivateNetwork: true });
await startWorker(
  {
    db: connectForTest(databaseUrl, { poolSize: 4 }),
    outgoing,
    mailer: createMailer(smtpUrl, 'stay@innwire.example'),
    icalPollSeconds: 600,
    calendarDomain: 'tests.innwire',
    now: () => Temporal.Now.instant(),
    log: { info: () => {}, warn: (details, message) => console.error(message, details) },
  },
  { alone: false, webhookOutgoing: outgoing },
);
