// The two requests of the copy: the snapshot, or parts of it, and the stream of events.
import type { Desk } from '../../src/api/desk-records.ts';
import { dateOfDayNumber } from '../days.ts';

/** Which property of which server, and who asks. */
export type DeskSource = {
  /** the address below which the API lies: `https://pms.example.com/api`, or `/api` */
  baseUrl: string;
  /** a token, or `session` for the person who is signed in */
  token: string;
  /** the property, where the token opens several */
  hotelId?: number | undefined;
  fetch: typeof fetch;
};

/** Nights [from, until), as day numbers. */
export type DeskDays = { from: number; until: number };

/** An answer that is no 200. `status`: of HTTP; `code`: of the problem, null if there is none. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string | null;

  constructor(status: number, code: string | null) {
    super(`The server answered ${status}${code === null ? '' : ` ${code}`}.`);
    this.status = status;
    this.code = code;
  }
}

/** Reads a snapshot, or the parts that are asked for. Throws `Refusal`, and TypeError if the server cannot be reached. */
export async function readDesk(
  source: DeskSource,
  days: DeskDays | null,
  { signal, ...more }: { signal: AbortSignal; parts?: string; bookings?: string; rooms?: string },
): Promise<Desk> {
  const shown = days && { fromdate: dateOfDayNumber(days.from), todate: dateOfDayNumber(days.until - 1) };
  const answer = await ask(source, 'desk', { ...shown, ...more }, { signal, accept: 'application/json' });
  return (await answer.json()) as Desk;
}

/** Opens the stream of the events after a number. Throws as `readDesk` does. */
export async function openEvents(
  source: DeskSource,
  after: number,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const answer = await ask(
    source,
    'events',
    { after: String(after) },
    { signal, accept: 'text/event-stream' },
  );
  return answer.body!;
}

async function ask(
  { baseUrl, token, hotelId, fetch: send }: DeskSource,
  noun: string,
  parameters: Record<string, string>,
  { signal, accept }: { signal: AbortSignal; accept: string },
): Promise<Response> {
  const query = new URLSearchParams(parameters);
  if (hotelId !== undefined) query.set('hotel_id', String(hotelId));
  const url = `${baseUrl}/${noun}/${encodeURIComponent(token)}?${query}`;
  const answer = await send(url, { signal, headers: { accept }, credentials: 'same-origin' });
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => null)) as { code?: string } | null;
  throw new Refusal(answer.status, problem?.code ?? null);
}
