// At start-up, encrypts addresses that an earlier release stored in plain text.
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { DecryptionError } from '../db/secrets.ts';
import { encryptStoredCalendarUrls } from '../pms/calendar-url.ts';
import { encryptStoredWebhookUrls } from '../pms/webhook-url.ts';

/** Encrypts addresses of webhooks and calendars; logs a warning if this process has no key. */
export async function encryptStoredUrls(db: Database, log: Logger): Promise<void> {
  try {
    const webhooks = await encryptStoredWebhookUrls(db);
    if (webhooks > 0) log.info({ webhooks }, 'addresses of webhooks are now stored encrypted');
    const calendars = await encryptStoredCalendarUrls(db);
    if (calendars > 0) log.info({ calendars }, 'addresses of calendars are now stored encrypted');
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.warn(`Addresses of webhooks and calendars are not stored encrypted yet: ${error.message}`);
  }
}
