// Reads iCalendar feeds in a worker thread: a feed made to keep the parser busy delays only other feeds.
import { Worker } from 'node:worker_threads';
import { CalendarParseError } from '../model/ical/errors.ts';
import type { Calendar, ReadCalendarOptions } from '../model/ical/read.ts';
import { toPlainDate } from '../model/night.ts';
import type { CalendarQuestion, CalendarReply } from './calendar-thread.ts';

/** Limit for one feed. 5 MB of events take 1 s, the most repetitions 2 s; loaded machines take longer. */
const DEADLINE_MS = 20_000;
/** Without a feed for this long the thread, which holds some 15 MB, is ended. */
const IDLE_MS = 60_000;
/** Ten times what the largest calendar takes. Beyond it the thread ends, not the process. */
const MEMORY_MB = 384;

/**
 * Parses a feed in a worker thread and returns what `readCalendar` returns. Feeds are parsed one after
 * another. Throws CalendarParseError when the feed cannot be parsed, takes longer than `deadlineMs`, or takes
 * too much memory.
 */
export function readCalendarInThread(
  text: string,
  options: ReadCalendarOptions,
  { deadlineMs = DEADLINE_MS }: { deadlineMs?: number } = {},
): Promise<Calendar> {
  const reading = queue.then(() => readNow({ text, options: toQuestion(options) }, deadlineMs));
  queue = reading.catch(() => {});
  return reading;
}

let queue: Promise<unknown> = Promise.resolve();
let thread: Worker | null = null;
let idle: NodeJS.Timeout | undefined;

async function readNow(question: CalendarQuestion, deadlineMs: number): Promise<Calendar> {
  clearTimeout(idle);
  thread ??= startThread();
  const used = thread;
  const reply = Promise.withResolvers<CalendarReply>();
  const giveUp = (reason: string) => {
    // The thread may still be busy with this calendar, so the next one gets a new thread.
    if (thread === used) endThread();
    reply.reject(new CalendarParseError(reason));
  };
  const late = setTimeout(
    giveUp,
    deadlineMs,
    `The calendar takes more than ${deadlineMs / 1_000} seconds to read.`,
  );
  const onExit = () => giveUp('Reading the calendar takes too much memory.');
  used.once('message', reply.resolve).once('error', onExit).once('exit', onExit);
  used.postMessage(question);
  try {
    return toCalendar(await reply.promise);
  } finally {
    clearTimeout(late);
    used.off('message', reply.resolve).off('error', onExit).off('exit', onExit);
    idle = setTimeout(endThread, IDLE_MS).unref();
  }
}

function startThread(): Worker {
  const started = new Worker(new URL('./calendar-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  started.unref();
  return started;
}

function endThread(): void {
  void thread?.terminate();
  thread = null;
}

function toQuestion({ today, ...options }: ReadCalendarOptions): CalendarQuestion['options'] {
  return { ...options, today: today.toString() };
}

function toCalendar(reply: CalendarReply): Calendar {
  if (reply.kind === 'unreadable') throw new CalendarParseError(reply.message);
  if (reply.kind === 'failed') throw new Error(`A calendar could not be read: ${reply.message}`);
  const { stays, blockedNights, ...rest } = reply.calendar;
  return {
    stays: stays.map((stay) => ({ ...stay, from: toPlainDate(stay.from), until: toPlainDate(stay.until) })),
    blockedNights: blockedNights.map(toPlainDate),
    ...rest,
  };
}
