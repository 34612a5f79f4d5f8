// Words that names and comments do not use, with the words that are used instead.

/** Left: the forbidden word, as a part of a name. Right: what is used instead. */
const INSTEAD: Record<string, string> = {
  tells: 'push, notify, encode',
  telling: 'pushing, reporting',
  teller: 'presenter',
  heard: 'received, contact',
  hear: 'listener, handle',
  hears: 'listener, handle',
  hearer: 'listener',
  hearers: 'listeners',
  ears: 'listeners',
  deaf: 'unnotified',
  doorbell: 'notifications',
  ring: 'notify',
  rings: 'notifications',
  rung: 'notified',
  ringer: 'notifier',
  bell: 'notifications',
  fence: 'lease',
  fenced: 'with a lease',
  gate: 'lock',
  gates: 'locks',
  door: 'client',
  lane: 'pipeline, queue',
  lanes: 'pipelines, queues',
  ending: 'result',
  turn: 'cycle, slot',
  turns: 'cycles, slots',
  woken: 'notified',
  laggards: 'behind',
  pace: 'throttle', // but see ALLOWED: the report
  unsayable: 'unsupported',
  sayable: 'supported',
  unhurried: 'asynchronous commit',
  wishes: 'inputs',
  thought: 'query',
  troubled: 'failing',
  exchanger: 'client',
  worded: 'text',
  noted: 'recorded',
  judge: 'check, decide',
  judged: 'checked',
  linger: 'idle',
  hurry: 'make due',
  forgive: 'clear',
  fate: 'outcome',
  mishaps: 'failures, exceptions',
  blame: 'negative',
  farewell: 'departure message',
  pen: 'writer',
  almanac: 'dates',
  picture: 'snapshot',
  stranger: 'inquirer',
  strangers: 'inquirers',
  believed: 'calendar at the channel',
  talker: 'party',
  narrator: 'reporter',
  storm: 'load',
  scene: 'run',
  stage: 'host',
  harmful: 'unsafe',
  crowd: 'quota',
  spoken: 'text',
  freshen: 'refresh',
  words: 'reason, message, text',
  tell: 'push, notify, report',
  told: 'pushed, reported',
  sealed: 'encrypted',
  seal: 'encrypt',
  rounds: 'cycles',
  wake: 'notify, schedule',
  judgement: 'decision',
  harmless: 'safe',
  runner: 'worker, scheduler',
  runners: 'workers',
  praise: 'positive',
  unheard: 'unacknowledged',
  trouble: 'error',
  wished: 'requested',
  wish: 'input',
  intakes: 'ingest version',
  intake: 'ingest',
  obstacle: 'error',
  anew: 'again',
  engine: 'scheduler', // but see ALLOWED: pricing engine, booking engine
};

export const FORBIDDEN_IN_NAMES: ReadonlySet<string> = new Set(Object.keys(INSTEAD));

/** Beginnings of names: `noteHeard` records a contact; notes of a guest are notes. */
export const FORBIDDEN_BEGINNING = /^(note|say|hear|tell)[A-Z]/;

/** Names that others chose, or where the word has its usual meaning. */
const ALLOWED: readonly RegExp[] = [
  /^engines?$/, // package.json
  /(pricing|booking)[-_]?engine/i, // the field's own word
  // the field's own word for sales on the books beside those of last year
  /^(PACE_GROUPS|Pace(Group|Sums|Row|Query)|(read|sum)Pace|paceSchema|getPaceReport(Operation)?|.*\/pace(-report)?\.ts)$/,
  /^(keywords|swear|wordsOf)$/,
  /^FORBIDDEN_IN_/,
];

export function isAllowed(name: string): boolean {
  return ALLOWED.some((pattern) => pattern.test(name));
}

/** In comments: metaphors, and verbs of hearing and telling where a system is meant. */
export const FORBIDDEN_IN_TEXTS: readonly RegExp[] = [
  /\bdoorbell\b/i,
  /\b(is|are|was|were|be|been) rung\b/i,
  /\ba ring\b(?! buffer)/i,
  /\bthe (living|dead)\b/i,
  /\bspeaks? for\b/i,
  /\bfenced by\b/i,
  /\bgates?\b/i,
  /\bunsayable\b/i,
  /\bunhurried\b/i,
  /\blaggards?\b/i,
  /\bnobody heard\b/i,
  /\bheld there\b/i,
  /\bstrangers?\b/i,
  /\b(is|are|was|were|been|be) told\b/i,
  /\btold (of|by|again|anew|as)\b/i,
  /\b(the|its|his|their|other) words\b/i,
  /\btakes? in\b|\btaken in\b/i,
  /\bthe doors? to\b/i,
  /\bin one picture\b/i,
];
