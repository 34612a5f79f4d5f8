// Reads iCalendar feeds in worker threads: a feed made to keep the parser busy delays only others of its property.
import { Worker } from 'node:worker_threads';
import { CalendarParseError } from '../model/ical/errors.ts';
import type { Calendar, ReadCalendarOptions } from '../model/ical/read.ts';
import { toPlainDate } from '../model/night.ts';
import type { CalendarQuestion, CalendarReply } from './calendar-thread.ts';

/** Limit for one feed. 5 MB of events take 1 s, the most repetitions 2 s; loaded machines take longer. */
const DEADLINE_MS = 20_000;
/** Without a feed for this long a thread, which holds some 15 MB, is ended. */
const IDLE_MS = 60_000;
/** Ten times what the largest calendar takes. Beyond it the thread ends, not the process. */
const MEMORY_MB = 384;
/** Feeds read at once, each of another property. Further threads are started only while others are busy. */
const MAX_THREADS = 4;

/** `hotelId`: the property whose feed it is. */
type ReadingOptions = { hotelId: number; deadlineMs?: number };

/**
 * Parses a feed in a worker thread and returns what `readCalendar` returns. The feeds of one property are parsed
 * one after another, so that it never occupies more than one of the threads; those of others take turns in the
 * other threads. Throws CalendarParseError when the feed cannot be parsed, takes longer than `deadlineMs`, or
 * takes too much memory.
 */
export function readCalendarInThread(
  text: string,
  options: ReadCalendarOptions,
  { hotelId, deadlineMs = DEADLINE_MS }: ReadingOptions,
): Promise<Calendar> {
  const read = async () => {
    const place = await takePlace();
    try {
      return await readIn(place, { text, options: toQuestion(options) }, deadlineMs);
    } finally {
      leavePlace(place);
    }
  };
  const reading = (queues.get(hotelId) ?? Promise.resolve()).then(read);
  const ended = reading.then(
    () => {},
    () => {},
  );
  queues.set(hotelId, ended);
  void ended.then(() => {
    if (queues.get(hotelId) === ended) queues.delete(hotelId);
  });
  return reading;
}

/** The last reading of each property that has any under way or waiting. */
const queues = new Map<number, Promise<void>>();

/** A place for one reading at a time, with the thread that did the last one. */
type Place = { thread: Worker | null; idle: NodeJS.Timeout | undefined };

const free: Place[] = [];
const waiting: ((place: Place) => void)[] = [];
let places = 0;

/** Returns a free place, the one that was used last first; waits for one when all are taken. */
async function takePlace(): Promise<Place> {
  const place = free.pop();
  if (place) return place;
  if (places < MAX_THREADS) {
    places += 1;
    return { thread: null, idle: undefined };
  }
  return new Promise((resolve) => waiting.push(resolve));
}

function leavePlace(place: Place): void {
  const next = waiting.shift();
  if (next) next(place);
  else free.push(place);
}

async function readIn(place: Place, question: CalendarQuestion, deadlineMs: number): Promise<Calendar> {
  clearTimeout(place.idle);
  place.thread ??= startThread();
  const used = place.thread;
  const reply = Promise.withResolvers<CalendarReply>();
  const giveUp = (reason: string) => {
    // The thread may still be busy with this calendar, so the next one gets a new thread.
    if (place.thread === used) endThread(place);
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
    place.idle = setTimeout(endThread, IDLE_MS, place).unref();
  }
}

function startThread(): Worker {
  const started = new Worker(new URL('./calendar-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  started.unref();
  return started;
}

function endThread(place: Place): void {
  void place.thread?.terminate();
  place.thread = null;
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
