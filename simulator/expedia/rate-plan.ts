// Expedia AR: reading of a rate plan's update, in one of Expedia's pricing models.
import type { RateNight } from '../calendar.ts';
import type { Hotel, OtaRoom, Rate } from '../hotel.ts';
import { child, childrenOf, type Node } from '../xml.ts';
import { EqcError, type Expedia } from './context.ts';

const LONGEST_STAY = 28;

export function readRate(
  context: Expedia,
  plan: Node,
  { hotel, room }: { hotel: Hotel; room: OtaRoom },
): { rate: Rate; ofRate: RateNight; defaults: RateNight; fields: number } {
  const id = plan.attributes['id'];
  const rate = room.rates.find((one) => one.id === id);
  if (!rate) throw new EqcError(3204, `Rate plan ID ${id} is not valid for room type ${room.id}`);
  const night: RateNight = {};
  const { closed } = plan.attributes;
  if (closed !== undefined) night.stopSell = readFlag(closed);
  const rates = childrenOf(plan, 'Rate');
  if (rates.length > 0 && rate.readOnly)
    throw new EqcError(3145, `Rate plan ${id} is derived, its rates cannot be set`);
  const prices = rates.reduce((count, one) => count + readPrices(context, one, { hotel, room, night }), 0);
  const restrictions = child(plan, 'Restrictions');
  const limits = readRestrictions(restrictions);
  const fields = (closed === undefined ? 0 : 1) + prices + Object.keys(limits).length;
  // Expedia's reference: an unspecified length-of-stay limit is set to its default.
  const defaults = restrictions ? { minStay: 1, maxStay: LONGEST_STAY } : {};
  return { rate, ofRate: { ...night, ...limits }, defaults, fields };
}

function readPrices(
  context: Expedia,
  node: Node,
  { hotel, room, night }: { hotel: Hotel; room: OtaRoom; night: RateNight },
): number {
  const pricing = context.options.pricing ?? 'PerDay';
  if (node.attributes['currency'] !== hotel.currency) {
    throw new EqcError(3103, `The currency of hotel ${hotel.id} is ${hotel.currency}`);
  }
  if (node.children.length === 0) throw new EqcError(3010, 'Schema: Rate lacks its amount');
  for (const amount of node.children) {
    if (amount.name !== pricing)
      throw new EqcError(3026, `The pricing model of hotel ${hotel.id} is ${pricing}`);
    const given = amount.attributes['rate']!;
    if (!/^\d{1,9}(\.\d{1,3})?$/.test(given)) throw new EqcError(3010, `Schema: ${given} is not an amount`);
    if (amount.name === 'PerDay') night.price = Number(given);
    else {
      const guests = numberIn(amount.attributes['occupancy']!, 1, 20);
      night.prices = { ...night.prices, [guests]: Number(given) };
      if (guests === room.maxPersons) night.price = Number(given);
    }
  }
  return node.children.length;
}

function readRestrictions(node: Node | undefined): RateNight {
  const night: RateNight = {};
  if (!node) return night;
  const { minLOS, maxLOS, closedToArrival, closedToDeparture } = node.attributes;
  if (minLOS !== undefined) night.minStay = numberIn(minLOS, 1, LONGEST_STAY);
  if (maxLOS !== undefined) night.maxStay = numberIn(maxLOS, 1, LONGEST_STAY);
  if (closedToArrival !== undefined) night.closedToArrival = readFlag(closedToArrival);
  if (closedToDeparture !== undefined) night.closedToDeparture = readFlag(closedToDeparture);
  return night;
}

export function numberIn(text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new EqcError(3010, `Schema: ${text} is not a number from ${least} to ${most}`);
  }
  return value;
}

export function readFlag(text: string): boolean {
  if (!['true', 'false', '1', '0'].includes(text))
    throw new EqcError(3010, `Schema: ${text} is not a boolean`);
  return text === 'true' || text === '1';
}
