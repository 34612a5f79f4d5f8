// How tools are described to agents: JSON Schema without what costs words and says nothing, titles, hints.
import type { TSchema } from 'typebox';
import type { Tool } from './tool.ts';

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

/** The argument with which a write is confirmed where clients cannot ask their user themselves. */
export const CONFIRMATION_TOKEN = 'confirmation_token';

/** A tool as `tools/list` tells it; `withToken` where writes are confirmed by a token. */
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
      // Reading stays in this house; what is written reaches channels and guests.
      openWorldHint: tool.kind === 'write',
    },
  };
}

const TOKEN_ARGUMENT = {
  type: 'string',
  description: 'from the preview that the first call gives; only after the user has agreed to it',
};

/** Words of OpenAPI that JSON Schema does not have, and examples: models copy them. */
const LEFT_OUT = new Set(['example', 'examples', '$id', 'nullable']);

/** `worded`: descriptions stay. Nobody reads those of answers, and they would be half of the list. */
function lean(schema: TSchema | unknown, worded: boolean): unknown {
  if (Array.isArray(schema)) return schema.map((one) => lean(one, worded));
  if (schema === null || typeof schema !== 'object') return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !isSuperfluous(name, value, worded))
      .map(([name, value]) => [
        name,
        name === 'properties'
          ? Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, lean(inner, worded)]))
          : lean(value, worded),
      ]),
  );
}

function isSuperfluous(name: string, value: unknown, worded: boolean): boolean {
  if (LEFT_OUT.has(name)) return true;
  if (name === 'format' && value === 'int64') return true; // OpenAPI's own
  if (name === 'description') return !worded || value === '';
  // The bounds of what JSON can carry say nothing.
  return (name === 'minimum' || name === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}
