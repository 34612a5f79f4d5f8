// A door code for every stay: made when a booking is, moved with it, taken back when it is cancelled or the guest has left.
//   INNWIRE_URL, API_TOKEN   whose stays
//   LOCK_URL                 the lock's service: PUT and DELETE {LOCK_URL}/codes/{order_id}
//   STATE_FILE               how far we are, and the codes (./smart-lock.json)
//   ONCE=yes                 end when everything is done, instead of waiting for more
import { randomInt } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const innwireUrl = setting('INNWIRE_URL', 'where innwire runs, such as http://127.0.0.1:3000');
const token = setting('API_TOKEN', 'the property\'s token, from "innwire token add"');
const lockUrl = setting('LOCK_URL', "the address of the lock's service");
const { STATE_FILE = 'smart-lock.json', ONCE } = process.env;

const state = JSON.parse(await readFile(STATE_FILE, 'utf8').catch(() => '{"after":0,"codes":{}}'));

for (;;) {
  try {
    const events = await next();
    // The lock is told first, and what was done remembered afterwards: a crash in between tells it the same once more.
    for (const { seq, data } of events) {
      await follow(data);
      await remember(seq);
    }
    if (ONCE && events.length === 0) break;
  } catch (error) {
    console.error(`Trying again in a moment: ${error.message}`);
    await sleep(5_000);
  }
}

/** The next events; waits up to half a minute for one. */
async function next() {
  const wait = ONCE ? 0 : 30;
  const query = `after=${state.after}&kinds=booking.*&limit=100&wait=${wait}`;
  const answer = await fetch(`${innwireUrl}/api/events/${token}?${query}`);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const events = await answer.json();
  // Past events of other kinds too, so that they are not looked at again.
  if (events.length === 0) await remember(Number(answer.headers.get('x-next-after')));
  return events;
}

async function follow({ order_id: id, room_id: room, checkin, checkout, status }) {
  const address = `${lockUrl}/codes/${id}`;
  if (status === 'cancelled' || status === 'no_show' || status === 'checked_out') {
    await tell(address, { method: 'DELETE' });
    delete state.codes[id];
    return;
  }
  state.codes[id] ??= String(randomInt(1_000_000)).padStart(6, '0');
  // Who was checked in is here, even if that is before the check-in date.
  const from =
    status === 'checked_in' && Date.parse(checkin) > Date.now() ? new Date().toISOString() : checkin;
  const body = JSON.stringify({ room, code: state.codes[id], from, until: checkout });
  await tell(address, { method: 'PUT', body, headers: { 'content-type': 'application/json' } });
}

async function tell(address, request) {
  const answer = await fetch(address, request);
  if (!answer.ok && answer.status !== 404) throw new Error(`the lock answered ${answer.status}`);
}

/** Into a file that is whole at every moment. */
async function remember(seq) {
  state.after = seq;
  await writeFile(`${STATE_FILE}.new`, JSON.stringify(state), { mode: 0o600 });
  await rename(`${STATE_FILE}.new`, STATE_FILE);
}

/** A setting from the environment. A missing one ends the program with a sentence. */
function setting(name, meaning) {
  const value = process.env[name]?.trim();
  if (value) return value;
  console.error(`Set ${name}: ${meaning}.`);
  process.exit(1);
}
