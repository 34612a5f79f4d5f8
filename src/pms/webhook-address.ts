// The address of a webhook at rest: encrypted, because its user name, path or query may be a password.
import type { Database } from '../db/database.ts';
import type { Secrets } from '../db/secrets.ts';
import { redactUrl } from '../model/redact.ts';

export type StoredAddress = { url: string; sealed_url: Buffer | null };

/** What is stored of an address: `url` to be shown, `sealedUrl` to be delivered to. */
export function sealAddress(
  url: string,
  webhook: { hotelId: number; webhookId: number },
  secrets: Secrets,
): { url: string; sealedUrl: Buffer } {
  return {
    url: redactUrl(url).slice(0, MAX_LENGTH),
    sealedUrl: secrets.encrypt(url, addressPlace(webhook)),
  };
}

/** The address to deliver to. Throws SecretUnreadable. */
export function openAddress(
  { url, sealed_url }: StoredAddress,
  webhook: { hotelId: number; webhookId: number },
  secrets: Secrets,
): string {
  return sealed_url === null ? url : secrets.decrypt(sealed_url, addressPlace(webhook));
}

/**
 * Encrypts the addresses that were stored before they were encrypted; a second process takes others, a second run finds
 * none. Returns how many.
 */
export async function sealStoredAddresses(db: Database): Promise<number> {
  for (let sealed = 0; ; ) {
    const batch = await db.transaction(async (tx) => {
      const rows = await tx.query<{ hotel_id: number; webhook_id: number; url: string }>(
        `select hotel_id, webhook_id, url from webhooks where sealed_url is null limit $1 for update skip locked`,
        [BATCH],
      );
      for (const { hotel_id, webhook_id, url } of rows) {
        const address = sealAddress(url, { hotelId: hotel_id, webhookId: webhook_id }, db.secrets);
        await tx.query(
          `update webhooks set url = $3, sealed_url = $4 where hotel_id = $1 and webhook_id = $2`,
          [hotel_id, webhook_id, address.url, address.sealedUrl],
        );
      }
      return { value: rows.length };
    });
    sealed += batch;
    if (batch < BATCH) return sealed;
  }
}

const BATCH = 100;

/** As the table allows; hidden parts can be longer than what they hide. */
const MAX_LENGTH = 2_000;

/** What an encrypted address is bound to: moved to another endpoint it cannot be read. */
function addressPlace({ hotelId, webhookId }: { hotelId: number; webhookId: number }): string {
  return `webhook-address/${hotelId}/${webhookId}`;
}
