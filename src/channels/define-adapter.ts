// Makes an adapter of its definition, whose functions know the types of the protocol's settings and credentials.
import type { TObject } from 'typebox';
import type { Adapter } from './channel.ts';
import { redactSecrets } from './secrets.ts';
import type { ConnectionOf } from './settings-schema.ts';

/** An adapter. `redactAlso` removes secrets of the protocol that `redactSecrets`, applied first, leaves. */
type AdapterDefinition<S extends TObject, C extends TObject> = Omit<
  Adapter<ConnectionOf<S, C>>,
  'settingsSchema' | 'credentialsSchema' | 'redact'
> & { settingsSchema: S; credentialsSchema: C; redactAlso?(text: string): string };

/**
 * Returns the adapter. Its callers know neither settings nor credentials: they pass those that were checked
 * against the schemas when the connection was made, with `withDefaults`.
 */
export function defineAdapter<S extends TObject, C extends TObject>({
  redactAlso = (text) => text,
  ...definition
}: AdapterDefinition<S, C>): Adapter {
  const redact = (text: string) => redactAlso(redactSecrets(text));
  return { ...definition, redact } as unknown as Adapter;
}
