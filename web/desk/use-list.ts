// A list that the copy of the property does not have: read once for all who use it, and again when an event concerns it.
import { signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { DeskEvent } from '../../src/api/desk-records.ts';
import { keepShownAnswer, readShownAnswer } from './kept-answers.ts';
import { shown } from './property.ts';
import { readOnEvents } from './read-on-events.ts';
import { type DeskProblem, read, ServerRefusal } from './server.ts';

type ListRequest = {
  /** as `api` and `operator` of property.ts return it; null = nothing is read */
  path: string | null;
  query?: Record<string, string | number | boolean | undefined>;
  /** whether an event says that the list is another one now */
  isConcerned: (event: DeskEvent) => boolean;
  /** the name under which its last records are kept on the device, for a start without the server; absent = they are not */
  keptAs?: string;
};

/** What a list is: `records` undefined = not here yet; `problem`: why the server does not give it. */
type ListAnswer<T> = { records: readonly T[] | undefined; problem: DeskProblem | null };

/** Returns the records; undefined = not here yet, or not readable. */
export function useList<T>(request: ListRequest): readonly T[] | undefined {
  return useListAnswer<T>(request).records;
}

const NOTHING: ListAnswer<never> = { records: undefined, problem: null };

/** Returns the records, or why there are none. Components that ask for the same list share what is read. */
export function useListAnswer<T>({ path, query = {}, isConcerned, keptAs }: ListRequest): ListAnswer<T> {
  const used = useSignal<{ key: string; list: SharedList } | null>(null);
  const latest = useRef(isConcerned);
  latest.current = isConcerned;
  const key = `${path} ${JSON.stringify(query)}`;
  useEffect(() => {
    const property = shown.value;
    if (path === null || !property) return;
    const lists = listsOf(property);
    const list = lists.get(key) ?? new SharedList({ path, query, keptAs });
    lists.set(key, list);
    const concerns = (event: DeskEvent) => latest.current(event);
    list.begin(concerns);
    used.value = { key, list };
    return () => {
      if (list.end(concerns) && lists.get(key) === list) lists.delete(key);
    };
  }, [key, shown.value]);
  return used.value?.key === key ? (used.value.list.answer.value as ListAnswer<T>) : NOTHING;
}

/** The lists that components use now, by address: each is read once. They end with the property that is shown. */
const inUse = new WeakMap<object, Map<string, SharedList>>();

function listsOf(property: object): Map<string, SharedList> {
  const lists = inUse.get(property) ?? new Map<string, SharedList>();
  inUse.set(property, lists);
  return lists;
}

type Concerns = (event: DeskEvent) => boolean;

type SharedRequest = { path: string; query: ListRequest['query']; keptAs: string | undefined };

/** A list that is read as long as somebody uses it. */
class SharedList {
  readonly answer = signal<ListAnswer<unknown>>(NOTHING);
  private readonly users = new Set<Concerns>();
  private endReading: (() => void) | null = null;

  private readonly request: SharedRequest;

  constructor(request: SharedRequest) {
    this.request = request;
  }

  /** `concerns`: whether an event says to this user that the list is another one. */
  begin(concerns: Concerns): void {
    this.users.add(concerns);
    if (this.endReading) return;
    const { keptAs } = this.request;
    this.endReading = readOnEvents(
      (aborted) => this.read(aborted),
      (event) => this.users.values().some((isConcerned) => isConcerned(event)),
    ).end;
    if (keptAs)
      void readShownAnswer<readonly unknown[]>(keptAs).then((records) => {
        if (records && this.endReading && this.answer.peek() === NOTHING)
          this.answer.value = { records, problem: null };
      });
  }

  /** Returns whether nobody uses it any more: then it is read no more. */
  end(concerns: Concerns): boolean {
    this.users.delete(concerns);
    if (this.users.size > 0) return false;
    this.endReading?.();
    this.endReading = null;
    return true;
  }

  private async read(aborted: AbortSignal): Promise<void> {
    const { path, query, keptAs } = this.request;
    try {
      const records = await read<unknown[]>(path, { limit: MAX_RECORDS, ...query }, aborted);
      this.answer.value = { records, problem: null };
      if (keptAs) void keepShownAnswer(keptAs, records);
    } catch (error) {
      // What was read before stays; the head of the screen says that there is no connection.
      if (!(error instanceof ServerRefusal && error.isFinal)) throw error;
      this.answer.value = { records: this.answer.peek().records, problem: error.problem };
    }
  }
}

/** How many records a list reads at most. */
export const MAX_RECORDS = 200;
