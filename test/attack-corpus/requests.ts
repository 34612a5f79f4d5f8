// Hostile requests that try to exhaust the server, as anyone with a property's token or the sandbox's can
// send them.

export type HostileRequest = {
  name: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

const JSON_TYPE = { 'content-type': 'application/json' };
const MCP = { ...JSON_TYPE, accept: 'application/json, text/event-stream' };
const STATELESS = { ...MCP, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };

/** Returns hostile requests for a property's token and rooms; each must be refused, or is valid but large. */
export function hostileRequests({
  token,
  rooms,
}: {
  token: string;
  rooms: readonly number[];
}): HostileRequest[] {
  const availability = `/api/availability/${token}`;
  const post = (
    name: string,
    body: string,
    path = availability,
    headers: Record<string, string> = JSON_TYPE,
  ) => ({
    name,
    method: 'POST',
    path,
    headers,
    body,
  });
  const night = (i: number) =>
    `{"room_id":${rooms[i % rooms.length]},"date":"2027-01-01","price":${i % 1_000}}`;
  const call = (method: string, params: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
  return [
    post('brackets within brackets, 4 MB', '['.repeat(2_000_000) + ']'.repeat(2_000_000)),
    post('brackets within brackets, 24 MB', '['.repeat(12_000_000) + ']'.repeat(12_000_000)),
    post('lists of nothing', `[${'[],'.repeat(1_000_000)}[]]`),
    post('half a million numbers', `[${'1,'.repeat(500_000)}1]`),
    post('one night, over and over', `[${Array.from({ length: 20_000 }, (_, i) => night(i)).join()}]`),
    post(
      'all rooms for ten years',
      JSON.stringify(
        rooms.map((room_id) => ({ room_id, date: '2027-01-01', todate: '2036-09-30', price: 120 })),
      ),
    ),
    post('members that nobody knows', `{${members(40_000)}}`, `/api/bookings/${token}`),
    post('a name of 200 KB', `{"name":"${' x'.repeat(100_000)}"}`, `/api/bookings/${token}`),
    post(
      'members of _meta',
      call('tools/list', `{"_meta":{${members(300_000)}}}`),
      '/mcp/api_token',
      STATELESS,
    ),
    post(
      'members of _meta within 256 KB',
      call('tools/list', `{"_meta":{${members(20_000)}}}`),
      '/mcp/api_token',
      STATELESS,
    ),
    post(
      'a range up to the year 9999',
      call(
        'tools/call',
        `{"name":"update_availability","arguments":{"room_id":${rooms[0]},"fromdate":"2027-09-01","todate":"9999-12-31","price":10}}`,
      ),
      `/mcp/${token}`,
      { ...STATELESS, 'mcp-method': 'tools/call', 'mcp-name': 'update_availability' },
    ),
    {
      name: 'a calendar of ten years',
      method: 'GET',
      path: `${availability}?fromdate=2027-01-01&todate=2036-12-31`,
    },
    {
      name: 'a query of 15 KB',
      method: 'GET',
      path: `/api/bookings/${token}?order_id=${'9'.repeat(15_000)}`,
    },
  ];
}

function members(count: number): string {
  return Array.from({ length: count }, (_, i) => `"m${i}":0`).join();
}
