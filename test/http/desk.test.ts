// How the front desk is served: its page at every path, its files by their names, compressed as the browser likes.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { registerDesk } from '../../src/http/desk.ts';
import { answerProblems } from '../../src/http/problem-answers.ts';
import { useApi } from '../harness/api.ts';

const PAGE = '<!doctype html><script type="module" src="/desk/assets/index-abc.js"></script>';
const SCRIPT = 'console.log("the desk");\n';
const WORKER = 'addEventListener("fetch", () => {});\n';

let folder: string;
let app: FastifyInstance;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'innwire-desk-'));
  app = Fastify({ exposeHeadRoutes: false, routerOptions: { ignoreTrailingSlash: true } });
  answerProblems(app);
  registerDesk(app, path.join(folder, 'dist'));
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

function build(): void {
  const assets = path.join(folder, 'dist/assets');
  mkdirSync(assets, { recursive: true });
  writeFileSync(path.join(folder, 'dist/index.html'), PAGE);
  writeFileSync(path.join(assets, 'index-abc.js'), SCRIPT);
  writeFileSync(path.join(assets, 'index-abc.js.gz'), gzipSync(SCRIPT));
  writeFileSync(path.join(assets, 'index-abc.css'), ':root {}');
  writeFileSync(path.join(folder, 'dist/sw.js'), WORKER);
}

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers });

describe('the page', () => {
  test.each([
    '/desk',
    '/desk/',
    '/desk/today',
    '/desk/calendar/2026-11-23?days=14',
    '/desk/stay/7',
  ])('is the same at %s', async (url) => {
    build();
    const answer = await get(url);
    expect([answer.statusCode, answer.body]).toEqual([200, PAGE]);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  test('may run and load what its own server has, nothing that stands in it, and is shown in no frame', async () => {
    build();
    const { headers } = await get('/desk');
    const csp = String(headers['content-security-policy']);
    expect(csp).toContain("default-src 'none'");
    expect(csp).toContain("script-src 'self';");
    expect(csp).toContain("frame-ancestors 'none'");
    // Pictures that are not sent yet are in data: addresses; nothing else may come from there.
    expect(csp).toContain("img-src 'self' data:;");
    expect(csp.replace("img-src 'self' data:;", '')).not.toMatch(/unsafe|\*|data:|https?:/);
  });

  test('says how to build it while it is not built, and is there once it is, without a restart', async () => {
    const before = await get('/desk');
    expect(before.statusCode).toBe(503);
    expect(before.body).toContain('npm run build');
    expect((await get('/desk/assets/index-abc.js')).statusCode).toBe(404);
    build();
    expect((await get('/desk')).body).toBe(PAGE);
  });
});

describe('the service worker', () => {
  test('may answer for all of the desk, and a new one is found at once', async () => {
    build();
    const { body, headers } = await get('/desk/sw.js');
    expect(body).toBe(WORKER);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'service-worker-allowed': '/desk',
      'cache-control': 'no-cache',
    });
    expect(String((await get('/desk')).headers['content-security-policy'])).toContain("worker-src 'self'");
  });

  test('is not the page where the build has none', async () => {
    build();
    rmSync(path.join(folder, 'dist/sw.js'));
    expect((await get('/desk/sw.js')).statusCode).toBe(404);
  });
});

describe('a file', () => {
  test('is kept by the browser for good, because its name has a hash of its content', async () => {
    build();
    const answer = await get('/desk/assets/index-abc.js');
    expect([answer.statusCode, answer.body]).toEqual([200, SCRIPT]);
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/desk/assets/index-abc.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  });

  test('is sent compressed to those who accept it', async () => {
    build();
    const packed = await get('/desk/assets/index-abc.js', { 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(packed.rawPayload).toString()).toBe(SCRIPT);
    for (const accepted of ['identity', 'gzip;q=0', 'gzip; q=0.0, deflate', 'deflate']) {
      const plain = await get('/desk/assets/index-abc.js', { 'accept-encoding': accepted });
      expect([plain.headers['content-encoding'], plain.body], accepted).toEqual([undefined, SCRIPT]);
    }
  });

  test.each([
    'none.js',
    'index-abc.js.gz',
    '../index.html',
    '..%2findex.html',
    '__proto__',
    '%00',
  ])('that the build does not name is not found: %s', async (name) => {
    build();
    writeFileSync(path.join(folder, 'secret.js'), 'secret');
    const answer = await get(`/desk/assets/${name}`);
    expect(answer.body).not.toContain('secret');
    if (name === '../index.html') expect(answer.body).toBe(PAGE);
    else
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        404,
        'application/problem+json; charset=utf-8',
      ]);
  });
});

describe('in the whole server', () => {
  const api = useApi();

  test('the front desk accepts no other method, and its answers are not to be guessed at', async () => {
    for (const url of ['/desk', '/desk/today', '/desk/assets/x.js']) {
      const { status, headers } = await api.post(url, {});
      expect([status, headers['allow']], url).toEqual([405, 'GET, HEAD']);
    }
    const { headers } = await api.get('/desk/assets/x.js');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});
