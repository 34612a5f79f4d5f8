// Sends the recorded requests to a server and returns its answers, with what is random replaced.
import { OPERATOR_KEY, type useApi } from '../../harness/api.ts';
import { REQUESTS } from './requests.ts';

/** An answer to a recorded request. `headers` are those that clients rely on. */
export type RecordedAnswer = {
  request: string;
  status: number;
  headers: Record<string, string>;
  body: unknown;
};

const HEADERS = ['content-type', 'link', 'location'];

export async function replay(api: ReturnType<typeof useApi>): Promise<RecordedAnswer[]> {
  const kept = new Map<string, string>();
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name) => kept.get(name)!);
  const answers: RecordedAnswer[] = [];
  for (const { method, path, body, keep = {}, operator } of REQUESTS) {
    const answer = await api.request(method, fill(operator ? `/operator${path}` : path), {
      ...(body !== undefined && { body: withNumbers(body, kept) }),
      ...(operator && { headers: { authorization: `Bearer ${OPERATOR_KEY}` } }),
    });
    for (const [name, member] of Object.entries(keep)) {
      const value = member.split('.').reduce((value, step) => value?.[step], answer.body);
      if (value === undefined)
        throw new Error(`${method} ${path} answered ${answer.text}, without ${member}`);
      kept.set(name, String(value));
    }
    const headers = HEADERS.flatMap((name) => {
      const value = answer.headers[name];
      return value === undefined ? [] : [[name, mask(value)] as const];
    });
    answers.push({
      request: `${method} ${path}`,
      status: answer.status,
      headers: Object.fromEntries(headers),
      body: answer.text === '' ? null : JSON.parse(mask(answer.text)),
    });
  }
  return answers;
}

/** Replaces tokens, ids of requests and the real time of refusals. */
function mask(text: string): string {
  return text
    .replaceAll(/(?<=\/ical\/)[^.]+|pms_\w+|whsec_\w+|[0-9a-f-]{32,}/g, '(random)')
    .replaceAll(/("timestamp":)"[^"]*"/g, '$1"(random)"');
}

/** Fills in kept ids as numbers. */
function withNumbers(body: unknown, kept: ReadonlyMap<string, string>): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(/"\{(\w+)\}"/g, (_, name) => kept.get(name)!));
}
