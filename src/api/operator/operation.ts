// The operator's operations: like the public ones, but for whoever runs this installation, with ids in their paths.
import type { Static, TObject, TSchema } from 'typebox';
import type { Change } from '../../pms/change.ts';
import type { ProblemCode } from '../../problems.ts';
import type { Executed } from '../execute.ts';
import type { Call, Untyped, WithHeaders } from '../operation.ts';

type Declared<Params extends TObject, Body extends TSchema, Answer extends TSchema> = {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  tag: string;
  summary: string;
  description: string;
  problems: readonly ProblemCode[];
  /** headers of its answer, beside those that every answer has, and what they say */
  headers?: Record<string, string>;
  params: Params;
  body: Body | null;
  answer: Answer;
};

/** Reads the property that `hotel_id` in its path names. */
export type OperatorRead<
  P extends TObject = TObject,
  A extends TSchema = TSchema,
  Q extends TObject = TObject,
> = Declared<P, TSchema, A> & {
  kind: 'read';
  query?: Q;
  run(call: Call, input: Static<P> & Static<Q>): Promise<Static<A>>;
};

/** Changes the property that `hotel_id` in its path names, in one transaction. */
export type OperatorWrite<
  P extends TObject = TObject,
  B extends TSchema = TSchema,
  A extends TSchema = TSchema,
> = Declared<P, B, A> & {
  kind: 'write';
  /** a member of the answer that is shown once and stored nowhere, not even for an idempotency key */
  secret?: string;
  /** takes If-Match */
  guarded?: boolean;
  run(
    tx: Change,
    call: Call,
    input: { params: Static<P>; body: Static<B> },
  ): Promise<Static<A> | WithHeaders<Static<A>>>;
};

/** Concerns the installation, not one property that exists. */
export type InstallationOperation<B extends TSchema = TSchema, A extends TSchema = TSchema> = Declared<
  TObject,
  B,
  A
> & {
  kind: 'installation';
  run(call: InstallationCall, body: Static<B>): Promise<Executed>;
};

export type InstallationCall = Pick<Call, 'db' | 'now'> & { idempotencyKey: string | null };

export type OperatorOperation =
  | OperatorRead<Untyped, Untyped, Untyped>
  | OperatorWrite<Untyped, Untyped, Untyped>
  | InstallationOperation<Untyped, Untyped>;

export function operatorRead<P extends TObject, A extends TSchema, Q extends TObject = TObject>(
  operation: Omit<OperatorRead<P, A, Q>, 'kind' | 'body'>,
): OperatorRead<P, A, Q> {
  return { kind: 'read', body: null, ...operation };
}

export function operatorWrite<P extends TObject, B extends TSchema, A extends TSchema>(
  operation: Omit<OperatorWrite<P, B, A>, 'kind'>,
): OperatorWrite<P, B, A> {
  return { kind: 'write', ...operation };
}

export function installation<B extends TSchema, A extends TSchema>(
  operation: Omit<InstallationOperation<B, A>, 'kind' | 'params'>,
): InstallationOperation<B, A> {
  return { kind: 'installation', params: NO_PARAMS, ...operation };
}

const NO_PARAMS = { type: 'object', properties: {} } as unknown as TObject;
