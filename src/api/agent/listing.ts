// Descriptions of tools for agents: shortened JSON Schema, titles, hints.
import type { TSchema } from 'typebox';
import { object, text } from '../schema.ts';
import type { Tool } from './tool.ts';
import { agentProposalSchema } from './tools/proposals.ts';

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
 * that argument. `proposes`: writes wait for a person, so they answer a proposal and change nothing.
 */
export function describeTool(
  tool: Tool,
  { withToken, proposes = false }: { withToken: boolean; proposes?: boolean },
): ToolListing {
  const isProposed = proposes && tool.kind === 'write';
  const input = lean(tool.input, true) as { properties: object };
  const properties =
    withToken && tool.kind === 'write' && !proposes
      ? { ...input.properties, [CONFIRMATION_TOKEN]: TOKEN_ARGUMENT }
      : input.properties;
  return {
    name: tool.name,
    title: tool.title,
    description: isProposed ? `${PROPOSED} ${tool.description}` : tool.description,
    inputSchema: { ...input, type: 'object', properties, additionalProperties: false },
    outputSchema: lean(isProposed ? PROPOSED_ANSWER : tool.output, false) as ToolListing['outputSchema'],
    annotations: {
      title: tool.title,
      readOnlyHint: tool.kind === 'read',
      destructiveHint: tool.kind === 'write' && tool.destructive && !proposes,
      idempotentHint: tool.kind === 'read' || tool.idempotent,
      // Reads stay within this property; writes reach channels and guests.
      openWorldHint: tool.kind === 'write',
    },
  };
}

/** Said before the description of a write that waits for a person. */
const PROPOSED =
  'Only proposes: a person at the desk decides, and list_proposals tells what became of it. Do not ask the user to confirm first.';

/** The answer to a write that was proposed. */
const PROPOSED_ANSWER = object({ proposal: agentProposalSchema, next: text() });

const TOKEN_ARGUMENT = {
  type: 'string',
  description: 'from the preview that the first call gives; only after the user has agreed to it',
};

/** Keywords of OpenAPI that JSON Schema does not have, `format`, and examples, because models copy them. */
const LEFT_OUT = new Set(['example', 'examples', '$id', 'nullable', 'format']);

/**
 * Removes what agents do not need from a schema. `withDescriptions` keeps descriptions; in output schemas
 * nobody reads them, and they would be half of the list.
 */
function lean(schema: TSchema | unknown, withDescriptions: boolean): unknown {
  if (Array.isArray(schema)) return schema.map((one) => lean(one, withDescriptions));
  if (schema === null || typeof schema !== 'object') return schema;
  return Object.fromEntries(
    Object.entries(withDescriptions ? withWrittenForm(schema) : schema)
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

/** How texts of a format are written: said in their description, because some models are given no schema with `format` (Gemini refuses it). */
const WRITTEN: Readonly<Record<string, string>> = {
  date: 'yyyy-MM-dd',
  'date-time': 'ISO 8601 with a time zone',
};

function withWrittenForm(schema: { format?: unknown; description?: string }): object {
  const written = WRITTEN[String(schema.format)];
  if (written === undefined) return schema;
  return { ...schema, description: schema.description ? `${schema.description} (${written})` : written };
}

function isSuperfluous(name: string, value: unknown, withDescriptions: boolean): boolean {
  if (LEFT_OUT.has(name)) return true;
  if (name === 'description') return !withDescriptions || value === '';
  // The bounds of the numbers that JSON can carry are left out.
  return (name === 'minimum' || name === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}
