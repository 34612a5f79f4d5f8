// Settings, read from the environment variables; no other module reads them. Invalid settings stop the start
// with one message that names all of them.

import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from './db/start-error.ts';
import { isEmailAddress } from './model/email.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

const MCP_CONFIRMS = ['auto', 'strict', 'desk', 'off'] as const;
export type McpConfirm = (typeof MCP_CONFIRMS)[number];

/**
 * Which proxies may set X-Forwarded-For: none (`false`), that many proxies in a row before innwire, or
 * proxies with these addresses (IP addresses, CIDR ranges, `loopback`, `linklocal`, `uniquelocal`).
 */
export type TrustProxy = false | number | string[];

export type Config = {
  host: string;
  /** 0 = the operating system chooses a free port */
  port: number;
  /** how clients reach this server, without a trailing slash; null = http://host:port */
  baseUrl: string | null;
  dataDir: string;
  /** URL of an external PostgreSQL; null = the embedded one in dataDir */
  databaseUrl: string | null;
  databasePoolSize: number;
  /** null = generated into <dataDir>/operator.key */
  operatorKey: string | null;
  /** key that stored credentials are encrypted with; null = generated into <dataDir>/credentials.key */
  credentialsKey: string | null;
  logLevel: LogLevel;
  allowPrivateNetwork: boolean;
  /** programs of this machine may make test properties without the operator key, if the server is one of this machine alone */
  testProperties: boolean;
  icalPollSeconds: number;
  /** false pauses all connections, webhooks, e-mails and feeds at the start, until they are resumed */
  channels: boolean;
  /** days that events stay in the log; null = for ever */
  eventsKeepDays: number | null;
  rateLimitSandbox: number;
  rateLimitLive: number;
  trustProxy: TrustProxy;
  /** host names that MCP accepts requests for, besides those of this machine and of BASE_URL */
  mcpHosts: string[];
  mcpConfirm: McpConfirm;
  mcpStreamsPerToken: number;
  mcpSessionsPerToken: number;
  mcpSessions: number;
  /** smtp(s)://user:password@host:port; null = no e-mail: replies to direct guests stay `queued` */
  smtpUrl: string | null;
  mailFrom: string | null;
  /** address that gets an e-mail when a channel refuses a connection; null = nobody */
  alertEmail: string | null;
};

/** The version of this program, from package.json. */
export const VERSION: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version;

/** Reads and checks all settings. Throws one StartError that names every invalid setting. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const wrong: string[] = [];
  const read: ReadSetting = (name, fallback, parse, wanted) => {
    const text = env[name]?.trim();
    if (text === undefined || text === '') return fallback;
    const value = parse(text);
    if (value === undefined) wrong.push(`${name} must be ${wanted}${valueNote(text, name)}`);
    return value ?? fallback;
  };
  const config: Config = {
    ...readServerSettings(read),
    ...readStorageSettings(read),
    ...readLimits(read),
    ...readMailSettings(read),
  };
  if (config.smtpUrl && !config.mailFrom)
    wrong.push('MAIL_FROM must be set when SMTP_URL is: the sender of e-mails');
  if (config.alertEmail && !config.smtpUrl)
    wrong.push('SMTP_URL must be set when ALERT_EMAIL is: the server that sends its e-mails');
  if (wrong.length > 0) throw new StartError(`Wrong settings: ${wrong.join('; ')}.`);
  return config;
}

/** Returns the parsed setting, or `fallback` if it is absent or wrong; `wanted` says what is right. */
type ReadSetting = <T>(
  name: string,
  fallback: T,
  parse: (text: string) => T | undefined,
  wanted: string,
) => T;

