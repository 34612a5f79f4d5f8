// An operation: declared once – words, schemas, access, function – and served twice, as a REST route and as an MCP tool.
import type { Static, TObject, TSchema } from 'typebox';
import type { Database } from '../db/database.ts';
import type { PlainDate } from '../model/night.ts';
import type { Property } from '../model/property.ts';
import type { PreviewChannel } from '../pms/channel-sync/preview.ts';
import type { Page } from '../pms/page.ts';
import type { PropertyTransaction } from '../pms/property-transaction.ts';
import type { ProblemCode } from '../problems.ts';

/** What an operation knows of the call besides its input. */
export type Call = {
  db: Database;
  property: Property;
  now: Temporal.Instant;
  /** today at the property */
  today: PlainDate;
  /** how clients reach this server, without a trailing slash */
  baseUrl: string;
  /** the ETag that a record must still have for a change of it, as the client sent it */
  ifMatch?: string | undefined;
  /** asks a channel what a change would come to there; absent where this server reaches no channel */
  previewChannel?: PreviewChannel | undefined;
  /** addresses without TLS may be entered: ALLOW_PRIVATE_NETWORK is on */
  allowHttp?: boolean;
};

/** The words and limits that every operation has. */
type Declared = {
  /** operationId, and the name under which the usage log knows it */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** with `{api_token}` or `{hotel_id}` … in braces */
  path: string;
  tag: string;
  summary: string;
  description: string;
  /** refusals by its own rules, beside those that every operation shares */
  problems: readonly ProblemCode[];
  /** headers of its answer, beside those that every answer has, and what they say */
  headers?: Record<string, string>;
};

/** An answer with headers of its own. An Idempotency-Key remembers them too. */
export class WithHeaders<T> {
  readonly body: T;
  readonly headers: Record<string, string>;

  constructor(body: T, headers: Record<string, string>) {
    this.body = body;
    this.headers = headers;
  }
}

/** One object. */
export type ReadOperation<Query extends TObject = TObject, Answer extends TSchema = TSchema> = Declared & {
  kind: 'read';
  query: Query;
  answer: Answer;
  caching: Caching;
  /** stays readable while the subscription is lapsed, so that a client can see why */
  openWhenLapsed?: boolean;
  run(call: Call, query: Static<Query>): Promise<Static<Answer>>;
};

/** An array of records, in pages by key. */
export type ListOperation<
  Query extends TObject = TObject,
  Item extends TSchema = TSchema,
  Row = unknown,
> = Declared & {
  kind: 'list';
  query: Query;
  item: Item;
  caching: Caching;
  /** how many records come when the client names no limit; absent = all, streamed */
  defaultLimit?: number;
  /** the parameter of its own by which a client continues, where that is not `cursor` */
  continuesBy?: string;
  /** what a cursor holds: the sort key of the last record sent */
  cursor: readonly CursorPart[];
  page(call: Call, query: Static<Query>, page: Page): Promise<Row[]>;
  key(row: Row): readonly (string | number)[];
  present(row: Row, call: Call): Static<Item>;
  /** whether the query asks for one record by its id: alone in its list, it brings an ETag of its own, for If-Match */
  namesOne?(query: Static<Query>): boolean;
};

/** A change of one property, in one transaction. */
export type WriteOperation<
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
> = Declared & {
  kind: 'write';
  query: Query;
  /** null = the operation has no body */
  body: Body | null;
  /** larger bodies are 413; absent = the usual limit */
  bodyLimit?: number;
  answer: Answer;
  /** takes If-Match */
  guarded?: boolean;
  run(
    tx: PropertyTransaction,
    call: Call,
    input: WriteInput<Query, Body>,
  ): Promise<Static<Answer> | WithHeaders<Static<Answer>>>;
};

export type WriteInput<Query extends TObject, Body extends TSchema> = {
  query: Static<Query>;
  body: Static<Body>;
};

export type CursorPart = 'date' | 'moment' | 'id';

/**
 * `log`: the answer depends on nothing but the property's log, the query and – where the query leaves it a default
 * window – today's date, so it carries an ETag made of those. `never`: no ETag.
 */
export type Caching = 'log' | 'log and date' | 'never';

/** Operations of every input and output stand in one list. */
// biome-ignore lint/suspicious/noExplicitAny: `unknown` would refuse every one of them
export type Untyped = any;

export type Operation =
  | ReadOperation<Untyped, Untyped>
  | ListOperation<Untyped, Untyped, Untyped>
  | WriteOperation<Untyped, Untyped, Untyped>;

export function read<Query extends TObject, Answer extends TSchema>(
  operation: Omit<ReadOperation<Query, Answer>, 'kind'>,
): ReadOperation<Query, Answer> {
  return { kind: 'read', ...operation };
}

export function list<Query extends TObject, Item extends TSchema, Row>(
  operation: Omit<ListOperation<Query, Item, Row>, 'kind'>,
): ListOperation<Query, Item, Row> {
  return { kind: 'list', ...operation };
}

export function write<Query extends TObject, Body extends TSchema, Answer extends TSchema>(
  operation: Omit<WriteOperation<Query, Body, Answer>, 'kind'>,
): WriteOperation<Query, Body, Answer> {
  return { kind: 'write', ...operation };
}
