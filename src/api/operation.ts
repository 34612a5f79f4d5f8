// The type of an operation: declared once with its texts, schemas, access and function, served as a REST
// route and as an MCP tool.
import type { Static, TObject, TSchema } from 'typebox';
import type { Database } from '../db/database.ts';
import type { PlainDate } from '../model/night.ts';
import type { Property } from '../model/property.ts';
import type { PreviewChannel } from '../pms/channel-sync/preview.ts';
import type { Page } from '../pms/page.ts';
import type { PropertyTransaction } from '../pms/property-transaction.ts';
import type { ProblemCode } from '../problems.ts';

/** The context of a call: everything an operation gets besides its input. */
export type Call = {
  db: Database;
  property: Property;
  now: Temporal.Instant;
  /** today at the property */
  today: PlainDate;
  /** how clients reach this server, without a trailing slash */
  baseUrl: string;
  /** the If-Match header: the ETag that a record must still have to be changed */
  ifMatch?: string | undefined;
  /**
   * previews at the channel what a change would do there; absent where this process does not call channels
   */
  previewChannel?: PreviewChannel | undefined;
  /** plain http addresses are accepted: ALLOW_PRIVATE_NETWORK is on */
  allowHttp?: boolean;
};

/** The texts and limits that every operation has. */
type Declared = {
  /** operationId, and the name under which the usage log knows it */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** with `{api_token}` or `{hotel_id}` … in braces */
  path: string;
  tag: string;
  summary: string;
  description: string;
  /** problem codes of its own rules, beside those that all operations share */
  problems: readonly ProblemCode[];
  /** headers of its answer with their descriptions, beside those of every answer */
  headers?: Record<string, string>;
};

/** An answer with headers of its own, which are stored with an Idempotency-Key too. */
export class WithHeaders<T> {
  readonly body: T;
  readonly headers: Record<string, string>;

  constructor(body: T, headers: Record<string, string>) {
    this.body = body;
    this.headers = headers;
  }
}

/** An operation that returns one object. */
export type ReadOperation<Query extends TObject = TObject, Answer extends TSchema = TSchema> = Declared & {
  kind: 'read';
  query: Query;
  answer: Answer;
  caching: Caching;
  /** may be read while the subscription is lapsed, so that a client can see why */
  openWhenLapsed?: boolean;
  run(call: Call, query: Static<Query>): Promise<Static<Answer>>;
};

/** An operation that returns an array of records, in pages by key. */
export type ListOperation<
  Query extends TObject = TObject,
  Item extends TSchema = TSchema,
  Row = unknown,
> = Declared & {
  kind: 'list';
  query: Query;
  item: Item;
  caching: Caching;
  /** number of records when the client gives no limit; absent = all, streamed */
  defaultLimit?: number;
  /** the parameter by which a client continues, where it is not `cursor` */
  continuesBy?: string;
  /** what a cursor holds: the sort key of the last record sent */
  cursor: readonly CursorPart[];
  page(call: Call, query: Static<Query>, page: Page): Promise<Row[]>;
  key(row: Row): readonly (string | number)[];
  present(row: Row, call: Call): Static<Item>;
  /** whether the query asks for one record by its id; such a list carries the record's ETag, for If-Match */
  namesOne?(query: Static<Query>): boolean;
};

/** An operation that changes one property, in one transaction. */
export type WriteOperation<
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
> = Declared & {
  kind: 'write';
  query: Query;
  /** null = the operation has no body */
  body: Body | null;
  /** maximum bytes of the body, larger ones are answered with 413; absent = the usual limit */
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

/** The type of one part of a sort key in a cursor. */
export type CursorPart = 'date' | 'moment' | 'id';

/**
 * How the answer of a read may be cached. `log`: it depends only on the property's log and the query, so it
 * carries an ETag made of them. `log and date`: also on today's date, as with a default window. `never`: no
 * ETag.
 */
export type Caching = 'log' | 'log and date' | 'never';

/** Lets operations with different inputs and outputs stand in one list. */
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
