// Access to PostgreSQL: one pool, prepared statements, and transactions that are retried after deadlocks.

import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isDeadlock, isTransactionAborted, isUnreachable } from './errors.ts';
import type { FreeSpace } from './free-space.ts';
import { createKeyedSemaphore } from './keyed-semaphore.ts';
import { createNotifications, type Notifications } from './notifications.ts';
import { createSecrets, type Secrets } from './secrets.ts';
import { markWithoutEffect } from './without-effect.ts';

/**
 * Something that runs statements: the database (each statement in a transaction of its own) or a transaction.
 */
export type Queryable = {
  /**
   * Returns the rows of one statement. Parameters may be Temporal values; dates are returned as text,
   * timestamps as Instant.
   */
  query<Row>(text: string, values?: readonly unknown[], parseOptions?: ParseOptions): Promise<Row[]>;
};

/**
 * `moments as text`: returns timestamps as ISO 8601 text in UTC with milliseconds, for long lists that only
 * display them. An Instant holds memory outside the heap, which is freed late: 250,000 rows with two of them
 * grew the process by 260 MB, as text by 120 MB.
 */
type ParseOptions = 'moments as text';

/** A transaction in progress. Functions that write require it. */
export type Transaction = Queryable & { readonly transaction: true };

export type Database = Queryable & {
  readonly url: string;
  /** notifies readers of the log after each committed change */
  readonly notifications: Notifications;
  /** encrypts secrets that are stored in this database */
  readonly secrets: Secrets;
  /** how much is free on its disk; absent where that is another machine's, or nothing is written for requests */
  readonly freeSpace?: FreeSpace | undefined;
  /**
   * Runs `work` in a transaction; commits when it resolves, rolls back when it throws. May run `work` again
   * (see isDeadlock). `last` is a statement whose result `work` does not need: it is sent together with the
   * commit. With `of`, only some transactions of a property run at once (see TRANSACTION_SHARE); the others
   * wait before they take a connection, and throw KeyBusyError if they wait too long.
   */
  transaction<T>(work: TransactionWork<T>, of?: { hotelId: number }): Promise<T>;
  /**
   * Returns this database for requests of one property: of its statements, too, only some run at once
   * (STATEMENT_SHARE).
   */
  forProperty(hotelId: number): Database;
  close(): Promise<void>;
};

type TransactionWork<T> = (tx: Transaction) => Promise<{ value: T; last?: Promise<unknown> | undefined }>;

/** How long is waited before a call ends with an error, in milliseconds. Requests are then answered 503. */
export type DatabaseLimits = {
  /** for a connection of the pool */
  connectionMs: number;
  /** for the property's share of the pool */
  shareMs: number;
  /** for a lock: a longer wait means that another session is stuck */
  lockMs: number;
  /** for a statement: longer than the largest bulk change needs */
  statementMs: number;
};

/** The share: below the 15 s after which clients of many libraries give up. */
const LIMITS: DatabaseLimits = {
  connectionMs: 5_000,
  shareMs: 10_000,
  lockMs: 15_000,
  statementMs: 60_000,
};

/**
 * Creates a pool of at most `poolSize` connections, which are opened when they are needed. `onError` gets the
 * errors of idle connections and of listeners to notifications. Without `secrets`, encryption throws
 * DecryptionError. Work without a caller gets the database through `forBackground` (db/background), which waits longer than `limits`.
 */
export function connectDatabase(
  url: string,
  options: {
    poolSize: number;
    secrets?: Secrets;
    freeSpace?: FreeSpace | undefined;
    onError?: (error: Error) => void;
    limits?: Partial<DatabaseLimits>;
  },
): Database {
  const limits = { ...LIMITS, ...options.limits };
  const pool = openPool(url, options.poolSize, limits);
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => options.onError?.(error));
  // The same for a new one that breaks before its taker listens: the server's messages that it is ready and that it ends may arrive together.
  // The first statement on it then fails.
  pool.on('connect', (client) => client.on('error', () => {}));

  const share = (part: number) =>
    createKeyedSemaphore({
      perKey: Math.max(1, Math.floor(options.poolSize * part)),
      deadlineMs: limits.shareMs,
      busy: 'busy',
    });
  const transactions = share(TRANSACTION_SHARE);
  const statements = share(STATEMENT_SHARE);
  const database: Database = {
    url,
    notifications: createNotifications(options.onError),
    secrets: options.secrets ?? createSecrets(null),
    freeSpace: options.freeSpace,
    query: (text, values, parseOptions) => runStatement(pool, { text, values, parseOptions }),
    transaction: (work, of) =>
      of ? transactions.run(of.hotelId, () => runTransaction(pool, work)) : runTransaction(pool, work),
    forProperty: (hotelId) => ({
      ...database,
      query: (text, values, parseOptions) =>
        statements.run(hotelId, () => runStatement(pool, { text, values, parseOptions })),
    }),
    close: () => pool.end(),
  };
  return database;
}

