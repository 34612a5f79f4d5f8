// Sending answers as CSV: `format=csv` of reports and of the ledger.
import type { FastifyReply } from 'fastify';
import { CSV_TYPE, type CsvAnswer, type CsvList, columnsOf, contentDisposition } from '../api/csv.ts';
import type { Call, Untyped } from '../api/operation.ts';
import { BYTE_ORDER_MARK, toCsv, toCsvLine, toCsvLines } from '../model/csv.ts';

/** Sends an answer of one object as a table. */
export function sendCsv(
  reply: FastifyReply,
  { csv, call, query, answer }: { csv: CsvAnswer<Untyped>; call: Call; query: object; answer: unknown },
): FastifyReply {
  const text = toCsv(csv.records(answer) as Record<string, unknown>[], columnsOf(csv.row));
  setCsvHeaders(reply, { fileName: csv.fileName, call, query });
  return reply.send(BYTE_ORDER_MARK + text);
}

/** How the records of a list are written, one page after another. */
export type ListWriter = {
  /** before the first page */
  head: string;
  /** `isFirst`: no page was written before */
  page(records: readonly object[], isFirst: boolean): string;
  /** after the last page */
  tail: string;
};

export const JSON_WRITER: ListWriter = {
  head: '[',
  page: (records, isFirst) =>
    `${isFirst || records.length === 0 ? '' : ','}${JSON.stringify(records).slice(1, -1)}`,
  tail: ']',
};

/** Returns how a list is written as CSV, and sets the headers of the response. */
export function csvWriter(
  reply: FastifyReply,
  { csv, call, query }: { csv: CsvList; call: Call; query: object },
): ListWriter {
  const columns = columnsOf(csv.row);
  setCsvHeaders(reply, { fileName: csv.fileName, call, query });
  return {
    head: BYTE_ORDER_MARK + toCsvLine(columns),
    page: (records) => toCsvLines((records as Record<string, unknown>[]).map(csv.toRow), columns),
    tail: '',
  };
}

function setCsvHeaders(
  reply: FastifyReply,
  { fileName, call, query }: { fileName: string; call: Call; query: object },
): void {
  reply.header('content-type', CSV_TYPE);
  reply.header('content-disposition', contentDisposition(fileName, call.property, query));
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
}
