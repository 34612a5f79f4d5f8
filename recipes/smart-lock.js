// Creates a door code for every booking, moves it with the stay and to the doors of its units, and deletes it when it is
// cancelled or the guest has left.
//   INNWIRE_URL, API_TOKEN   whose stays
//   LOCK_URL                 the lock's service: PUT and DELETE {LOCK_URL}/codes/{order_id}
//   STATE_FILE               the position in the event log, and the codes (./smart-lock.json)
//   MOVE_AT                  time (UTC) at which guests who change units do so (12:00)
//   ONCE=yes                 exit when there are no more events, instead of waiting
import { randomInt } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const innwireUrl = setting('INNWIRE_URL', 'where innwire runs, such as http://127.0.0.1:3000');
const token = setting('API_TOKEN', 'the property\'s token, from "innwire token add"');
const lockUrl = setting('LOCK_URL', "the address of the lock's service");
const { STATE_FILE = 'smart-lock.json', MOVE_AT = '12:00', ONCE } = process.env;

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
async function updateCode(booking) {
  const { order_id: id, status } = booking;
  // A hold is no booking yet.
  if (status === 'held') return;
  const address = `${lockUrl}/codes/${id}`;
  if (status === 'cancelled' || status === 'no_show' || status === 'checked_out') {
    await requestLock(address, { method: 'DELETE' });
    delete state.codes[id];
    return;
  }
  state.codes[id] ??= String(randomInt(1_000_000)).padStart(6, '0');
  // All doors of the stay: the lock's service forgets those that it has besides, such as that of the unit before.
  const body = JSON.stringify({ code: state.codes[id], doors: doorsOf(booking) });
  await requestLock(address, { method: 'PUT', body, headers: { 'content-type': 'application/json' } });
}

/**
 * Returns the doors of a stay and when its code opens each. `unit` is what is written on the door: null for a room without units,
 * and for a stay that has none yet.
 */
function doorsOf({ room_id: room, unit, unit_nights: parts, checkin, checkout, status }) {
  // A guest who is checked in needs the code now, even before the check-in date.
  const early = status === 'checked_in' && Date.parse(checkin) > Date.now();
  const from = early ? new Date().toISOString() : checkin;
  if (!parts) return [{ room, unit, from, until: checkout }];
  // A stay in several units, or in none in some nights: where it changes, the guest moves at MOVE_AT.
  const moveOn = (date) => `${date}T${MOVE_AT}:00.000Z`;
  return parts.map(({ unit: name, fromdate, todate }) => ({
    room,
    unit: name,
    from: fromdate <= checkin.slice(0, 10) ? from : moveOn(fromdate),
    until: dayAfter(todate) < checkout.slice(0, 10) ? moveOn(dayAfter(todate)) : checkout,
  }));
}

function dayAfter(date) {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
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
