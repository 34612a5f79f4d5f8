// Calls of Channex's API that a certification run makes itself, to set up its property and to read its
// values.
//
// Source: docs.channex.io, "Properties Collection", "Room Types Collection", "Rate Plans Collection",
// "Availability and Rates", "Applications API", "Booking CRS API", "Bookings Collection" (read 2026-11-22).

type Fields = Record<string, unknown>;

export type ListedRecord = { id: string; title: string; roomTypeId: string | null };
export type ChannexNight = {
  rate?: string;
  min_stay_arrival?: number;
  max_stay?: number;
  closed_to_arrival?: boolean;
  closed_to_departure?: boolean;
  stop_sell?: boolean;
};

export class ChannexError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type ChannexClient = ReturnType<typeof createChannexClient>;

export function createChannexClient({ url, apiKey }: { url: string; apiKey: string }) {
  const call = async (method: string, path: string, body?: unknown): Promise<Fields> => {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: {
        'user-api-key': apiKey,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    const json = parse(text);
    if (!response.ok || !json) {
      throw new ChannexError(
        response.status,
        `Channex answered ${response.status} to ${method} ${path}: ${text.slice(0, 300)}`,
      );
    }
    return json;
  };
  const list = async (path: string, query: Record<string, string>): Promise<ListedRecord[]> => {
    const search = new URLSearchParams({ ...query, 'pagination[limit]': '100' });
    const { data } = await call('GET', `${path}?${search}`);
    return (Array.isArray(data) ? data : []).map(toListed);
  };
  const make = async (path: string, wrapper: string, attributes: Fields): Promise<string> => {
    const { data } = await call('POST', path, { [wrapper]: attributes });
    return String((data as Fields)['id']);
  };
  const window = (property: string, from: string, to: string) => ({
    'filter[property_id]': property,
    'filter[date][gte]': from,
    'filter[date][lte]': to,
  });
  return {
    findProperties: (title: string) => list('properties', { 'filter[title]': title }),
    getProperty: async (id: string): Promise<ListedRecord> => {
      const { data } = await call('GET', `properties/${id}`);
      return toListed(data);
    },
    getSettings: async (id: string): Promise<Fields> => {
      const { data } = await call('GET', `properties/${id}`);
      const { settings } = ((data as Fields)['attributes'] ?? {}) as Fields;
      return (settings ?? {}) as Fields;
    },
    makeProperty: (attributes: Fields) => make('properties', 'property', attributes),
    removeProperty: (id: string) => call('DELETE', `properties/${id}?force=true`),
    listRoomTypes: (property: string) => list('room_types', { 'filter[property_id]': property }),
    makeRoomType: (attributes: Fields) => make('room_types', 'room_type', attributes),
    listRatePlans: (property: string) => list('rate_plans', { 'filter[property_id]': property }),
    makeRatePlan: (attributes: Fields) => make('rate_plans', 'rate_plan', attributes),
    /** returns counts by room type and date; both dates included */
    readAvailability: async (property: string, from: string, to: string) => {
      const { data } = await call('GET', `availability?${new URLSearchParams(window(property, from, to))}`);
      return (data ?? {}) as Record<string, Record<string, number>>;
    },
    /** returns rates and restrictions by rate plan and date; both dates included */
    readRestrictions: async (property: string, from: string, to: string) => {
      const names = 'rate,min_stay_arrival,max_stay,closed_to_arrival,closed_to_departure,stop_sell';
      const query = { ...window(property, from, to), 'filter[restrictions]': names };
      const { data } = await call('GET', `restrictions?${new URLSearchParams(query)}`);
      return (data ?? {}) as Record<string, Record<string, ChannexNight>>;
    },
    installApplication: (property: string, code: string) =>
      call('POST', 'applications/install', {
        application_installation: { property_id: property, application_code: code },
      }),
    /** enters a booking through Booking CRS, as if a channel had sold it */
    enterBooking: (booking: Fields) => make('bookings', 'booking', booking),
    changeBooking: (id: string, booking: Fields) => call('PUT', `bookings/${id}`, { booking }),
    /** returns the number of unacknowledged revisions of the property */
    countUnacknowledged: async (property: string): Promise<number> => {
      const query = new URLSearchParams({ 'filter[property_id]': property });
      const { data } = await call('GET', `booking_revisions/feed?${query}`);
      return (Array.isArray(data) ? data : []).filter(
        (one) => ((one as Fields)['attributes'] as Fields | undefined)?.['property_id'] === property,
      ).length;
    },
  };
}

function toListed(item: unknown): ListedRecord {
  const { id, attributes, relationships } = item as {
    id: string;
    attributes?: Fields;
    relationships?: { room_type?: { data?: { id?: string } } };
  };
  return {
    id,
    title: String(attributes?.['title'] ?? ''),
    roomTypeId: relationships?.room_type?.data?.id ?? null,
  };
}

function parse(text: string): Fields | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
