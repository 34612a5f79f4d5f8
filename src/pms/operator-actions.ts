// The operator's audit trail: every change and every sensitive read made with the operator key, or by a person who is signed in to /operator.
import type { Database, Queryable } from '../db/database.ts';

/** `hotelId` of an action that concerns no single property. */
export const WHOLE_INSTALLATION = 0;

export type NewOperatorAction = {
  /** the person who is signed in; absent = whoever has the operator key */
  userId?: number | undefined;
  /** `WHOLE_INSTALLATION` if the action concerns no single property */
  hotelId: number;
  at: Temporal.Instant;
  /** operationId in the description of the operator's API */
  operation: string;
  /** `ok`, `replayed`, or the code of the problem that refused it */
  outcome: string;
  requestId: string;
  address: string;
  /** ids of the objects that it concerned or created */
  target: Record<string, string | number>;
  /** members of the request body, secret and personal values hidden; null = no body */
  changed: Record<string, unknown> | null;
};

export type OperatorAction = Omit<NewOperatorAction, 'requestId' | 'address' | 'userId'> & {
  actionId: number;
  userId: number | null;
  requestId: string | null;
  address: string | null;
};

/** Stores an action. For a change, `db` is the transaction of that change. */
export async function recordAction(db: Queryable, action: NewOperatorAction): Promise<void> {
  await db.query(
    `insert into operator_actions (hotel_id, at, operation, outcome, request_id, address, target, changed, user_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9)`,
    [
      action.hotelId,
      action.at,
      action.operation,
      action.outcome,
      action.requestId,
      action.address,
      storableJson(action.target),
      action.changed && storableJson(action.changed),
      action.userId ?? null,
    ],
  );
}

/** Returns the JSON of what a request contains, with a mark for what PostgreSQL cannot store: NUL, and half a surrogate pair. */
function storableJson(value: object): string {
  return JSON.stringify(value).replaceAll(UNSTORABLE, '\ufffd');
}

/** Escaped as JSON.stringify does it; not after an odd number of backslashes, where it is text. */
const UNSTORABLE = /(?<=(?<!\\)(?:\\\\)*)\\u(?:0000|d[89a-f][\da-f]{2})/g;

type ActionFilter = {
  hotelId?: number | undefined;
  /** only of these properties; null = of all, and of the installation */
  hotelIds?: readonly number[] | null;
  operation?: string | undefined;
  outcome?: string | undefined;
  since?: Temporal.Instant | null;
  until?: Temporal.Instant | null;
  /** only actions before this one */
  before?: number | undefined;
};

/** Returns at most `limit` actions, newest first. */
export async function listActions(
  db: Queryable,
  filter: ActionFilter,
  limit: number,
): Promise<OperatorAction[]> {
  const rows = await db.query<ActionRow>(
    `select * from operator_actions
     where ($1::bigint is null or hotel_id = $1) and ($2::text is null or operation = $2)
       and ($3::text is null or outcome = $3) and ($4::timestamptz is null or at >= $4)
       and ($5::timestamptz is null or at < $5) and ($6::bigint is null or action_id < $6)
       and ($8::bigint[] is null or hotel_id = any($8))
     order by action_id desc limit $7`,
    [
      filter.hotelId ?? null,
      filter.operation ?? null,
      filter.outcome ?? null,
      filter.since ?? null,
      filter.until ?? null,
      filter.before ?? null,
      limit,
      filter.hotelIds ?? null,
    ],
  );
  return rows.map((row) => ({
    actionId: row.action_id,
    userId: row.user_id,
    hotelId: row.hotel_id,
    at: row.at,
    operation: row.operation,
    outcome: row.outcome,
    requestId: row.request_id,
    address: row.address,
    target: row.target,
    changed: row.changed,
  }));
}

/** Deletes actions older than RETENTION_DAYS. */
export async function pruneActions(db: Database, now: Temporal.Instant): Promise<void> {
  await db.query(`delete from operator_actions where at < $1`, [
    now.subtract({ hours: RETENTION_DAYS * 24 }),
  ]);
}

/** One year, and a month to review it. */
const RETENTION_DAYS = 400;

type ActionRow = {
  action_id: number;
  user_id: number | null;
  hotel_id: number;
  at: Temporal.Instant;
  operation: string;
  outcome: string;
  request_id: string | null;
  address: string | null;
  target: Record<string, string | number>;
  changed: Record<string, unknown> | null;
};
