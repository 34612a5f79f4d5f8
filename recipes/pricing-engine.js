// Sets prices for the next 500 nights of every room in one call, all or none, after a dry run.
//   INNWIRE_URL, API_TOKEN   whose rooms
//   NIGHTS                   how many nights (500)
//   APPLY=yes                set them; without it only a dry run
import { createHash } from 'node:crypto';

process.on('uncaughtException', (error) => {
  console.error(error.cause?.message ?? error.message); // the cause of "fetch failed" has the reason
  process.exit(1);
});

const innwireUrl = setting('INNWIRE_URL', 'where innwire runs, such as http://127.0.0.1:3000');
const token = setting('API_TOKEN', 'the property\'s token, from "innwire token add"');
const { NIGHTS = '500', APPLY } = process.env;

const rooms = await call('GET', 'rentals');
const dates = Array.from({ length: Number(NIGHTS) }, (_, i) => daysFromNow(i + 1));
const updates = rooms.flatMap((room) =>
  dates.map((date) => ({ room_id: room.room_id, date, price: priceOf(room, date) })),
);

console.log('would change', await call('POST', 'availability?dry_run=true', updates));
if (APPLY) console.log('changed', await call('POST', 'availability', updates));

/** An example to replace: weekends cost a fifth more, summer a third. */
function priceOf({ price }, date) {
  const day = new Date(`${date}T00:00:00Z`);
  const weekend = day.getUTCDay() === 5 || day.getUTCDay() === 6 ? 1.2 : 1;
  const summer = day.getUTCMonth() === 6 || day.getUTCMonth() === 7 ? 1.33 : 1;
  return Math.round(price * weekend * summer);
}

function daysFromNow(days) {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

async function call(method, path, body) {
  const [resource, query] = path.split('?');
  const text = body === undefined ? undefined : JSON.stringify(body);
  const answer = await fetch(`${innwireUrl}/api/${resource}/${token}${query ? `?${query}` : ''}`, {
    method,
    // The key makes it safe to repeat the request if the response was lost.
    headers: text
      ? {
          'content-type': 'application/json',
          'idempotency-key': createHash('sha256').update(`${path} ${text}`).digest('hex'),
        }
      : {},
    ...(text && { body: text }),
  });
  if (!answer.ok) throw new Error(`${method} ${resource}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Returns a setting from the environment; if it is missing, prints what it means and exits. */
function setting(name, meaning) {
  const value = process.env[name]?.trim();
  if (value) return value;
  console.error(`Set ${name}: ${meaning}.`);
  process.exit(1);
}
