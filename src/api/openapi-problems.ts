// The problem responses of each operation in the OpenAPI description.
import { PROBLEMS, type ProblemCode, problemType } from '../problems.ts';
import type { Operation } from './operation.ts';
import type { OperatorOperation } from './operator/operation.ts';

type Json = Record<string, unknown>;

/** Problem codes of every write. A write that has no body rejects invalid JSON too. */
const REFUSED_WRITES = [
  'invalid_data',
  'idempotency_key_reused',
  'payload_too_large',
  'unsupported_media_type',
] as const;

/** Returns the problem codes of a public operation. */
export function problemsOf(operation: Operation): ProblemCode[] {
  const writes = operation.kind === 'write';
  const open = operation.kind === 'read' && operation.openWhenLapsed;
  return [
    'invalid_parameters',
    ...(writes ? REFUSED_WRITES : []),
    ...operation.problems,
    ...(open ? [] : (['subscription_required'] as const)),
    ...(writes ? (['demo_mode', 'read_only_token'] as const) : []),
    'unknown_token',
    'rate_limited',
    'server_error',
    'temporarily_unavailable',
  ];
}

/** Returns the problem codes of an operator operation. */
export function operatorProblemsOf(operation: OperatorOperation): ProblemCode[] {
  const writes = operation.method !== 'GET';
  return [
    'unauthorized',
    'rate_limited',
    ...(operation.path.includes('{hotel_id}') ? (['unknown_property'] as const) : []),
    'invalid_parameters',
    ...(writes ? REFUSED_WRITES : []),
    ...(writes && operation.kind === 'write' ? (['demo_mode'] as const) : []),
    ...operation.problems,
    'server_error',
    'temporarily_unavailable',
  ];
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
