// A client of the operator API of a running innwire.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Config, readConfig } from '../config.ts';
import { reasonOf, StartError } from '../db/start-error.ts';
import type { ProblemAnswer } from './problem-sentences.ts';

/** A request to the operator API. */
export type OperatorRequest = {
  method: string;
  path: string;
  /** query parameters; undefined ones are left out */
  query?: Record<string, unknown> | undefined;
  body?: object | undefined;
};

export type Answer = {
  /** what the JSON says; the text of an answer as CSV, without its byte order mark; a picture with its content type */
  body: unknown;
  /** parameters of the next page of a list; null = this was the last, or it is no list */
  next: URLSearchParams | null;
};

/** Thrown when the running innwire rejects a request; has its problem document. */
export class RefusedRequest extends StartError {
  readonly problem: ProblemAnswer;

  constructor(problem: ProblemAnswer) {
    super(`${problem.detail} (${problem.code})`);
    this.problem = problem;
  }
}

/**
 * Writes a backup of the running innwire to a stream, which is opened once the server has accepted the
 * request. Throws when the backup is not complete.
 */
export async function fetchBackup(openTarget: () => Writable): Promise<void> {
  const { base, key } = await findServer();
  const response = await fetch(`${base}/operator/backup`, {
    headers: { authorization: `Bearer ${key}` },
  }).catch((error) => {
    throw unreachable(base, error);
  });
  if (!response.ok || !response.body) throw refused(base, response.status, await response.text());
  await pipeline(whole(Readable.fromWeb(response.body as never)), openTarget());
}

async function* whole(backup: Readable): AsyncGenerator<Buffer> {
  try {
    yield* backup;
  } catch (error) {
    throw new StartError(`The backup broke off (${reasonOf(error)}): nothing was kept of it.`, {
      cause: error,
    });
  }
}

/**
 * Returns a function that sends requests to the server. Address and operator key come from the same settings
 * as those of the server.
 */
export async function openClient(): Promise<(request: OperatorRequest) => Promise<Answer>> {
  const { base, key } = await findServer();
  return (request) => send(base, key, request);
}

async function findServer(): Promise<{ base: string; key: string }> {
  const config = readConfig();
  const base = config.baseUrl ?? `http://${reachable(config.host)}:${config.port}`;
  return { base, key: config.operatorKey ?? (await readKey(config)) };
}

async function send(base: string, key: string, request: OperatorRequest): Promise<Answer> {
  const url = `${base}/operator${request.path}${toSearch(request.query ?? {})}`;
  const response = await fetch(url, {
    method: request.method,
    headers: { authorization: `Bearer ${key}`, ...(request.body && { 'content-type': 'application/json' }) },
    ...(request.body && { body: JSON.stringify(request.body) }),
  }).catch((error) => {
    throw unreachable(base, error);
  });
  const type = response.headers.get('content-type') ?? '';
  const disposition = response.headers.get('content-disposition') ?? '';
  const [, saved] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? [];
  if (response.ok && (type.startsWith('image/') || saved !== undefined)) {
    const name = saved === undefined ? null : decodeURIComponent(saved);
    return { body: { type, name, content: Buffer.from(await response.arrayBuffer()) }, next: null };
  }
  const text = await response.text();
  const isCsv = type.startsWith('text/csv');
  const body = isCsv ? text : parse(text);
  if (response.ok && body !== undefined) return { body, next: nextPage(response.headers.get('link')) };
  throw refused(base, response.status, text);
}

function nextPage(link: string | null): URLSearchParams | null {
  const [, url] = /<([^<>]+)>; rel="next"/.exec(link ?? '') ?? [];
  return url === undefined ? null : new URL(url).searchParams;
}

function toSearch(query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search && `?${search}`;
}

function refused(base: string, status: number, text: string): StartError {
  if (status === 401) {
    return new StartError(
      `The innwire at ${base} has another operator key: set DATA_DIR or OPERATOR_KEY to what it has.`,
    );
  }
  const problem = (parse(text) ?? {}) as Partial<ProblemAnswer>;
  if (problem.code && problem.detail) return new RefusedRequest(problem as ProblemAnswer);
  return new StartError(`${base} is not innwire: it answered ${status}.`);
}

function unreachable(base: string, error: unknown): StartError {
  const reason = reasonOf((error as { cause?: unknown }).cause ?? error);
  return new StartError(
    `No innwire answers at ${base} (${reason}): start it, or set HOST and PORT or BASE_URL to where it runs.`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readKey(config: Config): Promise<string> {
  const file = path.join(config.dataDir, 'operator.key');
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch {
    throw new StartError(
      `There is no operator key at ${file}: run this where innwire runs, or set DATA_DIR or OPERATOR_KEY.`,
    );
  }
}

function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
