// Starts innwire for measurements: a separate process with an embedded, fully durable database, on a free
// port.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../bin/innwire.js', import.meta.url));

export type BenchServer = {
  dataDir: string;
  pid: number;
  port: number;
  /** milliseconds from the start of the process to its first response */
  startMs: number;
  send(method: string, path: string, body?: unknown): Promise<string>;
  operator<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** returns its metrics in Prometheus's format */
  metrics(): Promise<string>;
  /** URL of the server's own database, from the port and the secret in its data directory */
  databaseUrl(): Promise<string>;
  /** resident memory of the node process, in MB */
  memoryMb(): Promise<number>;
  stop(options?: { keep?: boolean }): Promise<void>;
};

/** Running servers, which are stopped and removed when the benchmark is interrupted. */
const running = new Set<(keep: boolean) => Promise<void>>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await Promise.allSettled([...running].map((end) => end(false)));
    process.exit(1);
  });
}

export async function startServer(
  dataDir?: string,
  settings: Record<string, string> = {},
): Promise<BenchServer> {
  const directory = dataDir ?? (await mkdtemp(path.join(tmpdir(), 'innwire-bench-')));
  const begun = performance.now();
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: {
      ...process.env,
      DATA_DIR: directory,
      PORT: '0',
      RATE_LIMIT_LIVE: '9999999',
      RATE_LIMIT_SANDBOX: '9999999',
      // The simulated OTAs are on loopback.
      ALLOW_PRIVATE_NETWORK: 'on',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = async (keep: boolean) => {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    if (!keep) await rm(directory, { recursive: true, force: true });
    running.delete(end);
  };
  running.add(end);
  const port = await readPort(child);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  const ask = (method: string, url: string, body?: unknown, headers: http.OutgoingHttpHeaders = {}) =>
    request({ agent, port, method, path: url, headers }, body);
  while (!(await ask('GET', '/readyz').catch(() => null))) await sleep(5);
  const startMs = performance.now() - begun;
  // The sample property, which would be written beside what is measured.
  await ask('GET', '/api/hotels/api_token');
  const key = (await readFile(path.join(directory, 'operator.key'), 'utf8')).trim();
  return {
    dataDir: directory,
    pid: child.pid!,
    port,
    startMs,
    send: (method, url, body) => ask(method, url, body),
    operator: async (method, url, body) =>
      JSON.parse(await ask(method, `/operator${url}`, body, { authorization: `Bearer ${key}` })),
    metrics: () => ask('GET', '/metrics', undefined, { authorization: `Bearer ${key}` }),
    databaseUrl: () => databaseUrl(path.join(directory, 'postgresql')),
    memoryMb: () => residentMb(child.pid!),
    async stop({ keep = false } = {}) {
      agent.destroy();
      await end(keep);
    },
  };
}

/** Reads the port from the start message. */
async function readPort(child: ChildProcess): Promise<number> {
  let text = '';
  for await (const chunk of child.stdout!) {
    text += chunk;
    const port = /127\.0\.0\.1:(\d+)\/swagger/.exec(text)?.[1];
    if (port) {
      child.stdout!.resume();
      return Number(port);
    }
  }
  throw new Error(`innwire did not start: ${text}`);
}

function request(options: http.RequestOptions, body?: unknown): Promise<string> {
  return new Promise((resolve, reject) => {
    const data = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      ...options.headers,
      ...(data && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(data) }),
    };
    const sent = http.request({ ...options, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (answer.statusCode === 200) resolve(text);
        else
          reject(new Error(`${options.method} ${options.path}: ${answer.statusCode} ${text.slice(0, 300)}`));
      });
    });
    sent.on('error', reject);
    sent.end(data);
  });
}

async function databaseUrl(home: string): Promise<string> {
  const secret = (await readFile(path.join(home, 'secret'), 'utf8')).trim();
  const port = (await readFile(path.join(home, 'data', 'postmaster.pid'), 'utf8')).split('\n')[3]!;
  return `postgresql://innwire:${secret}@127.0.0.1:${port}/innwire`;
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
