// Speaks to a running innwire over the operator's API.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Config, readConfig } from '../config.ts';
import { StartError } from '../db/start-error.ts';

export type OperatorRequest = { method: string; path: string; body?: object | undefined };

/** Fetches a backup of the running innwire into a stream; throws when it is not complete. */
export async function fetchBackup(target: Writable): Promise<void> {
  const { base, key } = await findServer();
  const response = await fetch(`${base}/operator/backup`, {
    headers: { authorization: `Bearer ${key}` },
  }).catch((error) => {
    throw unreachable(base, error);
  });
  if (!response.ok || !response.body)
    throw new StartError(`${base} answered ${response.status} instead of a backup.`);
  await pipeline(Readable.fromWeb(response.body as never), target);
}

/** Where the server is and how to be let in, from the same settings that the server has. */
export async function openClient(): Promise<(request: OperatorRequest) => Promise<unknown>> {
  const { base, key } = await findServer();
  return (request) => send(base, key, request);
}

async function findServer(): Promise<{ base: string; key: string }> {
  const config = readConfig(process.env);
  const base = config.baseUrl ?? `http://${reachable(config.host)}:${config.port}`;
  return { base, key: config.operatorKey ?? (await readKey(config)) };
}

async function send(base: string, key: string, request: OperatorRequest): Promise<unknown> {
  const url = `${base}/operator${request.path}`;
  const response = await fetch(url, {
    method: request.method,
    headers: { authorization: `Bearer ${key}`, ...(request.body && { 'content-type': 'application/json' }) },
    ...(request.body && { body: JSON.stringify(request.body) }),
  }).catch((error) => {
    throw unreachable(base, error);
  });
  const text = await response.text();
  const answer = parse(text);
  if (response.ok && answer !== undefined) return answer;
  const { code, detail } = (answer ?? {}) as { code?: string; detail?: string };
  throw new StartError(
    detail ? `${detail} (${code})` : `${base} is not innwire: it answered ${response.status}.`,
  );
}

function unreachable(base: string, error: unknown): StartError {
  const reason = (error as { cause?: Error }).cause?.message ?? (error as Error).message;
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