function openPool(url: string, poolSize: number, limits: DatabaseLimits): pg.Pool {
  return new pg.Pool({
    connectionString: url,
    max: poolSize,
    // Statements that do not need each other's results are sent together.
    pipeline: true,
    types: { getTypeParser },
    application_name: 'innwire',
    connectionTimeoutMillis: limits.connectionMs,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    query_timeout: limits.statementMs + ANSWER_GRACE_MS,
    keepAlive: true,
    options: sessionSettings(limits),
  } as pg.PoolConfig);
}

/** Takes a connection. If that fails, the error is marked: nothing was sent. */
function takeConnection(pool: pg.Pool): Promise<pg.PoolClient> {
  return pool.connect().catch((error) => {
    throw isUnreachable(error) ? markWithoutEffect(error, 'connection') : error;
  });
}

/** Runs one statement on a connection of its own. After an error the connection is closed. */
async function runStatement<Row>(pool: pg.Pool, statement: Statement): Promise<Row[]> {
  const client = await takeConnection(pool);
  let broken: Error | undefined;
  const fail = (error: Error) => {
    broken = error;
  };
  client.on('error', fail);
  try {
    return await runQuery(client, statement);
  } catch (error) {
    fail(error as Error);
    throw error;
  } finally {
    client.off('error', fail);
    client.release(broken);
  }
}

async function runTransaction<T>(pool: pg.Pool, work: TransactionWork<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptTransaction(pool, work);
    } catch (error) {
      if (!isDeadlock(error) || attempt >= MAX_ATTEMPTS) throw error;
      await sleep(Math.random() * RETRY_PAUSE_MS * attempt);
    }
  }
}

async function attemptTransaction<T>(pool: pg.Pool, work: TransactionWork<T>): Promise<T> {
  const client = await takeConnection(pool);
  let over = false;
  let committing = false;
  const statements = statementsOf(client);
  let broken: Error | undefined;
  const fail = (error: Error) => {
    broken = error;
  };
  client.on('error', fail);
  try {
    // Not awaited: it is sent with the first statement of `work`, which fails if `begin` does.
    pipelineStatements(client);
    const begun = client.query('begin');
    begun.catch(() => {});
    const { value, last } = await work({
      transaction: true,
      query: (text, values, parseOptions) =>
        over ? Promise.reject(transactionEndedError()) : statements.run({ text, values, parseOptions }),
    });
    pipelineStatements(client);
    committing = true;
    const [committed] = await Promise.all([client.query('commit'), last, begun]);
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK instead of an error.
    if (committed.command !== 'COMMIT')
      throw statements.failure ?? new Error('The transaction could not be committed.');
    return value;
  } catch (error) {
    over = true;
    await client.query('rollback').catch(fail);
    // PostgreSQL rolls back what has no commit; of a commit that was sent the outcome is unknown.
    if (!committing && isUnreachable(error)) markWithoutEffect(error, 'broken connection');
    throw error;
  } finally {
    over = true;
    client.off('error', fail);
    client.release(broken);
  }
}

/**
 * Runs the statements of a transaction. Those that were sent together with one that fails are refused, because the transaction is aborted: they
 * fail with the error of that one, which decides whether the transaction is tried again, whichever of them is awaited first.
 */
function statementsOf(client: pg.PoolClient) {
  const statements = {
    failure: undefined as unknown,
    async run<Row>(statement: Statement): Promise<Row[]> {
      try {
        return await runQuery<Row>(client, statement);
      } catch (error) {
        if (!isTransactionAborted(error)) statements.failure = error;
        throw statements.failure ?? error;
      }
    },
  };
  return statements;
}

/**
 * For statements of a branch of `work` that continues after the transaction ended: the connection may have
 * another user.
 */
function transactionEndedError(): Error {
  return new Error('The transaction is over: this statement was not run.');
}

type Statement = {
  text: string;
  values?: readonly unknown[] | undefined;
  parseOptions?: ParseOptions | undefined;
};

