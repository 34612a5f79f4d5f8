// Descriptions of tools for agents: shortened JSON Schema, titles, hints.
import type { TSchema } from 'typebox';
import type { Tool } from './tool.ts';

/** An entry of `tools/list`. */
export type ToolListing = {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object' } & Record<string, unknown>;
  outputSchema: { type: 'object' } & Record<string, unknown>;
  annotations: {
    title: string;
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
};

/** The argument that confirms a write, for clients that cannot ask their user themselves (no elicitation). */
export const CONFIRMATION_TOKEN = 'confirmation_token';

/**
 * Returns a tool's entry in `tools/list`. `withToken`: writes are confirmed with a token, so their input has
 * that argument.
 */
export function describeTool(tool: Tool, { withToken }: { withToken: boolean }): ToolListing {
  const input = lean(tool.input, true) as { properties: object };
  const properties =
    withToken && tool.kind === 'write'
      ? { ...input.properties, [CONFIRMATION_TOKEN]: TOKEN_ARGUMENT }
      : input.properties;
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { ...input, type: 'object', properties, additionalProperties: false },
    outputSchema: lean(tool.output, false) as ToolListing['outputSchema'],
    annotations: {
      title: tool.title,
      readOnlyHint: tool.kind === 'read',
      destructiveHint: tool.kind === 'write' && tool.destructive,
      idempotentHint: tool.kind === 'read' || tool.idempotent,
      // Reads stay within this property; writes reach channels and guests.
      openWorldHint: tool.kind === 'write',
    },
  };
}

const TOKEN_ARGUMENT = {
  type: 'string',
  description: 'from the preview that the first call gives; only after the user has agreed to it',
};

/** Keywords of OpenAPI that JSON Schema does not have, and examples, because models copy them. */
const LEFT_OUT = new Set(['example', 'examples', '$id', 'nullable']);

/**
 * Removes what agents do not need from a schema. `withDescriptions` keeps descriptions; in output schemas
 * nobody reads them, and they would be half of the list.
 */
function lean(schema: TSchema | unknown, withDescriptions: boolean): unknown {
  if (Array.isArray(schema)) return schema.map((one) => lean(one, withDescriptions));
  if (schema === null || typeof schema !== 'object') return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !isSuperfluous(name, value, withDescriptions))
      .map(([name, value]) => [
        name,
        name === 'properties'
          ? Object.fromEntries(
              Object.entries(value).map(([member, inner]) => [member, lean(inner, withDescriptions)]),
            )
          : lean(value, withDescriptions),
      ]),
  );
}

function isSuperfluous(name: string, value: unknown, withDescriptions: boolean): boolean {
  if (LEFT_OUT.has(name)) return true;
  if (name === 'format' && value === 'int64') return true; // a format of OpenAPI only
  if (name === 'description') return !withDescriptions || value === '';
  // The bounds of the numbers that JSON can carry are left out.
  return (name === 'minimum' || name === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}
