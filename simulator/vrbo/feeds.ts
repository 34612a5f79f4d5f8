// Pull of innwire's feeds: the index of indexes, then availability and rates of each changed unit.

import type { Hotel } from '../hotel.ts';
import type { Target } from '../ota.ts';
import { callOut } from '../outgoing-calls.ts';
import { child, childrenOf, type Node, readXml, textOf, XmlError } from '../xml.ts';
import { misshapen, type Shapes } from '../xml-shape.ts';
import { storeAvailability } from './availability.ts';
import { addressOf, headersFor, type Vrbo } from './context.ts';
import { storeRates } from './rates.ts';

const INDEX: Shapes = {
  advertisersContentIndex: ['', 'documentVersion advertiserIndexEntry+'],
  advertiserIndexEntry: [
    '',
    'advertiserAssignedId! advertiserName advertiserListingContentIndexUrl advertiserLodgingConfigurationContentIndexUrl advertiserLodgingRateContentIndexUrl! advertiserUnitAvailabilityContentIndexUrl!',
  ],
};

const entryShapes = (root: string, entry: string, url: string): Shapes => ({
  [root]: ['', 'documentVersion advertiser!'],
  advertiser: ['', `assignedId! ${entry}*`],
  [entry]: ['', `listingExternalId! unitExternalId! lastUpdatedDate! ${url}!`],
});

type Content = {
  entry: string;
  root: string;
  url: string;
  store(context: Vrbo, hotel: Hotel, content: Node): string | undefined;
};

const CONTENTS: Record<'availability' | 'rates', Content> = {
  availability: {
    root: 'advertiserUnitAvailabilityContentIndex',
    entry: 'unitAvailabilityContentIndexEntry',
    url: 'unitAvailabilityContentUrl',
    store: storeAvailability,
  },
  rates: {
    root: 'advertiserLodgingRateContentIndex',
    entry: 'lodgingRateContentIndexEntry',
    url: 'lodgingRateContentUrl',
    store: storeRates,
  },
};

/** Date of each content when it was last read, by URL; a changed date means that it is read again. */
export type FeedVersions = Map<string, string>;

/** Reads the feeds of a hotel. Returns true when all could be read and were valid. */
export async function pullFeeds(context: Vrbo, hotel: Hotel, seen: FeedVersions): Promise<boolean> {
  const target = context.targets.of(hotel.id);
  if (!target) return false;
  const root = await read(context, target, { kind: 'index', url: addressOf(target, 'index'), shapes: INDEX });
  if (!root) return false;
  const own = childrenOf(root, 'advertiserIndexEntry').find(
    (one) => textOf(one, 'advertiserAssignedId') === hotel.id,
  );
  if (!own) {
    context.note(addressOf(target, 'index'), `the index has no advertiser ${hotel.id}`);
    return false;
  }
  const availability = await pullContents(context, hotel, {
    target,
    seen,
    content: CONTENTS.availability,
    kind: 'availability',
    url: textOf(own, 'advertiserUnitAvailabilityContentIndexUrl')!,
  });
  const rates = await pullContents(context, hotel, {
    target,
    seen,
    content: CONTENTS.rates,
    kind: 'rates',
    url: textOf(own, 'advertiserLodgingRateContentIndexUrl')!,
  });
  return availability && rates;
}

type Pull = { target: Target; seen: FeedVersions; content: Content; kind: string; url: string };

async function pullContents(
  context: Vrbo,
  hotel: Hotel,
  { target, seen, content, kind, url }: Pull,
): Promise<boolean> {
  const shapes = entryShapes(content.root, content.entry, content.url);
  const index = await read(context, target, { kind: `${kind}_index`, url, shapes });
  if (!index) return false;
  let complete = true;
  for (const entry of childrenOf(child(index, 'advertiser')!, content.entry)) {
    const address = textOf(entry, content.url)!;
    const changed = textOf(entry, 'lastUpdatedDate')!;
    if (Number.isNaN(Date.parse(changed)) || !changed.endsWith('Z')) {
      context.note(url, `lastUpdatedDate ${changed} is no moment in UTC`);
      complete = false;
      continue;
    }
    if (seen.get(address) === changed) continue;
    const node = await read(context, target, { kind, url: address });
    const wrong = node && (foreign(node, entry) ?? content.store(context, hotel, node));
    if (wrong) context.note(address, wrong);
    if (!node || wrong) complete = false;
    else seen.set(address, changed);
  }
  return complete;
}

function foreign(content: Node, entry: Node): string | undefined {
  return ['listingExternalId', 'unitExternalId']
    .filter((name) => textOf(content, name) !== textOf(entry, name))
    .map((name) => `${name} differs from the index`)[0];
}

async function read(
  context: Vrbo,
  target: Target,
  { kind, url, shapes }: { kind: string; url: string; shapes?: Shapes },
): Promise<Node | undefined> {
  const answered = await callOut(context.core, { kind, method: 'GET', url, headers: headersFor(target) });
  if (!answered) return undefined;
  if (answered.status !== 200) {
    context.note(url, `HTTP ${answered.status}`);
    return undefined;
  }
  try {
    const root = readXml(answered.text);
    const wrong = shapes && (shapes[root.name] ? misshapen(root, shapes) : `unexpected ${root.name}`);
    if (!wrong) return root;
    context.note(url, wrong);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    context.note(url, error.message);
  }
  return undefined;
}