async function runQuery<Row>(
  client: pg.PoolClient,
  { text, values = [], parseOptions }: Statement,
): Promise<Row[]> {
  pipelineStatements(client);
  const result = await client.query({
    name: statementName(text),
    text,
    values: values.map(toParameter),
    ...(parseOptions && { types: MOMENTS_AS_TEXT }),
  });
  return result.rows as Row[];
}

/**
 * Sends the statements issued in one tick of the event loop in one write: waking the server's process costs
 * more than most of them take to run.
 */
function pipelineStatements(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection?: { stream?: Socket } }).connection ?? {};
  if (!stream || stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Names of the prepared statements by text: PostgreSQL parses each text once per connection. */
const statementNames = new Map<string, string>();

function statementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = `s${statementNames.size + 1}`;
    statementNames.set(text, name);
  }
  return name;
}

function toParameter(value: unknown): unknown {
  if (value instanceof Temporal.Instant || value instanceof Temporal.PlainDate) return value.toString();
  if (Array.isArray(value)) return value.every(isPlain) ? toArrayText(value) : value.map(toParameter);
  return value;
}

/** Values that need no quotes in an array. */
export type PlainValue = number | boolean | Temporal.PlainDate | null;

/**
 * Returns PostgreSQL's text form of an array whose elements need no quotes. The driver takes some
 * microseconds per element, and a change of 70,000 nights has nine arrays of them; such a change builds the
 * texts itself, in time slices.
 */
export function toArrayText(values: readonly PlainValue[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : dateText(value))).join(',')}}`;
}

function isPlain(value: unknown): value is PlainValue {
  return (
    value === null ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    value instanceof Temporal.PlainDate
  );
}

/** Texts of dates are cached: dates are immutable, and the same few thousand recur. */
function dateText(value: Exclude<PlainValue, null>): string {
  if (!(value instanceof Temporal.PlainDate)) return String(value);
  let text = dateTexts.get(value);
  if (text === undefined) {
    text = value.toString();
    dateTexts.set(value, text);
  }
  return text;
}

const dateTexts = new WeakMap<Temporal.PlainDate, string>();

const OID = { int8: 20, date: 1082, timestamptz: 1184, numeric: 1700, dateArray: 1182 };

/**
 * Parses bigint and numeric as number (ids and minor units stay below 2^53), date as text, timestamptz as
 * Temporal.Instant.
 */
function getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid === OID.int8 || oid === OID.numeric) return Number;
  if (oid === OID.date) return String;
  if (oid === OID.dateArray) return (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(','));
  if (oid === OID.timestamptz)
    return (text: string) => Temporal.Instant.fromEpochMilliseconds(Date.parse(text));
  return pg.types.getTypeParser(oid, format as 'text');
}

const MOMENTS_AS_TEXT: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === OID.timestamptz ? toIsoText : (getTypeParser(oid, format) as never),
};

/** Converts `2026-12-01 15:00:00.12+00` to 2026-12-01T15:00:00.120Z. */
function toIsoText(text: string): string {
  if (!/^\d{4}-.{14}(\.\d+)?\+00$/.test(text)) return new Date(Date.parse(text)).toISOString();
  const fraction = (text.slice(19, -3) || '.').padEnd(4, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}${fraction.slice(0, 4)}Z`;
}

/**
 * Shares of the pool that one property may hold for transactions, and for statements outside of them: of 16
 * connections, 4 and 4. Its transactions wait up to 15 s for each other's locks: 24 changes of one calendar held all
 * connections, and another property's reads got a 503.
 */
const TRANSACTION_SHARE = 1 / 4;
const STATEMENT_SHARE = 1 / 4;

const IDLE_TIMEOUT_MS = 60_000; // idle connections cost PostgreSQL ~5 MB each

/** Time after a statement's limit, by which the server has said that it cancelled it, or is gone. */
const ANSWER_GRACE_MS = 10_000;

/**
 * idle_in_transaction_session_timeout: a process that hangs must not keep its locks. UTC, so that the text form of timestamps
 * does not depend on the server.
 */
function sessionSettings({ lockMs, statementMs }: DatabaseLimits): string {
  return [
    `-c statement_timeout=${statementMs}`,
    `-c lock_timeout=${lockMs}`,
    '-c idle_in_transaction_session_timeout=60000',
    '-c timezone=UTC',
    '-c datestyle=ISO',
  ].join(' ');
}

const MAX_ATTEMPTS = 5; // five deadlocks in a row do not happen by chance
const RETRY_PAUSE_MS = 20;
