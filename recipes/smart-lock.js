// Creates a door code for every booking, moves it with the stay, and deletes it when it is cancelled or the
// guest has left.
//   INNWIRE_URL, API_TOKEN   whose stays
//   LOCK_URL                 the lock's service: PUT and DELETE {LOCK_URL}/codes/{order_id}
//   STATE_FILE               the position in the event log, and the codes (./smart-lock.json)
//   ONCE=yes                 exit when there are no more events, instead of waiting
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
    // The lock first, then the state file: after a crash in between the same request is sent again.
    for (const { seq, data } of events) {
      await updateCode(data);
      await saveState(seq);
    }
    if (ONCE && events.length === 0) break;
  } catch (error) {
    console.error(`Trying again in a moment: ${error.message}`);
    await sleep(5_000);
  }
}

/** Returns the next events; waits up to half a minute for one. */
async function next() {
  const wait = ONCE ? 0 : 30;
  const query = `after=${state.after}&kinds=booking.*&limit=100&wait=${wait}`;
  const answer = await fetch(`${innwireUrl}/api/events/${token}?${query}`);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const events = await answer.json();
  // Skips events of other kinds, so that they are not read again.
  if (events.length === 0) await saveState(Number(answer.headers.get('x-next-after')));
  return events;
}

/** Creates, updates or deletes the code of a booking. */
async function updateCode({ order_id: id, room_id: room, checkin, checkout, status }) {
  const address = `${lockUrl}/codes/${id}`;
  if (status === 'cancelled' || status === 'no_show' || status === 'checked_out') {
    await requestLock(address, { method: 'DELETE' });
    delete state.codes[id];
    return;
  }
  state.codes[id] ??= String(randomInt(1_000_000)).padStart(6, '0');
  // A guest who is checked in needs the code now, even before the check-in date.
  const from =
    status === 'checked_in' && Date.parse(checkin) > Date.now() ? new Date().toISOString() : checkin;
  const body = JSON.stringify({ room, code: state.codes[id], from, until: checkout });
  await requestLock(address, { method: 'PUT', body, headers: { 'content-type': 'application/json' } });
}

async function requestLock(address, request) {
  const answer = await fetch(address, request);
  if (!answer.ok && answer.status !== 404) throw new Error(`the lock answered ${answer.status}`);
}

/** Stores the position and the codes atomically. */
async function saveState(seq) {
  state.after = seq;
  await writeFile(`${STATE_FILE}.new`, JSON.stringify(state), { mode: 0o600 });
  await rename(`${STATE_FILE}.new`, STATE_FILE);
}

/** Returns a setting from the environment; if it is missing, prints what it means and exits. */
function setting(name, meaning) {
  const value = process.env[name]?.trim();
  if (value) return value;
  console.error(`Set ${name}: ${meaning}.`);
  process.exit(1);
}
