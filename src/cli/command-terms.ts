// Texts of the API in terms of the command line: options instead of members, commands instead of requests.
import { argumentsOf, type Input, type OperatorCommand, optionsOf, typed } from './operator-command.ts';
import { OPERATOR_COMMANDS } from './operator-command-list.ts';
import { isFreeText, isNullable } from './read-values.ts';

/** Returns the description of a command for its help. */
export function describeCommand(command: OperatorCommand): string {
  return inTermsOf(command, command.description);
}

/** Returns the description of an argument or option for the help. */
export function describeInput(command: OperatorCommand, input: Input): string {
  const { schema } = input;
  const choices = schema.enum ?? schema.items?.enum;
  const none = input.none ?? 'none';
  const text = inTermsOf(command, textOf(input, none));
  const example = schema.example ?? undefined;
  const parts = [
    text,
    choices && choices.length <= MAX_CHOICES ? `one of ${choices.join(', ')}` : '',
    example !== undefined && typeof example !== 'boolean' && !choices && !input.parse && !/such as/.test(text)
      ? `such as ${[example].flat().join(',')}`
      : '',
    isNullable(schema) && !text.includes(none) && isChange(command) ? `${none} removes it` : '',
    manyOf(command, input),
  ].filter((part) => part !== '');
  const absent =
    schema.default === undefined || schema.default === null ? '' : ` (absent: ${defaultOf(schema)})`;
  const required = input.required && !command.arguments.includes(input.member) ? ' (required)' : '';
  return `${parts.join('; ')}${absent}${required}`.trim();
}

/** Says how several values are given. */
function manyOf({ arguments: positional }: OperatorCommand, { member, repeated, schema }: Input): string {
  if (!repeated || positional.includes(member)) return '';
  return schema.items && !isFreeText(schema.items) ? 'several: with commas between them' : 'may be repeated';
}

/** Longer lists of values are left to the refusal of a wrong one. */
const MAX_CHOICES = 12;

function defaultOf({ default: value }: Input['schema']): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? value.join(',') || 'none' : String(value) || 'empty';
}

/** Returns the description of a member without what is meant for those who write JSON. */
function textOf({ description, schema }: Input, none: string): string {
  if (schema.format === 'int64' && /^(log )?\w+$/.test(description)) return `the ${description}'s id`;
  const text = isNullable(schema) ? description.replaceAll(/\bnull\b/g, none) : description;
  if (schema.type === 'boolean') return text.replace(/^true /, '').replaceAll(/\bfalse\b/g, 'off');
  return schema.enum ? text.replace(/; such as `\w+`$/, '') : text;
}

function isChange({ operations: [operation] }: OperatorCommand): boolean {
  return operation.method === 'PATCH';
}

/** Replaces `member`, `member: value` and `member=value` in backticks, and requests. */
function inTermsOf(command: OperatorCommand, text: string): string {
  const inputs = new Map([...argumentsOf(command), ...optionsOf(command)].map((one) => [one.member, one]));
  return replaceRequestsByCommands(text).replaceAll(/`([^`]+)`/g, (_, code: string) => {
    const [, name, value] = /^([\w.]+)(?:(?:: |=)(\w+))?$/.exec(code) ?? [];
    const input = inputs.get(name ?? '') ?? inputs.get(`settings.${name}`);
    if (!input) return code;
    const isPlain = value === undefined || value === 'true';
    return isPlain ? typed(command, input) : `${typed(command, input)} ${value}`;
  });
}

/**
 * Replaces requests by commands: "list them with GET bookings" → "list them with "innwire booking list"".
 * Requests without a command are left as they are.
 */
export function replaceRequestsByCommands(text: string): string {
  return text.replaceAll(
    /\b(GET|POST|PUT|PATCH|DELETE) ((?:\/?[\w{}]+)+)/g,
    (request, method: string, path: string) => {
      const command = findCommand(method, path);
      return command ? `"innwire ${command.name}"` : request;
    },
  );
}

/** Resources of the public API that the operator API has under another name. */
const OTHER_NAMES: Record<string, string> = { rentals: 'rooms', hotels: 'properties' };

/**
 * Returns the command for a request, which is named by its path or by its resource alone. Of several, that of
 * the whole list is meant, that of a property before that of the installation, and that of the shortest path.
 */
function findCommand(method: string, path: string): OperatorCommand | undefined {
  const named = resourceOf(path);
  const resource = OTHER_NAMES[named] ?? named;
  const rank = (command: OperatorCommand, target: string) =>
    (target.endsWith('}') ? 200 : 0) + (command.ofProperty ? 0 : 100) + target.split('/').length;
  return OPERATOR_COMMANDS.flatMap((command) =>
    command.operations.map((operation) => ({ command, operation })),
  )
    .filter(({ operation }) => operation.method === method && resourceOf(operation.path) === resource)
    .toSorted((a, b) => rank(a.command, a.operation.path) - rank(b.command, b.operation.path))[0]?.command;
}

function resourceOf(path: string): string {
  return path.split('/').findLast((segment) => /^[a-z_]+$/.test(segment)) ?? '';
}
