// `/`: a start page for browsers, links for programs; and the icon of all pages.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { VERSION } from '../config.ts';
import type { AppContext } from './context.ts';
import { readable, rejectOtherMethods } from './routes.ts';

export function registerStartPage(app: FastifyInstance, { baseUrl }: Pick<AppContext, 'baseUrl'>): void {
  app.route({
    method: 'GET',
    url: '/',
    handler: (request, reply) => {
      reply.header('vary', 'accept').header('cache-control', 'no-cache');
      // Only browsers ask for HTML explicitly; curl and libraries accept anything and get JSON.
      if (!request.headers.accept?.includes('text/html')) return reply.send(links(baseUrl()));
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', CSP)
        .send(PAGE.replaceAll('__BASE__', escapeHtml(baseUrl())));
    },
  });
  for (const { url, type, content } of ICONS) {
    app.route({
      method: 'GET',
      url,
      handler: (_request, reply) =>
        reply.type(type).header('cache-control', 'public, max-age=86400').send(content),
    });
  }
  rejectOtherMethods(app, ['/', ...ICONS.map(({ url }) => url)].map(readable));
}

function links(base: string): object {
  return {
    name: 'innwire',
    version: VERSION,
    explorer: `${base}/swagger`,
    openapi: `${base}/api/openapi.json`,
    sandbox: `${base}/api/bookings/api_token?limit=3`,
    mcp: `${base}/mcp/api_token`,
  };
}

function read(name: string): Buffer {
  return readFileSync(new URL(`./start-page/${name}`, import.meta.url));
}

const ICONS = [
  { url: '/favicon.svg', type: 'image/svg+xml', content: read('icon.svg') },
  { url: '/favicon.ico', type: 'image/x-icon', content: read('favicon.ico') },
];

const PAGE = read('page.html').toString().replaceAll('__VERSION__', VERSION);

/**
 * The page runs no script, loads only its icon and may not be shown in a frame. Its style sheet is allowed by
 * its hash.
 */
const CSP = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256')
    .update(PAGE.slice(PAGE.indexOf('<style>') + '<style>'.length, PAGE.indexOf('</style>')))
    .digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
