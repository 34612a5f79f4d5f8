// Holds values against the schemas of an OpenAPI 3.0.3 description.
import { Ajv, type ValidateFunction } from 'ajv';
import { parseDate } from '../../src/model/night.ts';
import { MOMENT } from './expectations.ts';

export type Json = Record<string, any>;

export type SchemaCheck = {
  readonly document: Json;
  /** What is wrong with a value; [] when nothing is. */
  errors(schema: Json, value: unknown): string[];
  /** What is wrong with an answer of an operation; [] when it is as described. */
  answerErrors(
    method: string,
    path: string,
    answer: { status: number; type: string; body: unknown },
  ): string[];
};

export function checkAgainst(document: Json): SchemaCheck {
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addFormat('date', (text) => parseDate(text) !== null);
  ajv.addFormat('date-time', MOMENT);
  ajv.addFormat('email', /^\S+@\S+$/);
  ajv.addSchema({ $id: 'components', ...convert(document.components) }, 'components');
  const compiled = new WeakMap<object, ValidateFunction>();

  const errors = (schema: Json, value: unknown): string[] => {
    const validate = compiled.get(schema) ?? ajv.compile(convert(schema));
    compiled.set(schema, validate);
    return validate(value)
      ? []
      : (validate.errors ?? []).map(
          (one) => `${one.instancePath || 'value'} ${one.message} ${JSON.stringify(one.params)}`,
        );
  };

  return {
    document,
    errors,
    answerErrors(method, path, { status, type, body }) {
      const operation = document.paths[path]?.[method.toLowerCase()];
      if (!operation) return [`${method} ${path} is not described`];
      const response = operation.responses[status];
      if (!response) return [`status ${status} is not described`];
      if (!response.content) return body === undefined ? [] : ['a body where none is described'];
      const described = response.content[type.split(';')[0]!];
      return described ? errors(described.schema, body) : [`content type ${type} is not described`];
    },
  };
}

/**
 * OpenAPI 3.0's dialect as JSON Schema: `nullable` becomes a type, references lead into the components, and an object
 * whose members are described has no others.
 */
function convert(schema: Json): Json {
  const { nullable, example: _, examples: __, $ref, ...rest } = schema;
  if ($ref) return { $ref: $ref.replace('#/components', 'components#') };
  const converted: Json = Object.fromEntries(
    Object.entries(rest).map(([name, member]) => [name, convertAny(member)]),
  );
  if (rest.type === 'object' && rest.properties && rest.additionalProperties === undefined)
    converted.additionalProperties = false;
  if (nullable) {
    converted.type = [rest.type, 'null'];
    if (rest.enum) converted.enum = [...rest.enum, null];
  }
  return converted;
}

function convertAny(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convertAny);
  return value !== null && typeof value === 'object' ? convert(value) : value;
}
