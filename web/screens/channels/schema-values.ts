// The members of a connection's settings or credentials as fields of a form, made from their JSON Schema. Pure.

/** A member of the schema. `isNeeded`: it has no default and may not be left out. */
export type SchemaMember = {
  name: string;
  kind: 'text' | 'number' | 'choice' | 'switch';
  choices: readonly string[];
  description: string;
  fallback: unknown;
  isNeeded: boolean;
};

type JsonSchema = { properties?: Record<string, JsonMember>; required?: readonly string[] };
type JsonMember = { type?: string | string[]; enum?: unknown[]; default?: unknown; description?: string };

/** Returns the members of a schema, those that are needed first. */
export function membersOfSchema(schema: Record<string, unknown>): SchemaMember[] {
  const { properties = {}, required = [] } = schema as JsonSchema;
  const members = Object.entries(properties).map(([name, member]): SchemaMember => {
    const choices = (member.enum ?? []).map(String);
    const types = [member.type ?? 'string'].flat();
    const isNumber = types.includes('integer') || types.includes('number');
    return {
      name,
      kind:
        choices.length > 0 ? 'choice' : types.includes('boolean') ? 'switch' : isNumber ? 'number' : 'text',
      choices,
      description: member.description ?? '',
      fallback: member.default,
      isNeeded: required.includes(name),
    };
  });
  return members.toSorted((a, b) => Number(b.isNeeded) - Number(a.isNeeded));
}

/** Returns what a person typed as the value of a member; undefined = nothing was typed, so that the default applies. */
export function valueOfMember({ kind }: SchemaMember, typed: string): unknown {
  if (typed === '') return undefined;
  if (kind === 'switch') return typed === 'true';
  if (kind !== 'number') return typed;
  const value = Number(typed.replace(',', '.'));
  // What is no number is sent as it is: the server says what is wrong with it.
  return Number.isFinite(value) ? value : typed;
}

/** Returns a value as its field shows it. */
export function typedOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

/** Returns the values of all members that were typed. */
export function valuesOfMembers(
  members: readonly SchemaMember[],
  typed: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const values = members.map((member) => [member.name, valueOfMember(member, typed[member.name] ?? '')]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
