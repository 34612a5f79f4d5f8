// Lists for agents: a page of items with the total and a signed cursor that is valid only for the same query.
import type { Static, TObject, TProperties, TSchema } from 'typebox';
import { invalidParameter } from '../../problems.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { type CursorPart, cursorPartsOf, type ListOperation, type Untyped } from '../operation.ts';
import { array, integer, object, optional, text } from '../schema.ts';
import { isSigned, sign } from '../signing.ts';
import { type AgentCall, type ReadTool, readTool } from './tool.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
/**
 * Maximum length of the items of a page, in characters of JSON. Clients reject answers of about 25,000
 * tokens; the rest comes with the cursor.
 */
const MAX_ITEMS_LENGTH = 55_000;

type ListTool<Filters extends TProperties, Item extends TSchema, Extra extends TObject, Row, Filter> = {
  name: string;
  title: string;
  description: string;
  /** the list operation of REST: its rows, its records, its order */
  operation: ListOperation<Untyped, Untyped, Row, Filter>;
  /** its arguments beside those of paging */
  filters: Filters;
  /** converts them to what the operation selects by; absent = they are members of the operation's query */
  filter?(filters: Static<TObject<Filters>>, call: AgentCall): Filter;
  maxLimit?: number;
  item: Item;
  /** turns a record of REST into the agent's record */
  view(record: never, call: AgentCall, filters: Static<TObject<Filters>>): Static<Item>;
  /** members of the answer beside the items */
  extra?: Extra;
  summarize?(call: AgentCall, filter: Filter): Promise<Static<Extra>>;
};

/**
 * Declares a tool that lists records, with filters, paging and a total, on top of a list operation of REST.
 */
export function listTool<
  Filters extends TProperties,
  Item extends TSchema,
  Extra extends TObject,
  Row,
  Filter,
>(tool: ListTool<Filters, Item, Extra, Row, Filter>): ReadTool<Untyped, Untyped> {
  const { name, title, description, operation, maxLimit = MAX_LIMIT } = tool;
  return readTool({
    name,
    title,
    description,
    operation,
    input: object({
      ...tool.filters,
      limit: optional(integer({ description: `default ${DEFAULT_LIMIT}`, minimum: 1, maximum: maxLimit })),
      cursor: optional(text({ description: 'next_cursor of the page before', maxLength: 1_000 })),
    }),
    output: object({
      items: array(tool.item),
      next_cursor: optional(text()),
      ...(operation.count && { total: integer() }),
      ...tool.extra?.properties,
    }),
    run: async (call, { limit = DEFAULT_LIMIT, cursor, ...filters }: Untyped): Promise<Untyped> => {
      const filter = (tool.filter ?? operation.filter)(filters, call);
      const query = JSON.stringify([name, call.property.hotelId, filters]);
      const after =
        cursor === undefined ? null : verifyCursor(cursor, query, call, cursorPartsOf(operation, filter));
      const [rows, total, extra] = await Promise.all([
        operation.page(call, filter, { size: limit + 1, after }),
        operation.count?.(call, filter),
        tool.summarize?.(call, filter),
      ]);
      const items = rows
        .slice(0, limit)
        .map((row) => tool.view(operation.present(row, call) as never, call, filters));
      const shown = fitting(items);
      const more = rows.length > shown;
      return {
        items: items.slice(0, shown),
        ...(more && { next_cursor: signCursor(operation.key(rows[shown - 1]!, filter), query, call) }),
        ...(total !== undefined && { total }),
        ...extra,
      };
    },
  });
}

/** Returns how many of the items fit into one answer; at least one. */
export function fitting(items: readonly unknown[]): number {
  let length = 0;
  const tooMany = items.findIndex((item) => {
    length += JSON.stringify(item).length;
    return length > MAX_ITEMS_LENGTH;
  });
  return tooMany === -1 ? items.length : Math.max(1, tooMany);
}

function signCursor(key: readonly (string | number)[], query: string, call: AgentCall): string {
  const position = encodeCursor(key);
  return `${position}.${sign(call.signingKey, 'cursor', query, position)}`;
}

function verifyCursor(
  cursor: string,
  query: string,
  call: AgentCall,
  parts: readonly CursorPart[],
): (string | number)[] {
  const [position = '', signature = ''] = cursor.split('.');
  const signed = isSigned(signature, sign(call.signingKey, 'cursor', query, position));
  const key = signed ? decodeCursor(position, parts) : null;
  if (!key) throw invalidParameter({ field: 'cursor', rule: 'wrong_next_cursor' });
  return key;
}
