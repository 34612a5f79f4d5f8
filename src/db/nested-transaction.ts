// Part of a transaction that is rolled back alone, and a database whose transactions are parts of one that is under way.
import type { Database, Transaction } from './database.ts';
import type { Notifications } from './notifications.ts';

/**
 * Runs `work` as a part of a transaction: when it throws, what it wrote is rolled back, the error is thrown again, and the transaction
 * goes on. Parts are not nested.
 */
export async function inSavepoint<T>(tx: Transaction, work: (part: Transaction) => Promise<T>): Promise<T> {
  let over = false;
  // A branch of `work` that goes on after another one failed must not write into what follows.
  const part: Transaction = {
    transaction: true,
    query: (...statement) =>
      over
        ? Promise.reject(new Error('The part of the transaction is over: this statement was not run.'))
        : tx.query(...statement),
  };
  await tx.query('savepoint part');
  try {
    const value = await work(part);
    over = true;
    await tx.query('release savepoint part');
    return value;
  } catch (error) {
    over = true;
    await tx.query('rollback to savepoint part');
    throw error;
  }
}

/**
 * Returns a database whose statements and transactions run in a transaction that is under way. It notifies nobody: whoever commits
 * does.
 */
export function databaseWithin(db: Database, tx: Transaction): Database {
  const within: Database = {
    url: db.url,
    secrets: db.secrets,
    notifications: SILENT,
    query: tx.query,
    async transaction(work) {
      const { value, last } = await work(tx);
      await last;
      return value;
    },
    forProperty: () => within,
    close: () => Promise.resolve(),
  };
  return within;
}

const SILENT: Notifications = {
  notify() {},
  subscribe: () => () => {},
  connect: () => Promise.resolve({ close: () => Promise.resolve() }),
};
