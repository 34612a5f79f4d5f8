// The type of an operation: declared once with its texts, schemas, access and function. The routes of each
// audience, the descriptions, the tools for agents and the commands are made from it.
import type { Static, TObject, TSchema } from 'typebox';
import type { Database, Queryable } from '../db/database.ts';
import type { Actor } from '../model/actor.ts';
import type { PlainDate } from '../model/night.ts';
import type { Property } from '../model/property.ts';
import type { Scopes, TokenScope } from '../model/scope.ts';
import type { SignedInPerson, SignInWay, StaffRole } from '../model/staff.ts';
import type { ConnectionPreviewer } from '../pms/channel-sync/preview.ts';
import type { AttachmentReader } from '../pms/message-attachments.ts';
import type { Opener } from '../pms/opened-properties.ts';
import type { Page } from '../pms/page.ts';
import type { PropertyTransaction } from '../pms/property-transaction.ts';
import type { Administered } from '../pms/users.ts';
import type { ProblemCode } from '../problems.ts';
import type { CsvAnswer, CsvList } from './csv.ts';
import { object } from './schema.ts';
import type { KnownDevice } from './session/known-device.ts';

/** The context of a call: everything an operation gets besides its input. */
export type Call = {
  db: Database;
  property: Property;
  /** what the caller may see; null = everything */
  scopes: Scopes;
  /** who calls with a token or is signed in; absent or null = the operator, or an agent */
  token?:
    | (Pick<Opener, 'tokenId' | 'userId' | 'opens'> & {
        role?: StaffRole | null;
        beganWith?: SignInWay | null;
      })
    | null;
  /** who makes what the call changes */
  actor: Actor;
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
  previewChannel?: ConnectionPreviewer | undefined;
  /** reads files that guests attached; absent as `previewChannel` is */
  readAttachment?: AttachmentReader | undefined;
  /** plain http addresses are accepted: ALLOW_PRIVATE_NETWORK is on */
  allowHttp?: boolean;
};

/** The context of a call that concerns the whole installation. */
export type InstallationCall = Pick<Call, 'db' | 'now' | 'baseUrl' | 'actor'> & {
  idempotencyKey: string | null;
  /** writes the call's audit entry */
  recordAudit: RecordAudit | undefined;
  /** the properties whose people the caller may see and change; absent or null = all */
  administered?: Administered;
  /** the owner who is signed in; absent = whoever has the operator key */
  userId?: number;
  /** the request of a browser; absent = not one under /session */
  browser?: BrowserRequest;
};

/** What an attempt to prove who somebody is may be guessing. Wrong guesses of one kind do not shut out who uses another. */
export type Guess =
  /** `name`: as it was typed */
  | { of: 'password'; name: string }
  | { of: 'link' }
  | { of: 'passkey' }
  | { of: 'pin'; screenId: number; userId: number }
  /** the password or a code of the person who is signed in */
  | { of: 'confirmation'; userId: number };

/** What the operations under /session know of a request. */
export type BrowserRequest = {
  /** who is signed in, and with what; null = nobody */
  person: (SignedInPerson & { holder: { beganWith?: SignInWay | null } }) | null;
  /** name of the cookie that holds a new session; null = none is possible, because the connection is not encrypted */
  cookie: string | null;
  /** the cookie by which the browser is known as a shared screen; null = none. It may be that of a screen that is no longer shared */
  screenCookie: { cookie: string; secret: string } | null;
  /** who signed in here before, so that wrong passwords from elsewhere shut nobody out here; null = nobody, or it is not known */
  knownDevice: KnownDevice | null;
  /** the browser and its system: `Firefox on Linux` */
  device: string;
  /**
   * Runs an attempt to prove who somebody is, with a password, a code or whatever else could be guessed. A wrong guess counts against the
   * limits. Throws `rate_limited` without running it when there were too many.
   */
  limitAttempts<T>(guess: Guess, attempt: () => Promise<T>): Promise<T>;
  /** Counts a challenge that is made for whoever asks. Throws `rate_limited`. */
  countChallenge(): void;
};

/** Who may call an operation: whoever has a token of the property, whoever has the operator key, or a browser that signs in. */
export type Audience = 'public' | 'operator' | 'session';

