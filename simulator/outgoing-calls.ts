// OTAs that call us: one request out, with the faults that can strike it; and lanes that keep order and try again.
import { setTimeout as sleep } from 'node:timers/promises';
import type { OtaCore, Target } from './ota.ts';

/** OTAs wait seconds for an answer, not minutes. */
const TIMEOUT_MS = 10_000;

export type OutgoingCall = {
  /** as faults and counters name it */
  kind: string;
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
};

export type CallResponse = { status: number; text: string; headers: Headers };

/** Sends a request; undefined when no answer came, or one that a fault made us lose. */
export async function callOut(core: OtaCore, call: OutgoingCall): Promise<CallResponse | undefined> {
  const entry = core.log.begin(call.kind, call.method, call.url);
  const fault = core.faults.strike(
    ['cut_before', 'cut_after', 'lost_acknowledgement', 'slow', 'duplicate'],
    call.kind,
    call.url + (call.body ?? ''),
  );
  if (fault) entry.fault = fault.kind;
  if (call.body !== undefined) entry.body = call.body;
  try {
    if (fault?.kind === 'cut_before') return undefined;
    if (fault?.kind === 'slow') await sleep(fault.delayMs ?? 1_000, undefined, { ref: false });
    if (fault?.kind === 'duplicate') await send(call);
    const answered = await send(call);
    if (fault?.kind === 'cut_after' || fault?.kind === 'lost_acknowledgement') return undefined;
    entry.status = answered.status;
    entry.answer = answered.text;
    return answered;
  } catch (error) {
    entry.answer = String(error);
    return undefined;
  } finally {
    core.log.end(entry);
  }
}

async function send({ method, url, headers, body }: OutgoingCall): Promise<CallResponse> {
  const response = await fetch(url, {
    method,
    headers: headers ?? {},
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

export type Job = {
  /** true when it is done; false to be tried again later */
  run(): Promise<boolean>;
};

export type JobQueues = {
  /** Queues a job behind those of the same lane. */
  add(queue: string, job: Job): void;
  /** Resolves when every lane is empty. */
  settled(): Promise<void>;
  stop(): void;
};

/** Each lane runs its jobs one after the other; a job that fails keeps its place. */
export function createJobQueues(core: OtaCore, retryMs: readonly number[]): JobQueues {
  const queues = new Map<string, Job[]>();
  const running = new Map<string, Promise<void>>();
  const stopped = new AbortController();
  const run = async (queue: string, jobs: Job[]): Promise<void> => {
    let failures = 0;
    while (jobs.length > 0 && !stopped.signal.aborted) {
      if (jobs.length > 1 && core.faults.strike(['reorder'], 'deliver')) jobs.push(jobs.shift()!);
      const job = jobs[0]!;
      if (await job.run()) {
        jobs.splice(jobs.indexOf(job), 1);
        failures = 0;
        continue;
      }
      const pause = retryMs[Math.min(failures, retryMs.length - 1)] ?? 1_000;
      failures += 1;
      await sleep(pause, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined);
    }
    running.delete(queue);
  };
  return {
    add: (queue, job) => {
      const jobs = queues.get(queue) ?? [];
      queues.set(queue, jobs);
      jobs.push(job);
      if (!running.has(queue)) running.set(queue, run(queue, jobs));
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running.values());
    },
    stop: () => stopped.abort(),
  };
}

/** Which address of ours a hotel's messages go to. */
export type Targets = { set(hotel: string, target: Target): void; of(hotel: string): Target | undefined };

export function createTargets(everywhere: Target | undefined): Targets {
  const targets = new Map<string, Target>();
  const trimmed = (target: Target): Target => ({ ...target, url: target.url.replace(/\/+$/, '') });
  return {
    set: (hotel, target) => targets.set(hotel, trimmed(target)),
    of: (hotel) => targets.get(hotel) ?? (everywhere && trimmed(everywhere)),
  };
}
