// The OpenAPI descriptions, the interactive explorer, and the pages of the problem codes.
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { describeApi } from '../api/openapi.ts';
import { PROBLEMS, type ProblemCode } from '../problems.ts';
import { COMPRESSED } from './compression.ts';
import type { AppContext } from './context.ts';
import { noSuchPath, sendProblem } from './problem-answers.ts';
import { rejectOtherMethods } from './routes.ts';

/**
 * Registers the explorer, the descriptions and the pages of problem codes. The operator's description needs
 * the key.
 */
export async function registerExplorer(app: FastifyInstance, context: AppContext): Promise<void> {
  const describe = createDescriptions(context);
  app.get('/api/openapi.json', COMPRESSED, (_request, reply) => describe('public', reply));
  app.get('/operator/openapi.json', {
    ...COMPRESSED,
    onRequest: async (request) => context.operatorGuard(request),
    handler: (_request, reply) => describe('operator', reply),
  });
  // The URL in the `type` of a problem.
  app.get<{ Params: { code: string } }>('/problems/:code', (request, reply) => {
    const { code } = request.params;
    if (!Object.hasOwn(PROBLEMS, code)) return sendProblem(reply, noSuchPath());
    return reply.send({ code, ...PROBLEMS[code as ProblemCode] });
  });

  const described = ['/api/openapi.json', '/operator/openapi.json', '/problems/{code}'];
  rejectOtherMethods(
    app,
    described.map((path) => ({ path, method: 'GET' })),
  );

  await app.register((pages) => registerPages(pages, describe));
}

/** Answers with the description for an audience. */
type Describe = (audience: DescribedAudience, reply: FastifyReply) => FastifyReply;

type DescribedAudience = Parameters<typeof describeApi>[0];

/** Builds each description once, at its first request: it changes with the version and the address of the server only, and takes 50 ms. */
function createDescriptions({ baseUrl }: AppContext): Describe {
  const built = new Map<string, string>();
  return (audience, reply) => {
    const key = `${audience} at ${baseUrl()}`;
    const text = built.get(key) ?? JSON.stringify(describeApi(audience, baseUrl()));
    built.set(key, text);
    return reply.header('content-type', 'application/json; charset=utf-8').send(text);
  };
}

/** Registers the pages for browsers, with security headers. */
async function registerPages(app: FastifyInstance, describe: Describe): Promise<void> {
  // The package that serves the explorer's files rejects missing files and paths outside its folder.
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    if ((error.statusCode ?? 500) >= 500) throw error;
    return sendProblem(reply, noSuchPath());
  });
  await app.register(helmet, {
    contentSecurityPolicy: { directives: CSP },
    // Whether the whole domain is served over TLS is for its operator to decide.
    strictTransportSecurity: false,
  });
  // The explorer gets the finished description; it derives nothing from the routes.
  await app.register(swagger, {
    mode: 'static',
    specification: { document: describeApi('public', '/') as never },
  });
  // Like openapi.json of the operator API, but without the operator key: the description is no secret, and
  // the explorer asks for the key only when a request is sent.
  app.get('/swagger/operator.json', (_request, reply) => describe('operator', reply));
  await app.register(swaggerUi, {
    routePrefix: '/swagger',
    logo: { type: 'image/svg+xml', content: Buffer.from(LOGO), href: '/swagger', target: '_self' },
    uiConfig: {
      urls: [
        { url: '/api/openapi.json', name: 'Public API (property token)' },
        { url: '/swagger/operator.json', name: "Operator's API (operator key)" },
      ],
      docExpansion: 'list',
      tryItOutEnabled: true,
      persistAuthorization: false,
    },
    theme: {
      title: 'innwire – API explorer',
      favicon: [
        {
          filename: 'innwire.svg',
          rel: 'icon',
          sizes: 'any',
          type: 'image/svg+xml',
          content: Buffer.from(ICON),
        },
      ],
    },
    logLevel: 'silent',
  });
}

/** The logo: a house with an open door, white on the dark bar of the page. */
const MARK = '<path d="M4 15 16 5l12 10v13H20v-8h-8v8H4z" fill="FILL"/>';
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${MARK.replace('FILL', '#0f766e')}</svg>`;
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 32" height="40">${MARK.replace('FILL', '#5eead4')}<text x="38" y="24" font-family="system-ui, sans-serif" font-size="23" font-weight="600" fill="#fff">innwire</text></svg>`;

/**
 * The explorer loads its own files and calls its own server. `upgrade-insecure-requests` is removed from the
 * defaults: on a plain http address of a local network it would make the page request https.
 */
const CSP = {
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'upgrade-insecure-requests': null,
};
