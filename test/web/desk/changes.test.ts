// Changes of a person: what takes them back, and that they never become those of the next person.
import { signal } from '@preact/signals';
import { afterEach, describe, expect, test } from 'vitest';
import { compareWith, forgetChanges, make, redoLast, undoLast } from '../../../web/desk/changes.ts';
import type { DeskAnswer } from '../../../web/desk/server.ts';
import { person, type SignedIn } from '../../../web/desk/session.ts';
import { clearToasts, toasts } from '../../../web/parts/Toast.tsx';
import type { ReplicaState } from '../../../web/replica/state.ts';
import { listen } from './listening.ts';

const signedIn = (id: number) =>
  ({ user_id: id, name: `Person ${id}`, properties: [] }) as unknown as SignedIn;

let server: Awaited<ReturnType<typeof listen>>;
afterEach(async () => {
  forgetChanges();
  clearToasts();
  person.value = undefined;
  await server.close();
});

const said = () => toasts.value.map(({ text }) => text);

const newTask = () =>
  make<{ id: number }>({
    done: 'Reported',
    request: { method: 'POST', path: `${server.origin}/tasks` },
    undo: ({ data }) => ({ method: 'DELETE', path: `${server.origin}/tasks/${data.id}` }),
  });

describe('what was made again', () => {
  test('is taken back as the record that it is now', async () => {
    let made = 0;
    server = await listen((method) => {
      if (method === 'POST') made += 1;
      return { body: JSON.stringify({ id: made }) };
    });
    await newTask();
    await undoLast();
    await redoLast();
    await undoLast();
    expect(server.requests).toEqual(['POST /tasks', 'DELETE /tasks/1', 'POST /tasks', 'DELETE /tasks/2']);
  });

  test('is made again for the record that taking it back made', async () => {
    server = await listen((method) => ({ body: method === 'POST' ? '{"id":8}' : '{}' }));
    await make({
      done: 'Task removed',
      request: { method: 'DELETE', path: `${server.origin}/tasks/7` },
      undo: () => ({ method: 'POST', path: `${server.origin}/tasks` }),
      redo: ({ data }) => ({
        method: 'DELETE',
        path: `${server.origin}/tasks/${(data as { id: number }).id}`,
      }),
    });
    await undoLast();
    await redoLast();
    expect(server.requests).toEqual(['DELETE /tasks/7', 'POST /tasks', 'DELETE /tasks/8']);
  });
});

describe('what somebody else changed since', () => {
  /** The copy with a task, as its event says. */
  const copyWith = (status: string) =>
    ({ tasks: new Map([[7, { task_id: 7, status }]]) }) as unknown as ReplicaState;
  const copy = signal<ReplicaState | null>(null);
  const path = () => `${server.origin}/operator/properties/1/tasks/7`;
  const begin = () =>
    make({
      done: 'Begun',
      request: { method: 'PATCH', path: path(), body: { status: 'in_progress' } },
      undo: () => ({ method: 'PATCH', path: path(), body: { status: 'pending' } }),
    });
  afterEach(() => compareWith(signal(null), signal(false)));

  test('is neither undone nor asked for again', async () => {
    server = await listen(() => ({}));
    compareWith(copy, signal(true));
    copy.value = copyWith('in_progress');
    await begin();
    copy.value = copyWith('done');
    await undoLast();
    await undoLast();
    expect(server.requests).toHaveLength(1);
  });

  test('waits for the event of the change itself', async () => {
    server = await listen(() => ({}));
    compareWith(copy, signal(true));
    copy.value = copyWith('cancelled');
    await begin();
    setTimeout(() => {
      copy.value = copyWith('in_progress');
    });
    await undoLast();
    expect(server.requests).toHaveLength(2);
  });

  test('is not redone over', async () => {
    server = await listen(() => ({}));
    compareWith(copy, signal(true));
    copy.value = copyWith('in_progress');
    await begin();
    await undoLast();
    copy.value = copyWith('done');
    await redoLast();
    expect(server.requests).toHaveLength(2);
  });

  test.each([
    ['in which the copy may be old', signal(false), copyWith('done')],
    ['that the copy does not have', signal(true), { tasks: new Map() } as unknown as ReplicaState],
  ])('is found by the version of a record %s', async (_, isLive, state) => {
    server = await listen(() => ({ etag: '"a"' }));
    compareWith(copy, isLive);
    copy.value = state;
    await begin();
    await undoLast();
    await redoLast();
    expect(server.versions).toEqual([undefined, '"a"', undefined]);
  });
});