function readServerSettings(read: ReadSetting) {
  return {
    host: read('HOST', '127.0.0.1', (t) => (/^[\w.:-]+$/.test(t) ? t : undefined), 'a host name or address'),
    port: read('PORT', 3000, integer(0, 65535), 'a port number from 0 to 65535'),
    baseUrl: read('BASE_URL', null as string | null, httpUrl, 'an http(s) URL without query'),
    logLevel: read('LOG_LEVEL', 'info' as LogLevel, oneOf(LOG_LEVELS), `one of ${LOG_LEVELS.join(', ')}`),
    allowPrivateNetwork: read('ALLOW_PRIVATE_NETWORK', false, onOff, 'on or off'),
    testProperties: read('TEST_PROPERTIES', true, onOff, 'on or off'),
    icalPollSeconds: read('ICAL_POLL_SECONDS', 600, integer(1, 86_400), 'seconds from 1 to 86400'),
    channels: read('CHANNELS', true, onOff, 'on or off'),
    trustProxy: read(
      'TRUST_PROXY',
      false as TrustProxy,
      trustProxy,
      'off, the number of proxies in a row before innwire (1 for one), or their addresses (such as loopback or 10.0.0.0/8, 2001:db8::7)',
    ),
    mcpHosts: read('MCP_HOSTS', [] as string[], hostNames, 'host names separated by commas'),
    mcpConfirm: read(
      'MCP_CONFIRM',
      'auto' as McpConfirm,
      oneOf(MCP_CONFIRMS),
      `one of ${MCP_CONFIRMS.join(', ')}`,
    ),
  };
}

function readStorageSettings(read: ReadSetting) {
  return {
    dataDir: path.resolve(read('DATA_DIR', defaultDataDir(), (t) => t, 'a directory')),
    databaseUrl: read('DATABASE_URL', null as string | null, databaseUrl, 'a postgresql:// URL'),
    databasePoolSize: read('DATABASE_POOL_SIZE', 16, integer(2, 500), 'a number from 2 to 500'),
    operatorKey: read(
      'OPERATOR_KEY',
      null as string | null,
      operatorKey,
      'at least 16 characters without spaces or accents',
    ),
    credentialsKey: read(
      'CREDENTIALS_KEY',
      null as string | null,
      credentialsKey,
      'at least 32 characters without spaces or accents, as "openssl rand -base64 32" makes them',
    ),
    eventsKeepDays: read(
      'EVENTS_KEEP_DAYS',
      null as number | null,
      integer(7, 36_500),
      'days from 7 to 36500 (absent: for ever)',
    ),
  };
}

function readLimits(read: ReadSetting) {
  return {
    rateLimitSandbox: read('RATE_LIMIT_SANDBOX', 600, integer(1, 10_000_000), REQUESTS_A_MINUTE),
    rateLimitLive: read('RATE_LIMIT_LIVE', 6_000, integer(1, 10_000_000), REQUESTS_A_MINUTE),
    mcpStreamsPerToken: read('MCP_STREAMS_PER_TOKEN', 20, integer(1, 100_000), 'a number, 1 or more'),
    mcpSessionsPerToken: read('MCP_SESSIONS_PER_TOKEN', 50, integer(1, 100_000), 'a number, 1 or more'),
    mcpSessions: read('MCP_SESSIONS', 5_000, integer(1, 100_000), 'a number, 1 or more'),
  };
}

function readMailSettings(read: ReadSetting) {
  return {
    smtpUrl: read('SMTP_URL', null as string | null, smtpUrl, 'an smtp:// or smtps:// URL'),
    mailFrom: read('MAIL_FROM', null as string | null, mailAddress, 'one e-mail address'),
    alertEmail: read('ALERT_EMAIL', null as string | null, mailAddress, 'one e-mail address'),
  };
}

/** The directory that contains bin, src and package.json. */
export const INSTALLATION_DIR = fileURLToPath(new URL('..', import.meta.url));

/**
 * Returns the data directory that is used when DATA_DIR is not set: `data` in the directory of
 * innwire, so that a command finds it from any working directory. Two cases use `data` in the working
 * directory instead: innwire created one there earlier, or innwire is installed as a package (npm
 * deletes the package's directory with every update).
 */
