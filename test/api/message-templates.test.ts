// Templates of messages: stored in several languages, filled from a booking, and harmless whatever is in them or in the booking.
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
let house: TestProperty;
beforeEach(async () => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
  house = await api.property({ rooms: [{ units: 9 }], settings: { language: 'en' } });
});

const url = (query = '') => `/api/message_templates/${house.token}${query}`;
const create = (texts: object, name = 'Directions') => api.post(url(), { name, texts });
const book = async (members: object = {}) => {
  const stay = { room_id: house.room, checkin: '2026-12-01', checkout: '2026-12-04', price: 360.5 };
  return (await api.post(`/api/bookings/${house.token}`, { name: 'Ada Lovelace', ...stay, ...members })).body
    .order_id as number;
};
const fill = (template: number, order: number, language?: string) =>
  api.get(
    `/api/message_templates/filled/${house.token}?template_id=${template}&order_id=${order}${language ? `&language=${language}` : ''}`,
  );
const textOf = async (text: string, members: object = {}) => {
  const { body } = await create({ en: text }, `T ${text.slice(0, 40)} ${Object.keys(members)}`);
  return (await fill(body.template_id, await book(members))).body.text;
};

test('a template is stored, listed, changed and removed, each with an event', async () => {
  const made = await create({ 'pt-pt': 'Olá', en: 'Dear {{ first_name }}' });
  expect(made.body, made.text).toMatchObject({ name: 'Directions', hotel_id: house.hotelId });
  expect(Object.keys(made.body.texts)).toEqual(['en', 'pt-PT']);
  const id = made.body.template_id;
  expectProblem(await create({ en: 'x' }, 'DIRECTIONS'), 400, 'template_name_taken');
  const changed = await api.request('PATCH', url(`?template_id=${id}`), { body: { name: 'The way' } });
  expect(changed.body).toMatchObject({ name: 'The way', texts: made.body.texts });
  expect((await api.get(url())).body).toEqual([changed.body]);
  expect((await api.delete(url(`?template_id=${id}`))).status).toBe(200);
  expect((await api.get(url())).body).toEqual([]);
  expectProblem(await api.delete(url(`?template_id=${id}`)), 400, 'unknown_template');
  const events = (await api.get(`/api/events/${house.token}?after=0&limit=1000`)).body.filter(
    ({ kind }: { kind: string }) => kind === 'template.changed',
  );
  expect(events.map(({ data }: any) => [data.name, data.changed ?? null, data.removed ?? false])).toEqual([
    ['Directions', null, false],
    ['The way', ['name'], false],
    ['The way', null, true],
  ]);
});

test('of templates that get one name at the same time, one has it and the others are refused', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, (_, i) => create({ en: 'x' }, `Old ${i}`)));
  const answers = await Promise.all(
    made.flatMap(({ body }, i) => [
      api.request('PATCH', url(`?template_id=${body.template_id}`), { body: { name: 'Parking' } }),
      create({ en: 'y' }, i % 2 === 0 ? 'parking' : 'PARKING'),
    ]),
  );
  const [done, ...more] = answers.filter(({ status }) => status === 200);
  expect([done?.body.name.toLowerCase(), more.length]).toEqual(['parking', 0]);
  for (const answer of answers.filter((one) => one !== done))
    expectProblem(answer, 400, 'template_name_taken');
  const names = (await api.get(url())).body.map(({ name }: { name: string }) => name.toLowerCase());
  expect(names.filter((name: string) => name === 'parking')).toHaveLength(1);
});

test('a template that is changed and removed at the same time is gone, and no answer is an error of the server', async () => {
  const { body } = await create({ en: 'x' });
  const one = url(`?template_id=${body.template_id}`);
  const changes = Array.from({ length: 8 }, (_, i) =>
    api.request('PATCH', one, { body: { name: `N ${i}` } }),
  );
  const answers = await Promise.all([...changes.slice(0, 4), api.delete(one), ...changes.slice(4)]);
  for (const answer of answers) if (answer.status !== 200) expectProblem(answer, 400, 'unknown_template');
  expect((await api.get(url())).body).toEqual([]);
});

test('says of a booking all that it knows, in the language of the text', async () => {
  const text =
    '{{ guest_name }}|{{ first_name }}|{{ last_name }}|{{ arrival }}|{{ departure }}|{{ nights }}|{{ total }}|{{ balance }}|{{ guests }}';
  expect(await textOf(text, { adults: 2 })).toBe(
    'Ada Lovelace|Ada|Lovelace|Tuesday, December 1|Friday, December 4|3|€360.50|€360.50|2',
  );
  const { body } = await create({ de: '{{ arrival }}: {{ balance }}' }, 'German');
  expect(
    (await fill(body.template_id, await book({ checkin: '2026-12-08', checkout: '2026-12-09' }))).body.text,
  ).toMatch(/^Dienstag, 8\. Dezember: 360,50\s€$/);
});