/** What every operation has. P: parameters in its path, Q: of its query, B: its body. */
type OperationBase<P extends TObject, Q extends TObject, B extends TSchema> = {
  /** operationId, and the name under which the usage log and the audit trail know it */
  name: string;
  audience: readonly Audience[];
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * The path below the property, or below the installation: `/tasks/{task_id}`. operations.ts
   * makes the whole path for each audience from it.
   */
  path: string;
  /**
   * the scopes that a token or a role must have, [] = none; an operation that does not say it is refused to all that
   * are restricted to scopes
   */
  scopes?: readonly TokenScope[];
  /** of the people who are signed in only owners may call it, because its effect would outlive another role */
  ownersOnly?: boolean;
  /**
   * of the people who are signed in only those may call it who did so with more than a PIN, because its effect outlives their session: it
   * shows or replaces a secret, hands out data, sends them elsewhere from then on, or cannot be undone. So are operations that are `ownersOnly`
   */
  fullSignInOnly?: true;
  tag: string;
  summary: string;
  description: string;
  /** its answer has an address that is a secret, such as that of a calendar, beside texts of others: it is not compressed (docs/operations.md#compression) */
  hasSecrets?: true;
  /** problem codes of its own rules, beside those that all operations share */
  problems: readonly ProblemCode[];
  /** headers of its answer with their descriptions, beside those of every answer */
  headers?: Record<string, string>;
  /** the parameters in braces in its path; declared without that of the property */
  params: P;
  query: Q;
  /** null = the operation has no body */
  body: B | null;
};

/** An operation that returns one object. */
export type ReadOperation<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  A extends TSchema = TSchema,
> = OperationBase<P, Q, TSchema> & {
  kind: 'read';
  answer: A;
  caching: Caching;
  /** may be read while the subscription is lapsed, so that a client can see why */
  openWhenLapsed?: boolean;
  /** returns data that only the operator may see: each call is written to the audit trail */
  audited?: boolean;
  /** it is also answered as CSV: its query has the parameter of CSV_FORMAT */
  csv?: CsvAnswer<Static<A>>;
  /** its answer is a file of one of these content types, not JSON */
  file?: readonly string[];
  run(call: Call, input: Static<P> & Static<Q>): Promise<Static<A>>;
};

/** An operation that returns an array of records, in pages by key. */
export type ListOperation<
  Q extends TObject = TObject,
  Item extends TSchema = TSchema,
  Row = unknown,
  Filter = unknown,
> = OperationBase<TObject, Q, TSchema> & {
  kind: 'list';
  item: Item;
  caching: Exclude<Caching, 'no-store' | 'record'>;
  /** number of records when the client gives no limit; absent = all, streamed */
  defaultLimit?: number;
  /** the parameter by which a client continues, where it is not `cursor` */
  cursorParameter?: string;
  /** what a cursor holds: the sort key of the last record sent; a function where the filter chooses the order */
  cursor: readonly CursorPart[] | ((filter: Filter) => readonly CursorPart[]);
  /** its records are entries of the usage log: those of the last second are stored before it is read */
  flushesUsage?: boolean;
  /** it concerns all properties that the token opens; the call has the first of them */
  ofToken?: boolean;
  /** as of an operation that returns one object */
  openWhenLapsed?: boolean;
  /** it is also answered as CSV: its query has the parameter of CSV_FORMAT */
  csv?: CsvList;
  /** its records are the property's events, which can also be waited for and streamed */
  streamable?: boolean;
  /** Converts the query to what `page` and `count` select by. Throws for a query that selects nothing. */
  filter(query: Static<Q>, call: Call): Filter;
  page(call: Call, filter: Filter, page: Page): Promise<Row[]>;
  /** how many records there are; each page for an agent carries it */
  count?(call: Call, filter: Filter): Promise<number>;
  key(row: Row, filter: Filter): readonly (string | number)[];
  present(row: Row, call: Call): Static<Item>;
  /** whether the query asks for one record by its id; such a list carries the record's ETag, for If-Match */
  selectsOneRecord?(query: Static<Q>): boolean;
};

/** A kind of record that writes change. */
export type ChangedRecord = {
  /** how reading it answers it */
  schema: TSchema;
  /** Locks the record until the transaction ends and returns it as reading it answers it to who sees everything. Throws for an unknown one. */
  lock(tx: PropertyTransaction, call: Call, id: number): Promise<object>;
};

/** An operation that changes one property, in one transaction. */
export type WriteOperation<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
  A extends TSchema = TSchema,
> = OperationBase<P, Q, B> & {
  kind: 'write';
  answer: A;
  /** maximum bytes of the body, larger ones are answered with 413; absent = the usual limit */
  bodyLimit?: number;
  /** an archived property takes it too, with the reason in its description or beside it; absent = it is refused there with `property_archived` */
  archivedToo?: true;
  /** Returns what of the answer the audit entry keeps beside the ids in it. */
  auditedOf?(answer: Static<A>): Record<string, string | number>;
  /**
   * The record that it changes: it takes If-Match, with the ETag that reading the record answers, and answers the new one where its answer
   * is the record. Absent = it refuses If-Match, because no ETag says how what it changes is.
   */
  changes?: {
    record: ChangedRecord;
    id(input: { params: Static<P>; query: Static<Q> }): number;
  };
  /** a member of the answer that is shown once and never stored, not even for an idempotency key */
  secretMember?: string;
  run(
    tx: PropertyTransaction,
    call: Call,
    input: { params: Static<P>; query: Static<Q>; body: Static<B> },
  ): Promise<Static<A> | WithHeaders<Static<A>>>;
};

/** An operation of the operator that concerns the whole installation, or a property that does not exist yet. */
type InstallationOperation<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
  A extends TSchema = TSchema,
