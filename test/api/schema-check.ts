// Validates values against the schemas of an OpenAPI 3.0.3 description.
import { Ajv, type ValidateFunction } from 'ajv';
import { parseDate } from '../../src/model/night.ts';
import { MOMENT } from './expectations.ts';

export type Json = Record<string, any>;

export type SchemaCheck = {
  readonly document: Json;
  /** returns the errors of a value; [] when it is valid */
  errors(schema: Json, value: unknown): string[];
  /** returns the errors of an operation's response; [] when it is as described */
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
  ajv.addFormat('int64', true); // for generated clients
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
      if (!described) return [`content type ${type} is not described`];
      // A file is no JSON.
      return described.schema.format === 'binary' ? [] : errors(described.schema, body);
    },
  };
}

/**
 * Converts the OpenAPI 3.0 dialect to JSON Schema: `nullable` becomes a type, references point into the
 * components, and an object with declared members has no others.
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
