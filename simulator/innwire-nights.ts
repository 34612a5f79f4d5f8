// Reads innwire's own nights through its public API.

/** The innwire to compare with; `rooms`: the simulator's room → innwire's room_id. */
export type InnwireAddress = { url: string; token: string; rooms: Record<string, number> };

export type OurNight = { room_id: number; date: string; available: number; price: number; min_stay: number };
type OurNights = { nights: OurNight[] } | { error: string };

/** Timeout of the request: the page is redrawn every second and must not wait for an innwire that hangs. */
const TIMEOUT_MS = 2_000;

export async function readOurNights(
  { url, token }: InnwireAddress,
  from: string,
  to: string,
): Promise<OurNights> {
  try {
    const query = new URLSearchParams({ fromdate: from, todate: to });
    const response = await fetch(`${url}/api/availability/${token}?${query}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return { error: `innwire answers ${response.status}` };
    const nights = (await response.json()) as OurNight[];
    return { nights: nights.map((night) => ({ ...night, date: night.date.slice(0, 10) })) };
  } catch {
    return { error: 'innwire does not answer' };
  }
}
