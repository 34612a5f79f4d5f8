// The reference model for random tests: a property's calendar as plain numbers, without rows, locks or SQL.
// Days count from the first day of the test (0).
import {
  countFetch,
  EARLIER_STATUSES,
  endsStay,
  type Missing,
  type ModelStatus,
  NEXT_STATUSES,
  shareOut,
} from './model-rules.ts';

export type ModelNight = {
  sold: number;
  blocked: number;
  /** sold + blocked + still sellable */
  total: number;
  allotted: boolean;
  price: number | null;
  minStay: number | null;
  maxStay: number | null;
  closedToArrival: boolean;
  closedToDeparture: boolean;
  stopSell: boolean;
};

/** The values of a night that can be set, besides its price; absent = unchanged. */
export type ModelValues = {
  available?: number | undefined;
  minStay?: number | undefined;
  maxStay?: number | null | undefined;
  closedToArrival?: boolean | undefined;
  closedToDeparture?: boolean | undefined;
  stopSell?: boolean | undefined;
};

export type ModelRoom = {
  units: number | null;
  price: number;
  minStay: number;
  nights: Map<number, ModelNight>;
};

export type ModelStay = {
  room: number;
  status: ModelStatus;
  from: number;
  until: number;
  price: number;
  /** price of every night ever booked, except those that a move gave up */
  prices: Map<number, number>;
  held: Set<number>;
  /** room of every night ever booked, except those that a move gave up: a guest who moves has slept in the former room */
  rooms: Map<number, number>;
  /** came from a calendar: the nights that it showed last; null = of people, or of people since its calendar has ended it */
  shown: { from: number; until: number } | null;
  /** came from a calendar */
  imported: boolean;
  /** its nights before it ended, which it has again when the end is taken back */
  beforeEnd: Pick<ModelStay, 'prices' | 'rooms'> | null;
};

type Known = { uid: string; stay: number; missing: Missing };
type Block = { held: boolean; missing: Missing };
type Source = { known: Known[]; blocks: Map<number, Block> };

export type FeedContents = { stays: { uid: string; from: number; until: number }[]; blocked: number[] };

export type ModelPatch = {
  room?: number;
  from?: number;
  until?: number;
  price?: number;
  status?: 'checked_in' | 'checked_out' | 'no_show';
  early?: boolean;
};

/** Thrown by the model for an operation that innwire would refuse with this code. */
export class Refused extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export type CalendarModel = {
  today: number;
  rooms: ModelRoom[];
  stays: ModelStay[];
  night(room: number, day: number): ModelNight;
  book(room: number, from: number, until: number, price: number): void;
  accept(room: number, from: number, until: number, price: number): void;
  cancel(stay: number, day: number): void;
  patch(stay: number, patch: ModelPatch): void;
  /** takes the stay back to an earlier status */
  restore(stay: number, status: ModelStatus): void;
  set(room: number, days: number[], values: ModelValues & { price: number }): void;
  setUnits(room: number, units: number): void;
  /** applies one successful fetch; null = the channel answered that nothing changed */
  import(room: number, channel: string, shown: FeedContents | null, clock: ModelClock): void;
  /** how many past stays of a channel have a UID with this prefix */
  past(room: number, channel: string, uid: string): number;
};

export type ModelClock = { nowMs: number; confirmAfterMs: number };

