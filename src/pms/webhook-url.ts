// The URL of a webhook, encrypted at rest: its user name, path or query may contain a password.
import type { Database } from '../db/database.ts';
import type { Secrets } from '../db/secrets.ts';
import { redactUrl } from '../model/redact.ts';

export type StoredWebhookUrl = { url: string; encrypted_url: Buffer | null };

/**
 * Returns the stored form of a URL: `url` with its secrets hidden, for display,
 * and `encryptedUrl`, for delivery.
 */
export function encryptWebhookUrl(
  url: string,
  webhook: { hotelId: number; webhookId: number },
  secrets: Secrets,
): { url: string; encryptedUrl: Buffer } {
  return {
    url: redactUrl(url).slice(0, MAX_LENGTH),
    encryptedUrl: secrets.encrypt(url, webhookUrlContext(webhook)),
  };
}

/** Returns the URL to deliver to. Throws DecryptionError. */
export function decryptWebhookUrl(
  { url, encrypted_url }: StoredWebhookUrl,
  webhook: { hotelId: number; webhookId: number },
  secrets: Secrets,
): string {
  return encrypted_url === null ? url : secrets.decrypt(encrypted_url, webhookUrlContext(webhook));
}

/**
 * Encrypts the URLs that were stored before they were encrypted; returns how many. Each is
 * written only if it is unchanged since it was read, so no row stays locked while another
 * process does the same or the operator changes a URL.
 */
export async function encryptStoredWebhookUrls(db: Database): Promise<number> {
  const rows = await db.query<{ hotel_id: number; webhook_id: number; url: string }>(
    `select hotel_id, webhook_id, url from webhooks where encrypted_url is null`,
  );
  let encrypted = 0;
  for (const { hotel_id: hotelId, webhook_id: webhookId, url } of rows) {
    const address = encryptWebhookUrl(url, { hotelId, webhookId }, db.secrets);
    const written = await db.query(
      `update webhooks set url = $3, encrypted_url = $4
       where hotel_id = $1 and webhook_id = $2 and url = $5 and encrypted_url is null
       returning 1`,
      [hotelId, webhookId, address.url, address.encryptedUrl, url],
    );
    encrypted += written.length;
  }
  return encrypted;
}

/** Longest `url` that the table allows; the mask of a secret can be longer than the secret. */
const MAX_LENGTH = 2_000;

/**
 * Returns the encryption context that binds a URL to its endpoint: for another one it cannot be decrypted.
 */
function webhookUrlContext({ hotelId, webhookId }: { hotelId: number; webhookId: number }): string {
  return `webhook-address/${hotelId}/${webhookId}`;
}
