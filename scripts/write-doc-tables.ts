// Writes the tables of docs/operations.md whose facts are in the code: what each channel can, from the adapters,
// the schedules of retries, the scopes of tokens and the roles of people. Each stands between two markers. Run it after changing an adapter or a schedule.
import { readFileSync, writeFileSync } from 'node:fs';
import { publicOperations } from '../src/api/operations.ts';
import type { Adapter } from '../src/channels/channel.ts';
import { ADAPTERS, nightsDeliveryOf } from '../src/channels/registry.ts';
import { REFUSED_RETRIES } from '../src/jobs/channels/refused-rooms.ts';
import { VALUE_RETRIES } from '../src/jobs/channels/refused-value-retries.ts';
import { TASK_RETRIES } from '../src/jobs/channels/task-schedules.ts';
import { REPLY_RETRIES } from '../src/model/message.ts';
import { type RetryPolicy, retryDelaySeconds } from '../src/model/retry-policy.ts';
import { SCOPE_NAMES, SCOPES, TOKEN_PRESETS } from '../src/model/scope.ts';
import { STAFF_ROLES } from '../src/model/staff.ts';
import { WEBHOOK_RETRIES } from '../src/model/webhook.ts';
import { CLOSING_RETRIES } from '../src/pms/channel-sync/record-pushed.ts';

const PAGE = new URL('../docs/operations.md', import.meta.url);

/** A table as rows of cells; the first row is the header. */
type Table = readonly (readonly string[])[];

/** Returns docs/operations.md as it is, and with its tables written from the code. */
export function documentTables(): { committed: string; written: string } {
  const committed = readFileSync(PAGE, 'utf8');
  const tables: Record<string, Table> = {
    channels: channelTable(),
    retries: retryTable(),
    scopes: scopeTable(),
    presets: presetTable(),
    roles: roleTable(),
  };
  const written = Object.entries(tables).reduce(
    (page, [name, table]) => replaceTable(page, name, table),
    committed,
  );
  return { committed, written };
}

function replaceTable(page: string, name: string, [header, ...rows]: Table): string {
  const start = `<!-- ${name}: written by npm run openapi -->\n`;
  const [before, rest, ...others] = page.split(start);
  const end = rest?.indexOf('<!-- end -->') ?? -1;
  if (end < 0 || others.length > 0)
    throw new Error(`docs/operations.md needs "${start.trim()}" once, and "<!-- end -->" after it.`);
  const lines = [header!, header!.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`);
  return `${before}${start}${lines.join('')}${rest!.slice(end)}`;
}

function scopeTable(): Table {
  const rows = SCOPE_NAMES.map((scope) => [
    `\`${scope}\``,
    SCOPES[scope],
    publicOperations
      .filter(({ scopes }) => scopes?.includes(scope))
      .map(({ method, path }) => `${method} ${path.replace(/^\/api\/|\/\{api_token\}$/g, '')}`)
      .join(', '),
  ]);
  return [['scope', 'opens', 'needed for'], ...rows];
}

function presetTable(): Table {
  const rows = Object.entries(TOKEN_PRESETS).map(([preset, { access, scopes }]) => [
    `\`${preset}\``,
    scopes ? scopes.map((scope) => `\`${scope}\``).join(', ') : 'everything',
    access === 'read' ? 'reads only' : 'reads and writes',
  ]);
  return [['preset', 'scopes', ''], ...rows];
}

