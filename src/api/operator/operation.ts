// The type of operator operations: like the public ones, but for the operator of this installation, with ids
// in their paths.
import type { Static, TObject, TSchema } from 'typebox';
import type { PropertyTransaction } from '../../pms/property-transaction.ts';
import type { ProblemCode } from '../../problems.ts';
import type { Executed, OneWrite } from '../execute.ts';
import type {
  Caching,
  Call,
  ListOperation,
  Operation,
  ReadOperation,
  Untyped,
  WithHeaders,
  WriteOperation,
} from '../operation.ts';
import { id, object } from '../schema.ts';

type Declared<Params extends TObject, Body extends TSchema, Answer extends TSchema> = {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  tag: string;
  summary: string;
  description: string;
  problems: readonly ProblemCode[];
  /** headers of its answer with their descriptions, beside those of every answer */
  headers?: Record<string, string>;
  params: Params;
  body: Body | null;
  answer: Answer;
};

/** Reads the property that the `hotel_id` in its path names. */
export type OperatorRead<
  P extends TObject = TObject,
  A extends TSchema = TSchema,
  Q extends TObject = TObject,
> = Declared<P, TSchema, A> & {
  kind: 'read';
  query?: Q;
  /** returns data that only the operator may see: each call is written to the audit trail */
  audited?: boolean;
  /** absent = never */
  caching?: Caching;
  run(call: Call, input: Static<P> & Static<Q>): Promise<Static<A>>;
};

/** Changes the property that the `hotel_id` in its path names, in one transaction. */
export type OperatorWrite<
  P extends TObject = TObject,
  B extends TSchema = TSchema,
  A extends TSchema = TSchema,
  Q extends TObject = TObject,
> = Declared<P, B, A> & {
  kind: 'write';
  query?: Q;
  /** maximum bytes of the body, larger ones are answered with 413; absent = the usual limit */
  bodyLimit?: number;
  /** a member of the answer that is shown once and never stored, not even for an idempotency key */
  secret?: string;
  /** takes If-Match */
  guarded?: boolean;
  run(
    tx: PropertyTransaction,
    call: Call,
    input: { params: Static<P>; query: Static<Q>; body: Static<B> },
  ): Promise<Static<A> | WithHeaders<Static<A>>>;
};

/**
 * Lists records of the property that the `hotel_id` in its path names, with filters and pages as in the
 * public API.
 */
export type OperatorList = ListOperation<Untyped, Untyped, Untyped> & { params: TObject; body: null };

/** Concerns the whole installation, or a property that does not exist yet. */
export type InstallationOperation<
  B extends TSchema = TSchema,
  A extends TSchema = TSchema,
  Q extends TObject = TObject,
> = Declared<TObject, B, A> & {
  kind: 'installation';
  query?: Q;
  /** A write passes `call.record` to `changeOnce`, so that its audit entry is part of its transaction. */
  run(call: InstallationCall, body: Static<B>, query: Static<Q>): Promise<Executed>;
};

/** The context of a call that concerns the whole installation. */
export type InstallationCall = Pick<Call, 'db' | 'now' | 'baseUrl'> & {
  idempotencyKey: string | null;
  /** writes the call's audit entry */
  record: OneWrite['record'];
};

export type OperatorOperation =
  | OperatorRead<Untyped, Untyped, Untyped>
  | OperatorList
  | OperatorWrite<Untyped, Untyped, Untyped, Untyped>
  | InstallationOperation<Untyped, Untyped, Untyped>;

export function operatorRead<P extends TObject, A extends TSchema, Q extends TObject = TObject>(
  operation: Omit<OperatorRead<P, A, Q>, 'kind' | 'body'>,
): OperatorRead<P, A, Q> {
  return { kind: 'read', body: null, ...operation };
}

export function operatorWrite<
  P extends TObject,
  B extends TSchema,
  A extends TSchema,
  Q extends TObject = TObject,
>(operation: Omit<OperatorWrite<P, B, A, Q>, 'kind'>): OperatorWrite<P, B, A, Q> {
  return { kind: 'write', ...operation };
}

/**
 * Returns the operator's form of a public operation: the same query, body, records and function, but the
 * property is named by `hotel_id` in the path instead of by a token. `/api/tasks/{api_token}` becomes
 * `/operator/properties/{hotel_id}/tasks`.
 */
export function forOperator(operation: ListOperation<Untyped, Untyped, Untyped>): OperatorList;
export function forOperator(
  operation: ReadOperation<Untyped, Untyped>,
): OperatorRead<Untyped, Untyped, Untyped>;
export function forOperator(
  operation: WriteOperation<Untyped, Untyped, Untyped>,
): OperatorWrite<Untyped, Untyped, Untyped, Untyped>;
export function forOperator(operation: Operation): OperatorOperation {
  const path = operation.path
    .replace('/api/', '/operator/properties/{hotel_id}/')
    .replace('/{api_token}', '');
  return { body: null, ...operation, path, params: object({ hotel_id: id('property', 1001) }) };
}

export function installation<B extends TSchema, A extends TSchema, Q extends TObject = TObject>(
  operation: Omit<InstallationOperation<B, A, Q>, 'kind' | 'params'>,
): InstallationOperation<B, A, Q> {
  return { kind: 'installation', params: NO_PARAMS, ...operation };
}

/**
 * Returns the query schema of an operation that is not a list. An operation that declares none takes no
 * parameters.
 */
export function queryOf(operation: Operation | OperatorOperation): TObject {
  return ('query' in operation && operation.query) || NO_PARAMS;
}

const NO_PARAMS = { type: 'object', properties: {} } as unknown as TObject;