> = OperationBase<P, Q, B> & {
  kind: 'installation';
  answer: A;
  /** owners who are signed in may call it too: for their properties, or only those who own all. Absent = nobody who is signed in. */
  forOwners?: 'of_some' | 'of_all';
  /** under /session: nobody needs to be signed in */
  withoutSession?: boolean;
  /** A write passes `call.recordAudit` to `changeOnce`, so that its audit entry is part of its transaction. */
  run(
    call: InstallationCall,
    input: { params: Static<P>; query: Static<Q>; body: Static<B> },
  ): Promise<Executed>;
};

/** Returns what a cursor of the list holds in the order that the filter has. */
export function cursorPartsOf<Filter>(
  { cursor }: Pick<ListOperation<TObject, TSchema, unknown, Filter>, 'cursor'>,
  filter: Filter,
): readonly CursorPart[] {
  return typeof cursor === 'function' ? cursor(filter) : cursor;
}

/** The type of one part of a sort key in a cursor. */
export type CursorPart = 'date' | 'moment' | 'id';

/**
 * How the answer of a read may be cached. `no-store`: clients may not store it. `no-etag`: they may, and ask
 * again each time. `log`: it depends only on the property's log and the query, so it carries an ETag made of
 * them. `log-and-date`: also on today's date, as with a default window. `record`: it is one record and carries the record's own ETag, which
 * a change of it takes as If-Match.
 */
type Caching = 'no-store' | 'no-etag' | 'log' | 'log-and-date' | 'record';

/** An answer with headers of its own, which are stored with an Idempotency-Key too. */
export class WithHeaders<T> {
  readonly body: T;
  readonly headers: Record<string, string>;

  constructor(body: T, headers: Record<string, string>) {
    this.body = body;
    this.headers = headers;
  }
}

/**
 * The answer of an operation. `replayed`: it is the stored answer of an earlier request with the same key.
 */
export type Executed = { answer: unknown; replayed: boolean; headers?: Record<string, string | string[]> };

/** Writes the audit entry of a call that succeeded. */
export type RecordAudit = (db: Queryable, done: { answer: unknown; replayed: boolean }) => Promise<void>;

/** Lets operations with different inputs and outputs stand in one list. */
// biome-ignore lint/suspicious/noExplicitAny: `unknown` would refuse every one of them
export type Untyped = any;

/** An operation on one property. */
export type PropertyOperation =
  | ReadOperation<Untyped, Untyped, Untyped>
  | ListOperation<Untyped, Untyped, Untyped, Untyped>
  | WriteOperation<Untyped, Untyped, Untyped, Untyped>;

export type Operation = PropertyOperation | InstallationOperation<Untyped, Untyped, Untyped, Untyped>;

/** Whether an operation changes a record that has an ETag and answers it, with the new ETag. */
export function answersChangedRecord(operation: Operation): boolean {
  return operation.kind === 'write' && operation.changes?.record.schema === operation.answer;
}

/** Whether an operation changes something, and so takes an Idempotency-Key. */
export function writes({ method }: Pick<Operation, 'method'>): boolean {
  return method !== 'GET';
}

type Optional = 'params' | 'query' | 'body';

/** An operation as it is declared: what it does not take is left out. */
type OperationInput<O extends Operation> = Omit<O, 'kind' | Optional> & Partial<Pick<O, Optional>>;

type None = TObject<Record<never, never>>;

const NONE = { params: object({}), query: object({}), body: null } as Untyped;

/** Declares an operation that returns one object of a property. */
export function readOperation<A extends TSchema, P extends TObject = None, Q extends TObject = None>(
  operation: OperationInput<ReadOperation<P, Q, A>>,
): ReadOperation<P, Q, A> {
  return { kind: 'read', ...NONE, ...operation };
}

/** Declares an operation that lists records of a property page by page. */
export function listOperation<Item extends TSchema, Row, Filter, Q extends TObject = None>(
  operation: OperationInput<ListOperation<Q, Item, Row, Filter>>,
): ListOperation<Q, Item, Row, Filter> {
  return { kind: 'list', ...NONE, ...operation };
}

/** Declares an operation that changes a property, in one transaction. */
export function writeOperation<
  A extends TSchema,
  P extends TObject = None,
  Q extends TObject = None,
  B extends TSchema = TSchema,
>(operation: OperationInput<WriteOperation<P, Q, B, A>>): WriteOperation<P, Q, B, A> {
  return { kind: 'write', ...NONE, ...operation };
}

/** Declares an operation of the operator on the whole installation, or on a property that does not exist yet. */
export function installationOperation<
  A extends TSchema,
  P extends TObject = None,
  Q extends TObject = None,
  B extends TSchema = TSchema,
>(operation: OperationInput<InstallationOperation<P, Q, B, A>>): InstallationOperation<P, Q, B, A> {
  return { kind: 'installation', ...NONE, ...operation };
}