function roleTable(): Table {
  const rows = Object.entries(STAFF_ROLES).map(([role, { access, scopes, sees }]) => [
    `\`${role}\``,
    sees,
    `${scopes ? scopes.map((scope) => `\`${scope}\``).join(', ') : 'all'}${access === 'read' ? '; reads only' : ''}`,
  ]);
  return [['role', 'sees and does', 'scopes'], ...rows];
}

function channelTable(): Table {
  const rows = ADAPTERS.map((adapter) => [
    `[${adapter.protocol}](channels/${adapter.protocol}.md)`,
    describeNights(adapter),
    describeRate(adapter),
    describeReservations(adapter),
    adapter.recovery ? 'yes' : NONE,
    describeTexts(adapter, adapter.messages, adapter.replies),
    describeTexts(adapter, adapter.reviews, adapter.reviewReplies),
    adapter.maturity,
  ]);
  return [
    [
      'protocol',
      'nights',
      'pushes, at most',
      'reservations',
      'orders listed',
      'messages',
      'reviews',
      'based on',
    ],
    ...rows,
  ];
}

function describeNights({ protocol, ari }: Adapter): string {
  if (!ari)
    return { pushed: NONE, fetched: 'fetched from us', feeds: "read from the rooms' feeds" }[
      nightsDeliveryOf(protocol)
    ];
  return `pushed, ${ari.maxDaysAhead} days${ari.readBack ? '; read back every night' : ''}`;
}

function describeRate({ ari, limits }: Adapter): string {
  if (!ari) return NONE;
  const { perMinute, burst, per } = ari.rate;
  const pushes = `${perMinute} a minute for each ${per === 'connection' ? 'connection' : 'set of credentials'}, ${burst} at once`;
  const all =
    limits &&
    `; with all other requests ${limits.all.perMinute} for each set of credentials, ${limits.all.burst} at once`;
  return `${pushes}${all ?? ''}`;
}

function describeReservations({ calendars, inbound, reservations }: Adapter): string {
  if (calendars) return 'from its calendars';
  if (!reservations) return inbound ? BY_REQUESTS : NONE;
  const every = `every ${formatSeconds(reservations.everySeconds)}`;
  return inbound ? `${BY_REQUESTS}, else ${every}` : every;
}

/** Describes how messages or reviews arrive, and whether they can be answered. */
function describeTexts({ inbound }: Adapter, pull?: { everySeconds: number }, replies?: object): string {
  if (!pull && !replies) return NONE;
  const source = pull ? `every ${formatSeconds(pull.everySeconds)}` : inbound ? BY_REQUESTS : NONE;
  return replies ? `${source}; replies` : source;
}

const BY_REQUESTS = 'at once by its requests';
const NONE = '–';

function retryTable(): Table {
  const ownSchedules = ADAPTERS.flatMap(({ protocol, retries }) =>
    retries ? [[`a request to \`${protocol}\``, describeRetryPolicy(retries)]] : [],
  );
  return [
    ['what failed', 'is tried again'],
    ['a delivery to a webhook, unless its `Retry-After` asks for more', describeRetryPolicy(WEBHOOK_RETRIES)],
    [
      'a reply to a guest that the mail server or the channel did not accept',
      describeRetryPolicy(REPLY_RETRIES),
    ],
    ['a request to a channel', describeRetryPolicy(TASK_RETRIES)],
    ...ownSchedules,
    ['a request for which a channel refuses the credentials', describeRetryPolicy(REFUSED_RETRIES)],
    ['the closing of a night that a channel refuses', describeRetryPolicy(CLOSING_RETRIES)],
    [
      'another value of a night that a channel refuses',
      `after ${VALUE_RETRIES.seconds.map(formatSeconds).join(', ')}, then once a day`,
    ],
    [
      'a calendar that could not be read',
      'after the poll interval, then twice the time each time; every hour at least',
    ],
  ];
}

/** Returns a schedule as text: `after 5 s, 1 min, then every 15 min; given up after 9 retries in 2 hours`. */
function describeRetryPolicy(policy: RetryPolicy): string {
  const steps = policy.seconds.map(formatSeconds);
  const last = steps.pop()!;
  const pauses = steps.length === 0 ? `every ${last}` : `after ${steps.join(', ')}, then every ${last}`;
  if (policy.retries === undefined) return pauses;
  let total = 0;
  for (let failures = 1; failures <= policy.retries; failures += 1)
    total += retryDelaySeconds(policy, failures)!;
  return `${pauses}; given up after ${policy.retries} retries in ${formatTotal(total)}`;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function formatSeconds(seconds: number): string {
  if (seconds % HOUR === 0) return `${seconds / HOUR} h`;
  return seconds % MINUTE === 0 ? `${seconds / MINUTE} min` : `${seconds} s`;
}

function formatTotal(seconds: number): string {
  return seconds < 2 * DAY ? `${Math.round(seconds / HOUR)} hours` : `${Math.round(seconds / DAY)} days`;
}

if (import.meta.main) writeFileSync(PAGE, documentTables().written);
