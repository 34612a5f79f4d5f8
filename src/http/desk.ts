// `/desk`: the front desk. Its page is the same at every path, because the routes are in the browser; its files are
// those that `npm run build` wrote.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { INSTALLATION_DIR } from '../config.ts';
import { noSuchPath } from './problem-answers.ts';
import { readable, rejectOtherMethods } from './routes.ts';

/**
 * Serves the front desk from `folder`, by default the folder that `npm ci` builds it into. Until it is built, its page is
 * a 503 that says how to build it.
 */
export function registerDesk(
  app: FastifyInstance,
  folder: string = path.join(INSTALLATION_DIR, 'web/dist'),
): void {
  let built: BuiltDesk | null = null;
  const desk = () => {
    built ??= readBuild(folder);
    return built;
  };
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('content-security-policy', CSP).header('cache-control', 'no-cache');
    const page = desk()?.page;
    if (!page) return reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT);
    return sendFile(request, reply, page);
  };
  app.route({ method: 'GET', url: '/desk', handler: sendPage });
  app.route({ method: 'GET', url: '/desk/*', handler: sendPage });
  app.route<{ Params: { '*': string } }>({
    method: 'GET',
    url: '/desk/assets/*',
    handler: (request, reply) => {
      const file = desk()?.assets.get(request.params['*']);
      if (!file) throw noSuchPath();
      // The name contains a hash of the content.
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      return sendFile(request, reply, file);
    },
  });
  app.route({
    method: 'GET',
    url: '/desk/sw.js',
    handler: (request, reply) => {
      const file = desk()?.worker;
      if (!file) throw noSuchPath();
      // Browsers ask for it again with each page: a new build is found at once. Its place alone would not let it answer for `/desk`.
      reply.header('content-security-policy', CSP).header('cache-control', 'no-cache');
      reply.header('service-worker-allowed', '/desk');
      return sendFile(request, reply, file);
    },
  });
  rejectOtherMethods(app, ['/desk', '/desk/*', '/desk/sw.js', '/desk/assets/*'].map(readable));
}

/** A file of the build, as it is and compressed. */
type BuiltFile = { type: string; content: Buffer; compressed: ReadonlyMap<string, Buffer> };
/** `worker`: the service worker, with which the desk opens without a network; null = the build has none. */
type BuiltDesk = { page: BuiltFile; worker: BuiltFile | null; assets: ReadonlyMap<string, BuiltFile> };

/** Codings of a compressed file in the order in which they are preferred, with what the build appends to the name. */
const CODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * The page runs its own scripts and style sheets only, none that stand in the page, and talks to its own server only. It
 * may not be shown in a frame.
 */
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Photos that are about to be sent, or wait for the network, are shown from the page itself.
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const NOT_BUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>innwire</title>
<p>The front desk is not built. Run <code>npm run build</code> in the folder of innwire, then load this page again.</p>
</html>
`;

/** Reads the build: a few files of some 100 kB. Returns null when there is none. */
function readBuild(folder: string): BuiltDesk | null {
  if (!existsSync(path.join(folder, 'index.html'))) return null;
  const assets = path.join(folder, 'assets');
  const worker = path.join(folder, 'sw.js');
  return {
    page: readBuiltFile(path.join(folder, 'index.html')),
    worker: existsSync(worker) ? readBuiltFile(worker) : null,
    assets: new Map(
      readdirSync(assets)
        .filter((name) => path.extname(name) in TYPES)
        .map((name) => [name, readBuiltFile(path.join(assets, name))]),
    ),
  };
}

function readBuiltFile(file: string): BuiltFile {
  const compressed = CODINGS.filter(([, suffix]) => existsSync(file + suffix));
  return {
    type: TYPES[path.extname(file)]!,
    content: readFileSync(file),
    compressed: new Map(compressed.map(([coding, suffix]) => [coding, readFileSync(file + suffix)])),
  };
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const coding = CODINGS.map(([name]) => name).find(
    (name) =>
      file.compressed.has(name) &&
      new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`).test(accepted),
  );
  if (coding) reply.header('content-encoding', coding);
  return reply
    .header('vary', 'accept-encoding')
    .type(file.type)
    .send(coding ? file.compressed.get(coding) : file.content);
}
