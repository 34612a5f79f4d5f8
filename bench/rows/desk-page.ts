// The front desk in Chromium: how soon it can be used, how soon a sale at a channel is on the calendar, and how its memory grows.
import type { Browser, CDPSession, Page } from 'playwright-core';
import { CHROMIUM, launchChromium } from '../../test/browser/chart/chromium.ts';
import {
  type BenchEnvironment,
  type ChannelProperty,
  dateIn,
  startChannelEnvironment,
} from '../channel-environment.ts';
import { type Figure, median, quantile, type Row } from '../row.ts';

const USABLE_MS = 1_000;
const PAINTED_MS = 300;
const SALES = 40;
const OPENINGS = 5;
/** All of its rows are in sight: others are not painted. */
const HOUSE = { rooms: 8, nights: 90 };
/** Changes of an hour of a busy house, one each two seconds; the desk shows them as fast as they are made. */
const CHANGES = 1_800;
/** Growth of the page's memory that is not the records themselves. */
const GROWTH_MB = 4;

export const deskPageRows: readonly Row[] = [
  {
    name: 'the desk in Chromium: from its address to the calendar',
    target: `median ≤ ${USABLE_MS} ms`,
    run: () => onDesk(measureStart),
  },
  {
    name: 'a sale at a channel is on the open calendar',
    target: `p95 ≤ ${PAINTED_MS} ms after its event`,
    run: () => onDesk(measureSales),
  },
  {
    name: `an open calendar after ${CHANGES.toLocaleString('en')} changes`,
    target: `≤ ${GROWTH_MB} MB more`,
    run: () => onDesk(measureMemory),
  },
];

type OpenDesk = {
  environment: BenchEnvironment;
  browser: Browser;
  property: ChannelProperty;
  /** opens the calendar in a new browser window where the owner is signed in */
  open: () => Promise<Page>;
};

async function onDesk(measure: (desk: OpenDesk) => Promise<Figure[]>): Promise<Figure[]> {
  if (CHROMIUM === null) {
    console.error('There is no Chromium on this machine: the desk is not measured.');
    return [];
  }
  const environment = await startChannelEnvironment();
  const browser = await launchChromium();
  try {
    const [property] = await environment.add(1, HOUSE);
    await environment.settled(60_000);
    const cookie = await signIn(environment);
    const open = async () => {
      const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
      await context.addCookies([cookie]);
      const page = await context.newPage();
      await page.goto(`${urlOf(environment)}/desk/calendar`);
      await page.locator('.tape-row-head').nth(3).waitFor();
      return page;
    };
    return await measure({ environment, browser, property: property!, open });
  } finally {
    await browser.close();
    await environment.close();
  }
}

function urlOf({ server }: BenchEnvironment): string {
  return `http://127.0.0.1:${server.port}`;
}

/** Signs an owner in, and returns the cookie. */
async function signIn(environment: BenchEnvironment) {
  const owner = { name: 'Maria Thoma', role: 'owner', all_properties: true };
  const { link } = await environment.server.operator<{ link: string }>('POST', '/users', owner);
  const url = urlOf(environment);
  const answer = await fetch(`${url}/session`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ secret: link.slice(link.indexOf('#') + 1) }),
  });
  const [name, value] = answer.headers.get('set-cookie')!.split(';')[0]!.split('=') as [string, string];
  return { name, value, url, httpOnly: true, sameSite: 'Strict' as const };
}

async function measureStart({ open }: OpenDesk): Promise<Figure[]> {
  const samples: number[] = [];
  for (let opening = 0; opening < OPENINGS; opening += 1) {
    const begun = performance.now();
    const page = await open();
    samples.push(performance.now() - begun);
    await page.context().close();
  }
  const usable = median(samples);
  const measured = `  median ${usable.toFixed(0)} ms of ${OPENINGS}, nothing cached`;
  return [{ measured, ratio: usable / USABLE_MS, met: usable <= USABLE_MS }];
}

