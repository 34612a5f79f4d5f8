// Prices for the next 500 nights of every room in one call: looked at first (dry run), then set, all or none.
//   INNWIRE_URL, API_TOKEN   whose rooms
//   NIGHTS                   how many nights (500)
//   APPLY=yes                set them; without it only what would change is told
import { createHash } from 'node:crypto';

const { INNWIRE_URL, API_TOKEN, NIGHTS = '500', APPLY } = process.env;

type Room = { room_id: number; price: number };
type Update = { room_id: number; date: string; price: number };

const rooms = (await call('GET', 'rentals')) as Room[];
const dates = Array.from({ length: Number(NIGHTS) }, (_, i) => daysFromNow(i + 1));
const updates = rooms.flatMap((room) =>
  dates.map((date): Update => ({ room_id: room.room_id, date, price: priceOf(room, date) })),
);

console.log('would change', await call('POST', 'availability?dry_run=true', updates));
if (APPLY) console.log('changed', await call('POST', 'availability', updates));

/** Yours is better: weekends cost a fifth more, summer a third. */
function priceOf({ price }: Room, date: string): number {
  const day = new Date(`${date}T00:00:00Z`);
  const weekend = day.getUTCDay() === 5 || day.getUTCDay() === 6 ? 1.2 : 1;
  const summer = day.getUTCMonth() === 6 || day.getUTCMonth() === 7 ? 1.33 : 1;
  return Math.round(price * weekend * summer);
}

function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const [resource, query] = path.split('?');
  const text = body === undefined ? undefined : JSON.stringify(body);
  const answer = await fetch(`${INNWIRE_URL}/api/${resource}/${API_TOKEN}${query ? `?${query}` : ''}`, {
    method,
    // The same prices sent twice, because the first answer was lost, are set once.
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
