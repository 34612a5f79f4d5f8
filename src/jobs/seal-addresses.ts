// At the start: addresses that an earlier release stored readable are stored encrypted.
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { SecretUnreadable } from '../db/secrets.ts';
import { sealStoredCalendarAddresses } from '../pms/calendar-address.ts';
import { sealStoredAddresses } from '../pms/webhook-address.ts';

/** A process without the key leaves it to one that has it. */
export async function sealAddresses(db: Database, log: Logger): Promise<void> {
  try {
    const webhooks = await sealStoredAddresses(db);
    if (webhooks > 0) log.info({ webhooks }, 'addresses of webhooks are now stored encrypted');
    const calendars = await sealStoredCalendarAddresses(db);
    if (calendars > 0) log.info({ calendars }, 'addresses of calendars are now stored encrypted');
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    log.warn(`Addresses of webhooks and calendars are not stored encrypted yet: ${error.message}`);
  }
}