/** Creates a model of a property with these rooms. */
export function createModel(
  rooms: { units: number | null; price: number; minStay: number }[],
): CalendarModel {
  const model: CalendarModel = {
    today: 0,
    rooms: rooms.map((room) => ({ ...room, nights: new Map() })),
    stays: [],
    night: (room, day) => model.rooms[room]!.nights.get(day) ?? fresh(model.rooms[room]!),
    book: (room, from, until, price) => store(room, from, until, price, 'sale'),
    accept: (room, from, until, price) => store(room, from, until, price, 'fact'),
    cancel,
    patch: (stay, patch) => change(stay, patch, 'sale'),
    restore,
    set: setNights,
    setUnits,
    import: importCalendar,
    past: (room, channel, uid) =>
      (sources.get(`${channel}/${room}`)?.known ?? []).filter(
        (known) => known.uid.startsWith(uid) && isOver(known),
      ).length,
  };
  const sources = new Map<string, Source>();

  function fresh(room: ModelRoom): ModelNight {
    const unrestricted = {
      maxStay: null,
      closedToArrival: false,
      closedToDeparture: false,
      stopSell: false,
    };
    const total = room.units ?? 1;
    return { sold: 0, blocked: 0, total, allotted: false, price: null, minStay: null, ...unrestricted };
  }

  function row(room: number, day: number): ModelNight {
    const nights = model.rooms[room]!.nights;
    if (!nights.has(day)) nights.set(day, fresh(model.rooms[room]!));
    return nights.get(day)!;
  }

  const left = (night: ModelNight) => night.total - night.sold - night.blocked;
  const priceOf = (room: number, day: number) => model.night(room, day).price ?? model.rooms[room]!.price;

  function requireFree(days: number[], roomOf: (day: number) => number): void {
    if (days.some((day) => left(model.night(roomOf(day), day)) < 1)) throw new Refused('room_unavailable');
  }

  /**
   * Throws the first restriction that a stay breaks. `was`: the stay before a change; its unchanged parts are
   * not checked. `ends`: nor is the departure when the guest leaves. `hasCome`: the guest neither arrives nor departs anew in another room.
   */
  function requireUnrestricted(
    rooms: Map<number, number>,
    from: number,
    until: number,
    { was, ends = false, hasCome = false }: { was?: ModelStay; ends?: boolean; hasCome?: boolean } = {},
  ): void {
    const [room, last] = [rooms.get(from)!, rooms.get(until - 1)!];
    const sameRoom = was?.room === last || (was && hasCome) ? was! : null;
    const isKept = (day: number) => sameRoom?.held.has(day) && sameRoom.rooms.get(day) === rooms.get(day);
    const leaves = ends && sameRoom !== null && until <= sameRoom.until;
    const { minStay, maxStay, closedToArrival } = model.night(room, from);
    const [length, before] = [until - from, sameRoom ? sameRoom.until - sameRoom.from : null];
    if (range(from, until).some((day) => model.night(rooms.get(day)!, day).stopSell && !isKept(day)))
      throw new Refused('stop_sell');
    if (closedToArrival && sameRoom?.from !== from) throw new Refused('closed_to_arrival');
    if (model.night(last, until).closedToDeparture && sameRoom?.until !== until && !leaves)
      throw new Refused('closed_to_departure');
    const arrives = sameRoom?.from !== from || before === null;
    if (length < (minStay ?? model.rooms[room]!.minStay) && (arrives || (length < before && !leaves)))
      throw new Refused('min_stay_not_met');
    if (maxStay !== null && length > maxStay && (arrives || length > before))
      throw new Refused('max_stay_exceeded');
  }

  function store(room: number, from: number, until: number, price: number, taking: 'sale' | 'fact') {
    const days = range(from, until);
    const rooms = new Map(days.map((day) => [day, room]));
    if (taking === 'sale') {
      requireFree(days, () => room);
      requireUnrestricted(rooms, from, until);
    }
    const prices = shareOut(
      price,
      days.map((day) => priceOf(room, day)),
    );
    for (const day of days) row(room, day).sold += 1;
    model.stays.push({
      room,
      status: 'confirmed',
      from,
      until,
      price,
      prices: new Map(days.map((day, i) => [day, prices[i]!])),
      held: new Set(days),
      rooms,
      shown: null,
      imported: false,
      beforeEnd: null,
    });
  }

  function cancel(index: number, day: number): void {
    const stay = model.stays[index]!;
    let from = Math.max(day, model.today);
    if (stay.status !== 'cancelled') {
      if (stay.status === 'no_show') throw new Refused('invalid_transition');
      if (stay.status === 'checked_out' || day >= stay.until) throw new Refused('stay_ended');
      const arrived = stay.status !== 'confirmed' || stay.from < model.today;
      from = arrived ? Math.max(day, stay.from) : stay.from;
      stay.beforeEnd = { prices: stay.prices, rooms: stay.rooms };
      stay.status = 'cancelled';
    }
    if (!release(stay, from)) return;
    const [left, all] = [[...stay.held], [...stay.prices.keys()]];
    stay.until = left.length > 0 ? from : Math.max(...all) + 1;
    if (left.length > 0) stay.room = stay.rooms.get(from - 1)!;
    stay.price = (left.length > 0 ? left : all).reduce((sum, one) => sum + stay.prices.get(one)!, 0);
  }

  /** A stay that a calendar showed, and shows no longer, is not sold any more. */
  function restore(index: number, status: ModelStatus): void {
    const stay = model.stays[index]!;
    if (!EARLIER_STATUSES[stay.status].includes(status)) throw new Refused('invalid_transition');
    const ended = NEXT_STATUSES[stay.status].length === 0;
    if (stay.status !== 'checked_out' && ended && stay.imported && stay.shown && !isKnown(index))
      throw new Refused('invalid_transition');
    const { prices, rooms } = (ended && stay.beforeEnd) || stay;
    const nights = [...prices.keys()].sort((a, b) => a - b);
    if (status === 'checked_in' && model.today < Math.min(...nights)) throw new Refused('invalid_transition');
    const holds = (day: number) => stay.held.has(day) && stay.rooms.get(day) === rooms.get(day);
    requireFree(
      nights.filter((day) => !holds(day)),
      (day) => rooms.get(day)!,
    );
    for (const day of stay.held) row(stay.rooms.get(day)!, day).sold -= 1;
    for (const day of nights) row(rooms.get(day)!, day).sold += 1;
    const price = nights.reduce((sum, day) => sum + prices.get(day)!, 0);
    Object.assign(stay, { prices, rooms, price, held: new Set(nights), beforeEnd: null });
    if (ended) {
      stay.from = nights[0]!;
      stay.until = nights.at(-1)! + 1;
      stay.room = rooms.get(nights.at(-1)!)!;
    }
    stay.status = status;
  }

  const isKnown = (index: number) =>
    [...sources.values()].some(({ known }) => known.some(({ stay }) => stay === index));

  /** Returns whether there were nights to release. */
  function release(stay: ModelStay, from: number): boolean {
    const nights = [...stay.held].filter((one) => one >= from);
    for (const night of nights) {
      stay.held.delete(night);
      row(stay.rooms.get(night)!, night).sold -= 1;
    }
    return nights.length > 0;
  }

  function change(index: number, patch: ModelPatch, taking: 'sale' | 'fact'): void {
    const stay = model.stays[index]!;
    const { early, ...members } = patch;
    const wanted = { ...stay, ...members };
    const next: readonly ModelStatus[] = NEXT_STATUSES[stay.status];
    if (wanted.status !== stay.status && !next.includes(wanted.status)) {
      throw new Refused('invalid_transition');
    }
    const changes = wanted.status !== stay.status;
    const ends = changes && endsStay(wanted.status);
    const moved = wanted.room !== stay.room || wanted.from !== stay.from || wanted.until !== stay.until;
    if (next.length === 0 && (moved || wanted.price !== stay.price)) throw new Refused('invalid_transition');
    const present = stay.status === 'checked_in' && taking === 'sale' && wanted.from !== stay.from;
    if ((changes || present) && model.today < wanted.from && !(wanted.status === 'checked_in' && early))
      throw new Refused('invalid_transition');
    const noNight = stay.status === 'checked_in' && wanted.room !== stay.room && model.today >= wanted.until;
    if (noNight && taking === 'sale') throw new Refused('invalid_transition');
    if (ends) stay.beforeEnd = { prices: stay.prices, rooms: stay.rooms };
    if (moved) move(stay, wanted, { ...patch, taking, ends });
    else if (wanted.price !== stay.price) {
      const days = [...stay.prices.keys()].sort((a, b) => a - b);
      const before = days.map((day) => stay.prices.get(day)!);
      const prices = newPrices(wanted, { days, before, weights: before });
      stay.prices = new Map(days.map((day, i) => [day, prices[i]!]));
      stay.price = wanted.price;
    }
    stay.status = wanted.status;
    if (ends && release(stay, model.today + 1)) stay.until = model.today + 1;
  }

  /**
   * Moves a stay. Nights that it keeps are its own: only those that it gains must be free. Another room is that of the nights from today
   * on, if the guest has come and goes on.
   */
  function move(
    stay: ModelStay,
    wanted: ModelStay,
    { price, taking, ends }: ModelPatch & { taking: string; ends: boolean },
  ) {
    const days = range(wanted.from, wanted.until);
    const hasCome = stay.status !== 'confirmed' || stay.from < model.today;
    const goesOn = hasCome && model.today < wanted.until;
    const firstMoved = wanted.room === stay.room ? Infinity : goesOn ? model.today : wanted.from;
    const roomOf = (day: number) => {
      if (day >= firstMoved) return wanted.room;
      return stay.rooms.get(day) ?? (day < stay.from ? stay.rooms.get(stay.from)! : stay.room);
    };
    const rooms = new Map(days.map((day) => [day, roomOf(day)]));
    if (taking === 'sale') {
      requireFree(
        days.filter((day) => !stay.held.has(day) || stay.rooms.get(day) !== rooms.get(day)),
        roomOf,
      );
      requireUnrestricted(rooms, wanted.from, wanted.until, { was: stay, ends, hasCome });
    }
    const calendar = days.map((day) => priceOf(rooms.get(day)!, day));
    const natural = days.map((day, i) => stay.prices.get(day) ?? calendar[i]!);
    const prices =
      price === undefined
        ? natural
        : newPrices({ ...wanted, price }, { days, before: natural, weights: calendar });
    for (const day of stay.held) row(stay.rooms.get(day)!, day).sold -= 1;
    for (const day of days) row(rooms.get(day)!, day).sold += 1;
    Object.assign(stay, {
      room: rooms.get(wanted.until - 1)!,
      from: wanted.from,
      until: wanted.until,
      price: prices.reduce((a, b) => a + b, 0),
      prices: new Map(days.map((day, i) => [day, prices[i]!])),
      held: new Set(days),
      rooms,
    });
  }

  /** Whether a night is the house's own: not one of those that the calendar of the stay showed. */
  function isOwn({ imported, shown, from, until }: ModelStay, day: number): boolean {
    if (!imported) return false;
    if (!shown) return true;
    const meet = range(from, until).some((one) => one >= shown.from && one < shown.until);
    return meet && (day < shown.from || day >= shown.until);
  }

  /** People set the price of their own nights, if there are others and the price is not lower than theirs. */
  function newPrices(
    wanted: ModelStay,
    { days, before, weights }: { days: number[]; before: number[]; weights: number[] },
  ): number[] {
    const own = days.flatMap((day, i) => (isOwn(wanted, day) ? [i] : []));
    const rest = wanted.price - days.reduce((sum, _, i) => (own.includes(i) ? sum : sum + before[i]!), 0);
    if (own.length === 0 || own.length === days.length || rest < 0) return shareOut(wanted.price, weights);
    const shares = shareOut(
      rest,
      own.map((i) => weights[i]!),
    );
    return before.map((amount, i) => (own.includes(i) ? shares[own.indexOf(i)]! : amount));
  }

  function setNights(room: number, days: number[], values: ModelValues & { price: number }): void {
    const { units } = model.rooms[room]!;
    const { available } = values;
    for (const day of days) {
      const night = model.night(room, day);
      const most =
        units === null ? Number.POSITIVE_INFINITY : Math.max(0, units - night.sold - night.blocked);
      if (available !== undefined && available > most) throw new Refused('exceeds_units');
    }
    for (const day of days) {
      const night = row(room, day);
      night.price = values.price;
      night.minStay = values.minStay ?? night.minStay;
      if (values.maxStay !== undefined) night.maxStay = values.maxStay;
      night.closedToArrival = values.closedToArrival ?? night.closedToArrival;
      night.closedToDeparture = values.closedToDeparture ?? night.closedToDeparture;
      night.stopSell = values.stopSell ?? night.stopSell;
      if (available === undefined) continue;
      night.allotted = true;
      // An overbooked night already has nothing left.
      if (available > 0 || left(night) > 0) night.total = night.sold + night.blocked + available;
    }
  }

  function setUnits(room: number, units: number): void {
    const own = model.rooms[room]!;
    if (units === own.units) return;
    const ahead = [...own.nights].filter(([day]) => day >= model.today).map(([, night]) => night);
    if (ahead.some((night) => night.sold + night.blocked > units)) throw new Refused('exceeds_units');
    for (const night of ahead) night.total = night.allotted ? Math.min(night.total, units) : units;
    own.units = units;
  }

  function importCalendar(
    room: number,
    channel: string,
    shown: FeedContents | null,
    clock: ModelClock,
  ): void {
    const key = `${channel}/${room}`;
    if (!sources.has(key)) sources.set(key, { known: [], blocks: new Map() });
    const source = sources.get(key)!;
    for (const day of [...source.blocks.keys()].filter((one) => one < model.today)) source.blocks.delete(day);
    const stayed = new Set(shown?.stays.flatMap(({ from, until }) => range(from, until)));
    for (const [day, block] of [...source.blocks].filter(([one]) => stayed.has(one))) {
      source.blocks.delete(day);
      if (block.held) row(room, day).blocked -= 1;
    }
    importStays(source, room, shown, clock);
    const blocked = shown?.blocked.filter((day) => !stayed.has(day)) ?? [];
    importBlocks(source, room, shown && { ...shown, blocked }, clock);
  }

  const isOver = ({ stay }: Known) => model.stays[stay]!.shown!.until <= model.today;

  /** All channels of this model have stable UIDs, so stays are matched by UID alone. */
  function importStays(source: Source, room: number, shown: FeedContents | null, clock: ModelClock): void {
    const over = source.known.filter(isOver);
    const tracked = source.known
      .filter((known) => !isOver(known))
      .map((known) => {
        const stay = model.stays[known.stay]!;
        const incoming = shown?.stays.find(({ uid }) => uid === known.uid);
        return {
          known,
          incoming,
          day: stay.shown!.from,
          present: shown ? incoming !== undefined : known.missing === null,
          missing: known.missing,
        };
      });
    for (const { known, incoming } of tracked) {
      const stay = model.stays[known.stay]!;
      if (!incoming || NEXT_STATUSES[stay.status].length === 0) continue;
      const shown = stay.shown!;
      const begun = shown.from <= model.today;
      const from = begun ? Math.min(shown.from, incoming.from) : incoming.from;
      if (!show(known.stay, { from, until: incoming.until })) {
        acceptShown(room, incoming);
        known.stay = model.stays.length - 1;
      }
    }
    source.known = over;
    for (const { item, missing, remove } of countFetch(tracked, { ...clock, firstDay: model.today + 1 })) {
      const stay = model.stays[item.known.stay]!;
      if (!remove) source.known.push({ ...item.known, missing });
      else if (NEXT_STATUSES[stay.status].length > 0) endShown(item.known.stay);
    }
    for (const { uid, from, until } of shown?.stays ?? []) {
      if (tracked.some(({ known }) => known.uid === uid)) continue;
      acceptShown(room, { from, until });
      source.known.push({ uid, stay: model.stays.length - 1, missing: null });
    }
  }

  function acceptShown(room: number, { from, until }: { from: number; until: number }): void {
    store(room, from, until, 0, 'fact');
    Object.assign(model.stays.at(-1)!, { imported: true, shown: { from, until } });
  }

  /** Applies nights that a calendar shows of a stay. False = they are apart from people's own nights, which the stay is from now on. */
  function show(index: number, seen: { from: number; until: number }): boolean {
    const stay = model.stays[index]!;
    const shown = stay.shown!;
    const days = range(stay.from, stay.until);
    const isChanged = shown.from !== seen.from || shown.until !== seen.until;
    const hasMoved = range(shown.from, shown.until).some((day) => !days.includes(day));
    const own = days.filter((day) => isOwn(stay, day));
    const isApart = seen.from > stay.until || seen.until < stay.from;
    if (isChanged && !hasMoved && own.length > 0 && isApart) {
      stay.shown = null;
      return false;
    }
    stay.shown = seen;
    if (isChanged && !hasMoved) {
      const from = Math.min(seen.from, ...own);
      change(index, { from, until: Math.max(seen.until, ...own.map((day) => day + 1)) }, 'fact');
    }
    return true;
  }

  /** A calendar shows a stay no longer: people keep one with own nights, and one that has begun here. */
  function endShown(index: number): void {
    const stay = model.stays[index]!;
    const hasOwn = range(stay.from, stay.until).some((day) => isOwn(stay, day));
    if (!hasOwn && stay.from > model.today) cancel(index, stay.from);
    else if (hasOwn && (stay.status !== 'checked_in' || model.today < stay.shown!.until)) stay.shown = null;
  }

  function importBlocks(source: Source, room: number, shown: FeedContents | null, clock: ModelClock): void {
    const present = (day: number, block: Block) =>
      shown ? shown.blocked.includes(day) : block.missing === null;
    const tracked = [...source.blocks].map(([day, block]) => ({
      day,
      block,
      present: present(day, block),
      missing: block.missing,
    }));
    for (const { item, missing, remove } of countFetch(tracked, { ...clock, firstDay: model.today })) {
      item.block.missing = missing;
      if (!remove) continue;
      source.blocks.delete(item.day);
      if (item.block.held) row(room, item.day).blocked -= 1;
    }
    for (const day of shown?.blocked ?? []) {
      if (!source.blocks.has(day)) source.blocks.set(day, { held: false, missing: null });
    }
    for (const [day, block] of source.blocks) {
      if (block.held || block.missing !== null || left(model.night(room, day)) < 1) continue;
      row(room, day).blocked += 1;
      block.held = true;
    }
  }

  return model;
}

function range(from: number, until: number): number[] {
  return Array.from({ length: Math.max(0, until - from) }, (_, i) => from + i);
}