test('is in the language of the guest, else of the house, and says so', async () => {
  const { body } = await create({ en: 'Hello', de: 'Hallo', 'pt-BR': 'Oi' });
  const filled = async (guest: string | null, wanted?: string) => {
    const order = await book(guest ? { language: guest } : {});
    await api.delete(`/api/bookings/${house.token}?order_id=${order}&date=2026-12-01`);
    const answer = await fill(body.template_id, order, wanted);
    return [answer.body.text, answer.body.is_wanted_language];
  };
  expect(await filled('de')).toEqual(['Hallo', true]);
  expect(await filled('pt')).toEqual(['Oi', true]);
  expect(await filled('ja')).toEqual(['Hello', false]);
  expect(await filled(null)).toEqual(['Hello', false]);
  expect(await filled('ja', 'de-AT')).toEqual(['Hallo', true]);
  const other = await create({ fr: 'Bonjour' }, 'French');
  const unknown = await fill(other.body.template_id, await book());
  expect([unknown.body.text, unknown.body.is_wanted_language]).toEqual(['Bonjour', false]);
});

describe('is refused', () => {
  test.each([
    ['a placeholder that no booking has', { en: 'Dear {{ surname }}' }, 'texts.en', 'unknown_placeholder'],
    ['a tag that is not closed', { en: '{% if unit %}x' }, 'texts.en', 'wrong_template'],
    ['a tag that reads other templates', { en: "{% include '/etc/passwd' %}" }, 'texts.en', 'wrong_template'],
    ['a filter that does not exist', { en: '{{ unit | shout }}' }, 'texts.en', 'wrong_template'],
    ['a loop', { en: '{% for a in (1..9) %}{{ unit }}{% endfor %}' }, 'texts.en', 'wrong_template'],
    [
      'a filter that computes for minutes',
      { en: '{% assign s = (1..400000) | find_exp: "i", "i < 0" %}' },
      'texts.en',
      'wrong_template',
    ],
    ['a range', { en: '{% if (1..3) contains 2 %}x{% endif %}' }, 'texts.en', 'wrong_template'],
    [
      'an endless range',
      { en: '{{ (9007199254740992..9007199254740994) | size }}' },
      'texts.en',
      'wrong_template',
    ],
    ['a list', { en: '{{ guest_name | split: "" | size }}' }, 'texts.en', 'wrong_template'],
    ['a date of 20,000 digits', { en: '{{ "now" | date: "%20000d" }}' }, 'texts.en', 'wrong_template'],
    ['a text in a text', { en: '{% capture a %}x{% endcapture %}' }, 'texts.en', 'wrong_template'],
    ['no language', { klingonish_language: 'x' }, 'texts.klingonish_language', 'no_language'],
    [
      'a tag of endless length',
      { [`en-x${'-abcdefgh'.repeat(200)}`]: 'x' },
      `texts.en-x${'-abcdefgh'.repeat(200)}`.slice(0, 41),
      'no_language',
    ],
    ['one language twice', { en: 'x', EN: 'y' }, 'texts.EN', 'given_twice'],
    ['nothing but spaces', { en: ' ' }, 'texts.en', 'blank'],
    ['no text', {}, 'texts', 'too_few_items'],
    ['a text that is too long', { en: 'x'.repeat(5_001) }, 'texts.en', 'too_long'],
  ])('%s', async (_, texts, field, rule) => {
    const answer = await create(texts);
    expectProblem(answer, 400, 'invalid_data', [field]);
    expect(answer.body.errors[0].rule).toBe(rule);
  });

  test('what takes too long or becomes too much when it is filled, and the server goes on', async () => {
    const bombs = [
      `{% assign s = "aaaaaaaaaa" %}${'{% assign s = s | append: s %}'.repeat(100)}{{ s }}`,
      `{% assign s = "aaaaaaaaaa" %}${'{% assign s = s | replace_first: "a", s %}'.repeat(100)}{{ s }}`,
      '{{ guest_name }}'.repeat(312),
    ];
    const order = await book({ name: 'Ada Lovelace of Ockham' });
    for (const [place, text] of bombs.entries()) {
      const { body, status } = await create({ en: text }, `Bomb ${place}`);
      expect(status).toBe(200);
      expectProblem(await fill(body.template_id, order), 400, 'template_not_fillable');
    }
    expect((await api.get(url())).status).toBe(200);
  });

  test('a template or a booking of another property', async () => {
    const { body } = await create({ en: 'x' });
    const order = await book();
    house = await api.property();
    expectProblem(await fill(body.template_id, order), 400, 'unknown_template');
    const own = await create({ en: 'x' });
    expectProblem(await fill(own.body.template_id, order), 400, 'unknown_booking');
  });
});

test('what a guest is called is text, never a template', async () => {
  expect(await textOf('Dear {{ guest_name }}', { name: '{{ balance }} {% for a in (1..9) %}' })).toBe(
    'Dear {{ balance }} {% for a in (1..9) %}',
  );
  expect(await textOf('<{{ first_name }}>', { name: '<b>Ada</b>' })).toBe('<<b>Ada</b>>');
  expect(String(await textOf('{{ guest_name.constructor }}|', { name: 'Ada' }))).not.toContain('function');
});
