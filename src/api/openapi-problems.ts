// The problem responses of each operation in the OpenAPI description.
import { PROBLEMS, type ProblemCode, problemType } from '../problems.ts';
import { rolesOf } from './admission.ts';
import { type Audience, type Operation, writes } from './operation.ts';

type Json = Record<string, unknown>;

/** Problem codes of every write. A write that has no body rejects invalid JSON too. */
const REFUSED_WRITES = [
  'invalid_data',
  'idempotency_key_reused',
  'payload_too_large',
  'unsupported_media_type',
] as const;

/** Problem codes of requests that do not say, or say wrongly, which property of the token they concern. */
export const PROPERTY_NOT_NAMED = ['property_required', 'property_not_opened'] as const;

/** Returns the problem codes that an operation can answer an audience with. */
export function problemsOf(operation: Operation, audience: Audience): ProblemCode[] {
  const changes = operation.kind === 'write';
  const archived = changes && !operation.archivedToo ? (['property_archived'] as const) : [];
  const precondition = changes && operation.changes ? 'precondition_failed' : 'precondition_not_supported';
  const refused: ProblemCode[] = [
    'invalid_parameters',
    ...(writes(operation) ? ([...REFUSED_WRITES, precondition] as const) : []),
  ];
  if (audience === 'operator') {
    return [
      'unauthorized',
      'rate_limited',
      ...(operation.kind === 'installation' ? [] : (['unknown_property'] as const)),
      ...refused,
      ...(changes ? (['demo_mode'] as const) : []),
      ...archived,
      ...refusalsOfPeople(operation),
      ...operation.problems.filter((code) => code !== 'owner_required'),
      'server_error',
      'temporarily_unavailable',
      ...(writes(operation) ? (['storage_full'] as const) : []),
    ];
  }
  if (audience === 'session') {
    return [
      ...refused.filter((code) => code !== 'idempotency_key_reused'),
      ...(writes(operation) ? (['foreign_page'] as const) : []),
      ...operation.problems,
      'rate_limited',
      'server_error',
      'temporarily_unavailable',
      ...(writes(operation) ? (['storage_full'] as const) : []),
    ];
  }
  const isOpen = (operation.kind === 'read' || operation.kind === 'list') && operation.openWhenLapsed;
  const ofToken = operation.kind === 'list' && operation.ofToken;
  return [
    ...refused,
    ...operation.problems,
    ...(ofToken ? [] : PROPERTY_NOT_NAMED),
    ...(isOpen ? [] : (['subscription_required'] as const)),
    ...(changes ? (['demo_mode', 'read_only_token', 'proposing_token', 'foreign_page'] as const) : []),
    ...archived,
    'not_signed_in',
    ...(operation.scopes?.length ? (['scope_missing'] as const) : []),
    'unknown_token',
    'rate_limited',
    'server_error',
    'temporarily_unavailable',
    ...(changes ? (['storage_full'] as const) : []),
  ];
}

/** Returns the problem codes with which an operation of the operator refuses people who are signed in. */
function refusalsOfPeople(operation: Operation): ProblemCode[] {
  const roles = rolesOf(operation);
  if (roles.length === 0) return [];
  const needsScopes = operation.scopes !== undefined && operation.scopes.length > 0;
  return [
    'not_signed_in',
    ...(writes(operation) ? (['foreign_page'] as const) : []),
    ...(opensToFullSignInOnly(operation) ? (['full_sign_in_required'] as const) : []),
    ...(operation.kind === 'installation' ? [] : (['subscription_required'] as const)),
    ...(operation.kind === 'write' ? (['read_only_token'] as const) : []),
    ...(needsScopes ? (['scope_missing'] as const) : []),
    ...(needsScopes && !operation.problems.includes('owner_required') ? [] : (['owner_required'] as const)),
  ];
}

function opensToFullSignInOnly(operation: Operation): boolean {
  if (operation.kind === 'installation') return writes(operation);
  const { ownersOnly = false, fullSignInOnly = false, problems } = operation;
  return ownersOnly || fullSignInOnly || problems.includes('owner_required');
}

/** Returns one response for each HTTP status, with an example of each code that has this status. */
export function describeProblems(codes: readonly ProblemCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => PROBLEMS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, sameStatus]) => [
      status,
      {
        description: sameStatus.map((code) => `\`${code}\` – ${PROBLEMS[code].title}`).join('; '),
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: Object.fromEntries(sameStatus.map((code) => [code, { value: exampleProblem(code) }])),
          },
        },
      },
    ]),
  );
}

function exampleProblem(code: ProblemCode): Json {
  const { status, title } = PROBLEMS[code];
  return {
    type: problemType(code),
    title,
    status,
    code,
    detail: `${title}.`,
    timestamp: '2026-12-01T15:00:00.000Z',
    request_id: '4f9d1c52-6d1c-4be5-9a83-0f6f2a6f2f10',
  };
}
