// Requests of an OTA to innwire: a single call with its faults, and queues of jobs with order and retries.
import type { OtaCore, Target } from './ota.ts';

/** Timeout of a call; real OTAs wait seconds for a response, not minutes. */
const TIMEOUT_MS = 10_000;

type OutgoingCall = {
  /** name of the call for faults and counters */
  kind: string;
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
};

type CallResponse = { status: number; text: string; headers: Headers };

/** Sends a request. Returns undefined when no response came, or a fault discarded it. */
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
    if (fault?.kind === 'slow') await core.waits.sleep(fault.delayMs ?? 1_000);
    if (fault?.kind === 'duplicate') await core.waits.during(send(call));
    const response = await core.waits.during(send(call));
    if (fault?.kind === 'cut_after' || fault?.kind === 'lost_acknowledgement') return undefined;
    entry.status = response.status;
    entry.answer = response.text;
    return response;
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

type Job = {
  /** true when the job is done; false for a retry */
  run(): Promise<boolean>;
};

export type JobQueues = {
  /** Appends a job to the queue of this name. */
  add(queue: string, job: Job): void;
  /** Resolves when every queue is empty. */
  settled(): Promise<void>;
  stop(): void;
};

/**
 * Creates queues that each run their jobs one after the other. A failed job stays first and is retried after
 * `retryMs[failures]` milliseconds; the last pause repeats.
 */
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
      await core.waits.sleep(pause, stopped.signal);
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

/** The innwire address that receives the calls about a hotel. */
export type Targets = { set(hotel: string, target: Target): void; of(hotel: string): Target | undefined };

export function createTargets(defaultTarget: Target | undefined): Targets {
  const targets = new Map<string, Target>();
  const trimmed = (target: Target): Target => ({ ...target, url: target.url.replace(/\/+$/, '') });
  return {
    set: (hotel, target) => targets.set(hotel, trimmed(target)),
    of: (hotel) => targets.get(hotel) ?? (defaultTarget && trimmed(defaultTarget)),
  };
}
