// The sample property's life, generated around a moment.
import type { Database } from '../../db/database.ts';
import { SANDBOX_ID } from './property.ts';

export async function regenerateSandbox(db: Database, hour: Temporal.Instant): Promise<void> {
  await db.query(
    `insert into properties (hotel_id, name, currency, address, timezone, sandbox_at, created_at)
     values ($1, 'Casa da Mouraria', 'EUR', 'Lisboa', 'Europe/Lisbon', $2, $2)
     on conflict (hotel_id) do update set sandbox_at = $2`,
    [SANDBOX_ID, hour],
  );
  await db.query(`insert into log_heads (hotel_id) values ($1) on conflict do nothing`, [SANDBOX_ID]);
}
