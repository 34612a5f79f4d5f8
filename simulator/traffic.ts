// Random traffic: sales, changes, cancellations, messages and reviews at a given rate.

import { Random } from '../sample-people/random.ts';
import { inventDetails } from './order-details.ts';
import type { Ota } from './ota.ts';
import { NotSellableError } from './sales.ts';
import type { Simulator } from './simulator.ts';

export type Traffic = { stop(): void };

/** Actions with their shares in percent. */
const SHARES: readonly [share: number, act: (ota: Ota, random: Random) => Promise<unknown>][] = [
  [55, (ota, random) => ota.sell({ details: inventDetails(random) })],
  [
    10,
    (ota, random) =>
      withBooked(ota, random, (reference) => ota.modify(reference, { adults: random.between(1, 2) })),
  ],
  [15, (ota, random) => withBooked(ota, random, (reference) => ota.cancel(reference))],
  [15, (ota, random) => withBooked(ota, random, (reference) => ota.write(reference))],
  [5, (ota, random) => withBooked(ota, random, (reference) => ota.review(reference))],
];

/** Starts random actions at random OTAs, `perMinute` times a minute. */
export function startTraffic(
  simulator: Simulator,
  { perMinute, seed }: { perMinute: number; seed: number },
): Traffic {
  const random = new Random(seed).branch('life');
  const timer = setInterval(() => {
    const ota = random.pick(simulator.otas.filter((one) => one.hotels().length > 0));
    void runTraffic(ota, random);
  }, 60_000 / perMinute);
  return { stop: () => clearInterval(timer) };
}

async function runTraffic(ota: Ota | undefined, random: Random): Promise<void> {
  if (!ota) return;
  let rest = random.between(0, 99);
  const [, act] = SHARES.find(([share]) => {
    rest -= share;
    return rest < 0;
  })!;
  try {
    await act(ota, random);
  } catch (error) {
    // Nothing is free, or nobody has booked.
    if (!(error instanceof NotSellableError)) throw error;
  }
}

async function withBooked(
  ota: Ota,
  random: Random,
  act: (reference: string) => Promise<unknown>,
): Promise<unknown> {
  const booked = ota.reservations().filter(({ status }) => status === 'booked');
  return booked.length > 0 ? act(random.pick(booked).reference) : undefined;
}
