// Builds the HTTP request of an operation from the values of its members.
import type { OperatorRequest } from './client.ts';
import type { DescribedOperation } from './operations.ts';
import type { Values } from './operator-command.ts';

/** Values that the operation has no member for are left out. `csv`: of an operation that has it, the answer as CSV. */
export function toRequest(
  operation: DescribedOperation,
  values: Values,
  { csv = false } = {},
): OperatorRequest {
  const path = operation.path
    .replace('/operator', '')
    .replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name] ?? '')));
  const query: Record<string, unknown> = csv ? { format: 'csv' } : {};
  const body: Record<string, unknown> = {};
  for (const { member, place } of operation.members) {
    const value = values[member];
    if (value === undefined) continue;
    if (place === 'query') query[member] = value;
    if (place === 'body') setMember(body, member, value);
  }
  return { method: operation.method, path, query, ...(operation.hasBody && { body }) };
}

function setMember(body: Record<string, unknown>, member: string, value: unknown): void {
  const [name, ...rest] = member.split('.') as [string, ...string[]];
  if (rest.length === 0) {
    body[name] = value;
    return;
  }
  body[name] ??= {};
  setMember(body[name] as Record<string, unknown>, rest.join('.'), value);
}
