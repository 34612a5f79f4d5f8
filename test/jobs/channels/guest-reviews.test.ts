// Reviews of Airbnb's guests through Channex: the guest's is hidden until the house has written, which is sent once.
import { expect, test } from 'vitest';
import type { TestProperty } from '../../harness/api.ts';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();
const ota = () => environment.simulator.channex;

const list = async (what: string, { token }: TestProperty): Promise<any[]> =>
  (await environment.api.get(`/api/${what}/${token}`)).body;
const kindsOf = async (property: TestProperty): Promise<string[]> => {
  const events = await list('events', property);
  return events
    .filter(({ kind }) => kind.includes('review'))
    .map(({ kind, data }) => [kind, data.state].filter(Boolean).join(' '));
};

const RATINGS = { respect_house_rules: 5, communication: 4, cleanliness: 3, recommended: true };
const WRITTEN = { ...RATINGS, public_review: 'A pleasure to have.', private_review: 'Come again!' };

/** A stay whose guest has written at Airbnb, which hides it. `write` reviews the guest. */
async function hidden() {
  const { property, there } = await environment.connectOneRoom('channex', { days: 20 });
  const { reference } = await ota().sell({
    hotel: there.hotel.id,
    arrival: environment.day(4),
    nights: 2,
    seller: 'Airbnb',
    guest: { givenName: 'Ada', surname: 'Lovelace' },
  });
  await environment.poll(() => list('bookings', property)).toHaveLength(1);
  const review = await ota().review(reference, { positive: 'Quiet', score: 8, hidden: true });
  const read = () =>
    environment.api.operator('POST', `/properties/${property.hotelId}/channels/channex/resync`);
  await read();
  await environment.poll(() => list('guest_reviews', property)).toHaveLength(1);
  const [{ guest_review_id }] = await list('guest_reviews', property);
  const write = (given: object = WRITTEN) =>
    environment.api.post(`/api/guest_reviews/${property.token}`, { guest_review_id, ...given });
  const atChannel = () =>
    ota()
      .reviews(there.hotel.id)
      .find(({ id }) => id === review.id)!;
  return { property, there, read, write, atChannel: atChannel };
}

test('a hidden review says that the guest has written, and is shown once the house has', async () => {
  const { property, read, write, atChannel } = await hidden();
  const [{ order_id }] = await list('bookings', property);
  expect(await list('guest_reviews', property)).toMatchObject([
    { channel: 'airbnb', state: 'open', guest_name: 'Ada Lovelace', order_id, public_review: null },
  ]);
  expect(await list('reviews', property)).toEqual([]);
  expect((await write()).body).toMatchObject({ ...WRITTEN, state: 'queued' });
  await environment.poll(() => list('guest_reviews', property)).toMatchObject([{ state: 'sent' }]);
  expect(atChannel().ofGuest).toEqual({
    scores: [
      { category: 'respect_house_rules', rating: 5 },
      { category: 'communication', rating: 4 },
      { category: 'cleanliness', rating: 3 },
    ],
    public_review: 'A pleasure to have.',
    private_review: 'Come again!',
    is_reviewee_recommended: true,
    tags: [],
  });
  await read();
  await environment
    .poll(() => list('reviews', property))
    .toMatchObject([{ order_id, score: 8, positive: expect.stringContaining('Quiet') }]);
  expect(await list('guest_reviews', property)).toMatchObject([{ state: 'sent' }]);
  expect(await kindsOf(property)).toEqual([
    'guest_review.received open',
    'guest_review.written queued',
    'guest_review.changed sent',
    'review.received',
  ]);
});

test('one whose answer is lost is looked up, and sent once', async () => {
  const { property, there, write, atChannel } = await hidden();
  ota().faults.add({ kind: 'cut_after', on: 'review_guest', count: 1 });
  await write();
  await environment.poll(() => list('guest_reviews', property)).toMatchObject([{ state: 'sent' }]);
  expect(atChannel().ofGuest).toBeDefined();
  expect(
    ota()
      .requests('review_guest')
      .filter(({ path }) => path.includes(atChannel().id)),
  ).toHaveLength(1);
  await environment.settled([there]);
});

test('what the channel refuses can be written anew, with its reason', async () => {
  const { property, write, atChannel } = await hidden();
  // Meanwhile somebody has reviewed the guest at Airbnb.
  const { url, credentials } = ota();
  const sent = await fetch(`${url}/api/v1/reviews/${atChannel().id}/guest_review`, {
    method: 'POST',
    headers: { 'user-api-key': credentials['api_key']! },
    body: JSON.stringify({
      review: {
        scores: ['respect_house_rules', 'communication', 'cleanliness'].map((category) => ({
          category,
          rating: 5,
        })),
        public_review: 'There',
      },
    }),
  });
  expect(sent.status).toBe(200);
  await write();
  await environment
    .poll(() => list('guest_reviews', property))
    .toMatchObject([{ state: 'open', error: expect.stringContaining('already exists'), ...WRITTEN }]);
});