export function defaultDataDir(installation = INSTALLATION_DIR, currentDirectory = process.cwd()): string {
  const localData = path.join(currentDirectory, 'data');
  const madeByInnwire = ['operator.key', 'credentials.key', 'postgresql', 'postgresql.location'];
  if (madeByInnwire.some((name) => existsSync(path.join(localData, name)))) return localData;
  return installation.split(path.sep).includes('node_modules') ? localData : path.join(installation, 'data');
}

/** Returns whether npm or npx started this process (npm runs scripts through a shell of its own). */
export function startedByNpm(): boolean {
  return /\binnwire\b|\bdemo\/main\.ts\b/.test(process.env['npm_lifecycle_script'] ?? '');
}

/**
 * Describes the given value for an error message. The values of settings that may contain a
 * secret (names with KEY or URL) are not repeated.
 */
function valueNote(text: string, name: string): string {
  return /KEY|URL/.test(name)
    ? ' (the value it has is not shown: it may be secret)'
    : `, not ${JSON.stringify(text)}`;
}

function integer(min: number, max: number) {
  return (text: string): number | undefined => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
}

function oneOf<T extends string>(values: readonly T[]) {
  return (text: string): T | undefined => values.find((value) => value === text.toLowerCase());
}

function onOff(text: string): boolean | undefined {
  if (/^(on|true|1|yes)$/i.test(text)) return true;
  if (/^(off|false|0|no)$/i.test(text)) return false;
  return undefined;
}

const REQUESTS_A_MINUTE = 'requests a minute, from 1 to 10000000';
/** Highest accepted number of proxies in a row. */
const MAX_PROXIES = 10;

/**
 * Parses TRUST_PROXY. `on` is refused: it would trust the first address of
 * X-Forwarded-For, which every client can write itself.
 */
function trustProxy(text: string): TrustProxy | undefined {
  if (/^(off|false|0|no)$/i.test(text)) return false;
  if (/^\d+$/.test(text)) return integer(1, MAX_PROXIES)(text);
  const addresses = text.split(',').map((one) => one.trim().toLowerCase());
  return addresses.every(isAddressRange) ? addresses : undefined;
}

function isAddressRange(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [, address = '', prefix] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  // A prefix of 0 is refused: the range would trust every sender.
  return (
    family !== 0 &&
    (prefix === undefined || (Number(prefix) >= 1 && Number(prefix) <= (family === 4 ? 32 : 128)))
  );
}

function hostNames(text: string): string[] | undefined {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  return names.every((name) => /^[a-z0-9.-]+$/.test(name)) ? names : undefined;
}

function httpUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) return undefined;
  return url.href.replace(/(?<!\/)\/+$/, '');
}

/**
 * Parses DATABASE_URL. `prefer`, `require` and `verify-ca` get the meaning that they have in psql; without
 * `uselibpqcompat` the driver treats these three as `verify-full` and prints a warning.
 */
function databaseUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return undefined;
  const asPsql = /^(prefer|require|verify-ca)$/.test(url.searchParams.get('sslmode') ?? '');
  return asPsql && !url.searchParams.has('uselibpqcompat') ? `${text}&uselibpqcompat=true` : text;
}

function smtpUrl(text: string): string | undefined {
  const url = URL.parse(text);
  return url && /^smtps?:$/.test(url.protocol) && url.hostname ? text : undefined;
}

function operatorKey(text: string): string | undefined {
  return /^[\x21-\x7e]{16,}$/.test(text) ? text : undefined; // characters that an HTTP header can carry
}

function credentialsKey(text: string): string | undefined {
  return /^[\x21-\x7e]{32,}$/.test(text) ? text : undefined;
}

/**
 * Parses `stay@example.com` or `Innwire <stay@example.com>` and returns the address. The name is dropped:
 * e-mails carry the name of the property.
 */
function mailAddress(text: string): string | undefined {
  const open = text.indexOf('<');
  const address = open >= 0 && text.endsWith('>') ? text.slice(open + 1, -1) : text;
  return isEmailAddress(address) ? address : undefined;
}