describe('a change in several requests', () => {
  const patch = (id: number, status: string) =>
    ({ method: 'PATCH', path: `${server.origin}/tasks/${id}/${status}` }) as const;
  const finish = () =>
    make({
      done: 'Clean',
      request: patch(1, 'clean'),
      undo: () => patch(1, 'dirty'),
      also: [{ request: patch(2, 'done'), undo: () => patch(2, 'pending') }],
    });

  test('is undone and redone as one', async () => {
    server = await listen(() => ({}));
    await finish();
    await undoLast();
    await redoLast();
    expect(server.requests.map((one) => one.replace('PATCH /tasks/', ''))).toEqual([
      '1/clean',
      '2/done',
      '2/pending',
      '1/dirty',
      '1/clean',
      '2/done',
    ]);
    await undoLast();
    await undoLast();
    expect(server.requests).toHaveLength(8);
  });

  test('takes back the records that were made, the last one first, and is not made again where it cannot be', async () => {
    let id = 6;
    server = await listen(() => ({ body: JSON.stringify({ id: ++id }) }));
    const request = (noun: string) => ({ method: 'POST' as const, path: `${server.origin}/${noun}` });
    const back = (noun: string) => (answer: { data: unknown }) => ({
      method: 'DELETE' as const,
      path: `${server.origin}/${noun}/${(answer.data as { id: number }).id}`,
    });
    await make({
      done: 'Closed',
      request: request('closures'),
      undo: back('closures'),
      also: [
        {
          request: request('tasks'),
          undo: back('tasks'),
        },
        // What belongs to a record that was just made; it goes with it.
        { request: ([, task]) => request(`tasks/${(task as DeskAnswer<{ id: number }>).data.id}/photos`) },
        { request: () => null },
      ],
      isOnce: true,
    });
    await undoLast();
    await redoLast();
    expect(server.requests).toEqual([
      'POST /closures',
      'POST /tasks',
      'POST /tasks/8/photos',
      'DELETE /tasks/8',
      'DELETE /closures/7',
    ]);
  });

  test('goes on where taking it back was interrupted', async () => {
    let isDown = false;
    server = await listen((_, path) => (isDown && path.endsWith('dirty') ? null : {}));
    await finish();
    isDown = true;
    await undoLast();
    isDown = false;
    await undoLast();
    expect(server.requests.filter((one) => one.endsWith('pending'))).toHaveLength(1);
    expect(server.requests.at(-1)).toBe('PATCH /tasks/1/dirty');
  });

  test('of which one was refused on the way back can be finished, and says that it is half done', async () => {
    let refused = 'dirty';
    server = await listen((_, path) =>
      path.endsWith(refused) ? { status: 409, body: '{"code":"x","detail":"Occupied."}' } : {},
    );
    await finish();
    await undoLast();
    expect(said()).toContain('Only partly undone: Clean. Occupied.');
    refused = '';
    await undoLast();
    expect(server.requests.slice(2)).toEqual(
      ['2/pending', '1/dirty', '1/dirty'].map((one) => `PATCH /tasks/${one}`),
    );
  });

  test('of which one is refused twice on the way back can still be finished', async () => {
    let refused = 'dirty';
    server = await listen((_, path) =>
      path.endsWith(refused) ? { status: 409, body: '{"code":"x","detail":"Occupied."}' } : {},
    );
    await finish();
    await undoLast();
    await undoLast();
    expect(said().at(-1)).toBe('Only partly undone: Clean. Occupied.');
    refused = 'none';
    await undoLast();
    expect(server.requests.at(-1)).toBe('PATCH /tasks/1/dirty');
    expect(said().at(-1)).toBe('Undone: Clean');
  });

  test('of which one could not be made again is taken back as far as it was', async () => {
    let refused = '';
    server = await listen((_, path) =>
      path.endsWith(refused || '-') ? { status: 409, body: '{"code":"x","detail":"Occupied."}' } : {},
    );
    await finish();
    await undoLast();
    refused = 'done';
    await redoLast();
    expect(said()).toContain('Only partly done again: Clean. Occupied.');
    await undoLast();
    expect(server.requests.at(-1)).toBe('PATCH /tasks/1/dirty');
  });

  test('whose way back is several requests is taken back by all of them', async () => {
    server = await listen((method) => ({ body: method === 'POST' ? '[1,2]' : '{}' }));
    await make<number[]>({
      done: 'Added',
      request: { method: 'POST', path: `${server.origin}/units` },
      undo: ({ data }) => data.map((id) => ({ method: 'DELETE', path: `${server.origin}/units/${id}` })),
    });
    await undoLast();
    expect(server.requests).toEqual(['POST /units', 'DELETE /units/1', 'DELETE /units/2']);
  });
});

describe('without the network', () => {
  test('what could not be taken back, or made again, can be tried again', async () => {
    let isDown = false;
    server = await listen(() => (isDown ? null : { body: '{"id":7}' }));
    await newTask();
    isDown = true;
    await undoLast();
    isDown = false;
    await undoLast();
    expect(server.requests.filter((one) => one === 'DELETE /tasks/7').length).toBeGreaterThanOrEqual(2);
    const before = server.requests.length;
    isDown = true;
    await redoLast();
    isDown = false;
    await redoLast();
    expect(
      server.requests.slice(before).filter((one) => one === 'POST /tasks').length,
    ).toBeGreaterThanOrEqual(2);
    const all = server.requests.length;
    await redoLast();
    expect(server.requests).toHaveLength(all);
  });

  test('what the server refused is not tried again', async () => {
    server = await listen((method) =>
      method === 'POST' ? { body: '{"id":7}' } : { status: 409, body: '{"code":"x","detail":"No."}' },
    );
    await newTask();
    await undoLast();
    await undoLast();
    expect(server.requests).toEqual(['POST /tasks', 'DELETE /tasks/7']);
  });
});

describe('when somebody else signs in', () => {
  test('a request that failed is not tried again as theirs', async () => {
    Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
    person.value = signedIn(1);
    server = await listen(() => {
      person.value = signedIn(2);
      return null;
    });
    expect(await newTask()).toEqual({ ok: false, problem: null });
    Reflect.deleteProperty(navigator, 'onLine');
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    [
      'another person',
      () => {
        person.value = signedIn(2);
      },
    ],
    ['another property', () => forgetChanges()],
  ])('a late answer is nothing that %s takes back', async (_, leave) => {
    person.value = signedIn(1);
    server = await listen(() => {
      leave();
      return { body: '{"id":7}' };
    });
    expect((await newTask()).ok).toBe(true);
    await undoLast();
    expect(server.requests).toEqual(['POST /tasks']);
  });
});
