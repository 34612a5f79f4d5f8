// At the start: addresses of webhooks that an earlier release stored readable are stored encrypted.
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { SecretUnreadable } from '../db/secrets.ts';
import { sealStoredAddresses } from '../pms/webhook-address.ts';

/** A process without the key leaves it to one that has it. */
export async function sealAddresses(db: Database, log: Logger): Promise<void> {
  try {
    const sealed = await sealStoredAddresses(db);
    if (sealed > 0) log.info({ webhooks: sealed }, 'addresses of webhooks are now stored encrypted');
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    log.warn(`Addresses of webhooks are not stored encrypted yet: ${error.message}`);
  }
}