/** Measures from the moment of a sale's event, which is before its commit, until the bar was painted. */
async function measureSales({ environment, property, open }: OpenDesk): Promise<Figure[]> {
  const page = await open();
  const seller = property.connected.find(({ channel }) => channel === 'open_channel')!;
  const delays: number[] = [];
  for (let sale = 0; sale < SALES; sale += 1) {
    const room = property.rooms[sale % property.rooms.length]!;
    const surname = `Guest${sale}`;
    const painted = page.evaluate<number>(paintedAt(surname));
    await seller.ota.sell({
      hotel: seller.hotel.id,
      room: seller.rooms.get(room)!,
      arrival: dateIn(1 + 3 * Math.floor(sale / property.rooms.length)),
      nights: 2,
      guest: { surname },
    });
    const at = await painted;
    delays.push(at - (await committedAt(environment, property, surname)));
  }
  const p95 = quantile(delays, 0.95);
  const measured = `  median ${median(delays).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms of ${SALES} sales`;
  return [{ measured, ratio: p95 / PAINTED_MS, met: p95 <= PAINTED_MS }];
}

async function committedAt(
  { server }: BenchEnvironment,
  { token }: ChannelProperty,
  guest: string,
): Promise<number> {
  const [booking] = JSON.parse(await server.send('GET', `/api/bookings/${token}?search=${guest}`));
  return Date.parse(booking.created_at);
}

/** A script that returns when the bar of a guest was painted, in milliseconds since 1970. */
function paintedAt(name: string): string {
  return `new Promise((resolve) => {
    const look = () => {
      const isThere = [...document.querySelectorAll('.bar')].some((bar) => bar.textContent.includes('${name}'));
      requestAnimationFrame(() => (isThere ? resolve(performance.timeOrigin + performance.now()) : look()));
    };
    look();
  })`;
}

async function measureMemory({ environment, property, open }: OpenDesk): Promise<Figure[]> {
  const page = await open();
  const protocol = await page.context().newCDPSession(page);
  // The first changes compile what later ones use.
  await change(environment, property, CHANGES / 10);
  const before = await memoryOf(protocol);
  await change(environment, property, CHANGES);
  await page.waitForTimeout(2_000);
  const after = await memoryOf(protocol);
  const grown = after.heapMb - before.heapMb;
  const measured = `  ${before.heapMb.toFixed(1)} → ${after.heapMb.toFixed(1)} MB, ${before.nodes} → ${after.nodes} nodes`;
  return [{ measured, ratio: grown / GROWTH_MB, met: grown <= GROWTH_MB }];
}

/** Books a night, changes its price and cancels the stay, again and again. */
async function change(
  { server }: BenchEnvironment,
  { token, rooms }: ChannelProperty,
  times: number,
): Promise<void> {
  for (let done = 0; done < times; done += 3) {
    const [checkin, checkout] = [dateIn(5), dateIn(6)];
    const room_id = rooms[(done / 3) % rooms.length];
    const stay = { room_id, name: `Ada ${done}`, checkin, checkout, price: 100 };
    const { order_id: id } = JSON.parse(await server.send('POST', `/api/bookings/${token}`, stay));
    await server.send('POST', `/api/availability/${token}`, { room_id, date: checkin, price: 100 + done });
    await server.send('DELETE', `/api/bookings/${token}?order_id=${id}&date=${checkin}`);
  }
}

async function memoryOf(protocol: CDPSession): Promise<{ heapMb: number; nodes: number }> {
  await protocol.send('Performance.enable');
  for (let pass = 0; pass < 3; pass += 1) await protocol.send('HeapProfiler.collectGarbage');
  const { metrics } = await protocol.send('Performance.getMetrics');
  const read = (name: string) => metrics.find((metric) => metric.name === name)!.value;
  return { heapMb: read('JSHeapUsedSize') / 1024 / 1024, nodes: read('Nodes') };
}
