// Cases about how updates are sent: rate limits, no full push on a timer, and the questions of the form.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SentRequest } from '../innwire.ts';
import { type CaseFindings, type CaseResult, passedWithout } from '../report.ts';
import { dayOf } from './cases.ts';
import { type CertificationEnvironment, setNights } from './environment.ts';

const CHANGES = 20;
const PAUSE_MS = 250;
/** Channex's limit for each kind of request and each property. */
const REQUESTS_PER_MINUTE = 10;

/** Case 12: many changes in a row result in few requests. */
export async function rateLimitCase(
  environment: CertificationEnvironment,
): Promise<{ result: CaseFindings }> {
  const { innwire, month } = environment;
  const date = dayOf(month, 27);
  const mark = await innwire.lastLogEntry();
  for (let i = 0; i < CHANGES; i += 1) {
    const set = { available: 1 + (i % 5), price: 150 + i };
    await setNights(environment, [{ room: 'double', plan: null, from: date, to: date, set }]);
    await sleep(PAUSE_MS, undefined, { signal: innwire.signal });
  }
  await innwire.waitUntilPushed('channex', { from: date, to: date });
  const since = (await innwire.pushesAfter(mark)).flatMap(({ requests }) => requests).length;
  const all = (await innwire.pushesAfter(0)).flatMap(({ requests }) => requests);
  const most = Math.max(busiestMinute(all, 'availability'), busiestMinute(all, 'restrictions'));
  const refused = all.filter(({ status }) => status === 429).length;
  const remarks = [
    ...(most > REQUESTS_PER_MINUTE
      ? [`${most} requests of one kind within a minute; Channex allows ${REQUESTS_PER_MINUTE}`]
      : []),
    ...(refused > 0 ? [`${refused} requests were refused with 429`] : []),
  ];
  return {
    result: passedWithout(remarks, {
      done: [
        `${CHANGES} changes of one night within ${(CHANGES * PAUSE_MS) / 1_000} s became ${since} requests`,
        `the busiest minute of the whole run had ${most} requests of one kind, none was refused`,
      ],
    }),
  };
}

function busiestMinute(requests: readonly SentRequest[], kind: string): number {
  const times = requests
    .filter(({ url }) => new URL(url).pathname.endsWith(`/${kind}`))
    .map(({ at }) => Date.parse(at));
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + 60_000).length));
}

/** Case 13: only changes are pushed, and nothing is sent without a change. */
export async function idleCase(
  { innwire }: CertificationEnvironment,
  idleSeconds: number,
): Promise<{ result: CaseFindings }> {
  const before = await innwire.lastLogEntry();
  await sleep(idleSeconds * 1_000, undefined, { signal: innwire.signal });
  const idle = await innwire.pushesAfter(before, { timeoutMs: 0 });
  const [fullSync, ...updates] = await innwire.pushesAfter(0);
  const largest = Math.max(0, ...updates.map(({ items }) => items));
  const remarks = [
    ...(idle.length > 0 ? [`${idle.length} pushes were sent while nothing changed`] : []),
    ...(fullSync && largest >= fullSync.items ? ['an update was as large as the full sync'] : []),
  ];
  return {
    result: passedWithout(remarks, {
      done: [
        `the full sync pushed ${fullSync?.items ?? 0} nights, the largest of ${updates.length} updates since ${largest}`,
        `nothing was sent in ${idleSeconds} s without a change`,
      ],
    }),
  };
}

/** Case 14: answers to the questions of the form. */
export const ANSWERS: CaseResult = {
  number: 14,
  title: 'Extra Notes',
  outcome: 'answer',
  done: [
    'Min stay: arrival (setting `min_stay`: `through` or `both` are possible; ours counts for stays that arrive on the date).',
    'Supported: availability, rate, min stay, max stay, closed to arrival, closed to departure, stop sell.',
    'Several room types; several rate plans of a room type get the price and the restrictions of the room.',
    'Credit card details are not needed; innwire does not keep them and is not PCI certified.',
  ],
  tasks: [],
  remarks: [
    'Channex repeats the cases in a call, triggered from what the hotel uses. Show them with a client of your own on the API, or the command line (`innwire calendar set`).',
  ],
};
