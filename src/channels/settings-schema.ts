// Schemas of the settings and credentials of a connection, from which their types are derived.
import Type, { type Static, type TObject, type TObjectOptions, type TProperties } from 'typebox';
import type { ConnectionView } from './channel.ts';

/**
 * Returns the schema of a protocol's settings. A setting with a default may be left out; its type is that of a
 * setting that is always there, because `withDefaults` fills it in.
 */
export function settingsSchemaOf<P extends TProperties>(properties: P): TObject<P> {
  const schema = Type.Object(properties, { additionalProperties: false });
  const required = Object.entries(properties).flatMap(([name, property]) =>
    Type.IsOptional(property) || 'default' in property ? [] : [name],
  );
  return Object.assign(schema, { required });
}

/** Returns the schema of a protocol's credentials; all are strings. */
export function credentialsSchemaOf<P extends TProperties>(
  properties: P,
  options: TObjectOptions = {},
): TObject<P> {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** One of several words. */
export function oneOf<const T extends string>(values: readonly T[], options: object = {}) {
  return Type.Unsafe<T>({ enum: [...values], ...options });
}

/** A number, or null where the setting is not used. */
export function orNull(type: 'integer' | 'number', options: object = {}) {
  return Type.Unsafe<number | null>({ type: [type, 'null'], ...options });
}

/** The view of a connection with these settings and credentials. */
export type ConnectionOf<S extends TObject, C extends TObject> = ConnectionView<Static<S>, Static<C>>;

/** Returns the settings with the defaults of those that are missing: they may be newer than the connection. */
export function withDefaults(schema: TObject, settings: Record<string, unknown>): Record<string, unknown> {
  const defaults = Object.entries(schema.properties).flatMap(([name, property]) =>
    'default' in property ? [[name, structuredClone(property.default)] as const] : [],
  );
  return { ...Object.fromEntries(defaults), ...settings };
}
