// Erases a person from the answers that are stored for idempotency keys.
import type { PropertyTransaction } from '../property-transaction.ts';
import type { StoredPerson } from './person.ts';
import type { ErasedTable } from './person-rows.ts';
import { mayName } from './person-texts.ts';

type Answer = { json: string; headers?: Record<string, string> };

/** Returns an answer without what it says of the person. */
export type AnswerEraser = (answer: unknown, person: StoredPerson) => unknown;

/** Erases the person from stored answers, with a function that knows their form. A repeated request gets them so. */
export async function eraseAnswers(
  tx: PropertyTransaction,
  person: StoredPerson,
  eraser: AnswerEraser,
): Promise<ErasedTable> {
  const { together, forms } = person;
  const ids = [
    ...person.reservationIds,
    ...person.guestIds,
    ...person.inquiryIds,
    ...person.reviewIds,
    ...together.bookings.map((row) => row.reservation_id),
    ...together.copyGuestIds,
    ...together.taskIds,
  ];
  const rows = await tx.query<{ key: string; answer: Answer }>(
    `select key, answer from idempotency_keys
     where hotel_id = $1 and (answer ->> 'json' ~ ('id":(' || array_to_string($2::bigint[], '|') || ')[],}]')
       or ${mayName(`answer ->> 'json'`, '$3', '$4')})`,
    [tx.hotelId, ids, forms.elsewhere.needles, forms.elsewhere.digits],
  );
  let changed = 0;
  for (const { key, answer } of rows) {
    const json = JSON.stringify(eraser(JSON.parse(answer.json), person));
    if (json === answer.json) continue;
    changed += 1;
    await tx.query(`update idempotency_keys set answer = $3 where hotel_id = $1 and key = $2`, [
      tx.hotelId,
      key,
      JSON.stringify({ ...answer, json }),
    ]);
  }
  return { table: 'idempotency_keys', rows: changed };
}
