// Starts innwire with its own database in a temporary directory, for the demo and certification; sends
// requests.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLog } from '../src/cli/log.ts';
import { readConfig } from '../src/config.ts';
import type { Database } from '../src/db/database.ts';
import { serve } from '../src/serve.ts';

export type TemporaryInnwire = {
  url: string;
  operatorKey: string;
  dataDir: string;
  db: Database;
  /** stops innwire and removes its directory */
  stop(): Promise<void>;
};

/**
 * Starts innwire on a free port. `name`: part of the directory's name; `env`: further settings. Removes the
 * directory when it fails.
 */
export async function startTemporaryInnwire({
  name,
  env = {},
  now,
  signal,
}: {
  name: string;
  env?: Record<string, string>;
  now(): Temporal.Instant;
  signal: AbortSignal;
}): Promise<TemporaryInnwire> {
  const dataDir = await mkdtemp(path.join(tmpdir(), `innwire-${name}-`));
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  try {
    const operatorKey = randomBytes(24).toString('hex');
    const config = readConfig({
      DATA_DIR: dataDir,
      PORT: '0',
      OPERATOR_KEY: operatorKey,
      LOG_LEVEL: 'error',
      ...env,
    });
    const running = await serve({ config, log: createLog(config), now, signal });
    const stop = () => running.stop().finally(removeData);
    return { url: running.baseUrl!, operatorKey, dataDir, db: running.db, stop };
  } catch (error) {
    await removeData();
    throw error;
  }
}

/**
 * Sends a request as JSON, with `key` as bearer token. The returned `body` is null when the response is
 * empty.
 */
export async function requestJson(
  method: string,
  url: string,
  { body, key }: { body?: unknown; key?: string } = {},
): Promise<{ status: number; body: unknown; text: string }> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key && { authorization: `Bearer ${key}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text), text };
}
