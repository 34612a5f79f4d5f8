// The address of a webhook at rest: encrypted, because its user name, path or query may be a password.
import type { Database } from '../db/database.ts';
import type { Secrets } from '../db/secrets.ts';
import { redactUrl } from '../model/redact.ts';

export type StoredWebhookUrl = { url: string; sealed_url: Buffer | null };

/** What is stored of an address: `url` to be shown, `sealedUrl` to be delivered to. */
export function encryptWebhookUrl(
  url: string,
  webhook: { hotelId: number; webhookId: number },
  secrets: Secrets,
): { url: string; sealedUrl: Buffer } {
  return {
    url: redactUrl(url).slice(0, MAX_LENGTH),
    sealedUrl: secrets.encrypt(url, webhookUrlContext(webhook)),
  };
}

/** The address to deliver to. Throws DecryptionError. */
export function decryptWebhookUrl(
  { url, sealed_url }: StoredWebhookUrl,
  webhook: { hotelId: number; webhookId: number },
  secrets: Secrets,
): string {
  return sealed_url === null ? url : secrets.decrypt(sealed_url, webhookUrlContext(webhook));
}

/**
 * Encrypts the addresses that were stored before they were encrypted. Each is written only if it still is as it was read, so
 * no row is locked while another process does the same or the operator changes an address. Returns how many it encrypted.
 */
export async function encryptStoredWebhookUrls(db: Database): Promise<number> {
  const rows = await db.query<{ hotel_id: number; webhook_id: number; url: string }>(
    `select hotel_id, webhook_id, url from webhooks where sealed_url is null`,
  );
  let encrypted = 0;
  for (const { hotel_id: hotelId, webhook_id: webhookId, url } of rows) {
    const address = encryptWebhookUrl(url, { hotelId, webhookId }, db.secrets);
    const written = await db.query(
      `update webhooks set url = $3, sealed_url = $4
       where hotel_id = $1 and webhook_id = $2 and url = $5 and sealed_url is null
       returning 1`,
      [hotelId, webhookId, address.url, address.sealedUrl, url],
    );
    encrypted += written.length;
  }
  return encrypted;
}

/** As the table allows; hidden parts can be longer than what they hide. */
const MAX_LENGTH = 2_000;

/** What an encrypted address is bound to: moved to another endpoint it cannot be read. */
function webhookUrlContext({ hotelId, webhookId }: { hotelId: number; webhookId: number }): string {
  return `webhook-address/${hotelId}/${webhookId}`;
}
