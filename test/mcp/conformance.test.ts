// The official conformance suite against innwire's route, with the fixture that the suite expects.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useEndpoint } from './endpoint.ts';
import { conformanceSurface } from './fixture.ts';

const api = useEndpoint({
  mcp: { surface: conformanceSurface, sessionsPerToken: 1_000, streamsPerToken: 1_000 },
});
let token: string;
let out: string;

beforeAll(async () => {
  ({ token } = await api.property());
  out = await mkdtemp(path.join(tmpdir(), 'innwire-conformance-'));
});
afterAll(() => rm(out, { recursive: true, force: true }));

const SUITE = path.resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js');

describe.each(['2025-11-25', '2026-07-28'])('requirements of %s', (revision) => {
  test('every scored scenario passes', async () => {
    const { code, text } = await run([
      'server',
      ...['--url', api.mcpUrl(token), '--requirements', revision, '-o', path.join(out, revision)],
    ]);
    const rows = [...text.matchAll(/^([✓✗]) ([\w-]+): (\d+) passed, (\d+) failed/gm)];
    const passed = new Set(rows.filter(([, mark]) => mark === '✓').map(([, , name]) => name));
    const scored = await scoredScenarios(revision);
    expect(scored.length).toBeGreaterThan(25);
    expect(
      scored.filter((name) => !passed.has(name)),
      text.slice(-6_000),
    ).toEqual([]);
    expect(code, text.slice(-3_000)).toBe(0);
  });
});

const real = useEndpoint();

/** Scenarios that need no fixture, against innwire's own server. */
describe.each([
  [
    '2025-11-25',
    [
      'server-initialize',
      'ping',
      'tools-list',
      'resources-list',
      'prompts-list',
      'server-session-lifecycle',
      'dns-rebinding-protection',
    ],
  ],
  [
    '2026-07-28',
    [
      'tools-list',
      'resources-list',
      'prompts-list',
      'sep-2164-resource-not-found',
      'caching',
      'http-header-validation',
    ],
  ],
])('innwire itself, %s', (revision, scenarios) => {
  test.each(scenarios)('%s', async (scenario) => {
    const { token: own } = await real.property();
    const { code, text } = await run([
      'server',
      ...['--url', real.mcpUrl(own), '--spec-version', revision, '--scenario', scenario],
    ]);
    expect(code, text.slice(-3_000)).toBe(0);
    expect(text).toMatch(/[1-9]\d*(\/\d+)? passed|Passed: [1-9]/);
  });
});

/** Returns the scenarios that a revision requires of a server, from the suite's own list. */
async function scoredScenarios(revision: string): Promise<string[]> {
  const text = await readFile(path.join(SUITE, `../../requirements/${revision}.yaml`), 'utf8');
  const server = /^server:\n((?: {2}- .*\n)+)/m.exec(text)![1]!;
  return [...server.matchAll(/- ([\w-]+)/g)].map(([, name]) => name!);
}

function run(args: string[]): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [SUITE, ...args], { maxBuffer: 50_000_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: stdout + stderr }),
    );
  });
}
