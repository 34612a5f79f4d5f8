// The OTAs behind a property at Channex: their list, and the webhooks about them.
import { describe, expect, test } from 'vitest';
import type { Inbound } from '../../../src/channels/channel.ts';
import { channex } from '../../../src/channels/channex/index.ts';
import { parseDate } from '../../../src/model/night.ts';
import { NOW } from '../stale-nights.ts';
import { answer, connection, fixture, PROPERTY } from './connection.ts';

const { otas } = channex;

describe('the list', () => {
  const list = (attributes: object, total = 1) =>
    otas!.decode(
      answer({ data: [{ type: 'channel', id: 'c-1', attributes }], meta: { total, page: 1, limit: 100 } }),
      connection,
    );
  const first = (attributes: object) => (list(attributes) as { value: { otas: unknown[] } }).value.otas[0];

  test('is requested for the property, in one request', () => {
    const { method, url } = otas!.request(connection);
    expect(method).toBe('GET');
    expect(new URL(url).pathname).toBe('/api/v1/channels');
    expect(new URL(url).searchParams.get('filter[property_id]')).toBe(PROPERTY);
  });

  test('names each OTA as bookings do, with its state', () => {
    expect(otas!.decode(answer(fixture('channels-response')), connection)).toEqual({
      kind: 'ok',
      value: {
        otas: [
          {
            externalId: '00000000-0000-4000-8000-0000000000c1',
            ota: 'booking_com',
            name: 'Booking.com - Main',
            active: true,
            removalDate: null,
          },
          {
            externalId: '00000000-0000-4000-8000-0000000000c2',
            ota: 'airbnb',
            name: 'Airbnb',
            active: false,
            removalDate: parseDate('2026-12-17'),
          },
        ],
        more: false,
      },
    });
  });

  test.each([
    [{ is_active: true, status: 'active' }, true],
    [{ is_active: true }, true],
    [{ status: 'active' }, true],
    [{ is_active: false, status: 'active' }, false],
    [{ is_active: true, status: 'disconnected' }, false],
    [{}, false],
  ])('%j is switched on: %s', (attributes, active) => {
    expect(first({ channel: 'Expedia', ...attributes })).toMatchObject({ ota: 'expedia', active });
  });

  test('leaves out OTAs of other properties, and says when it has further pages', () => {
    expect(first({ channel: 'Expedia', properties: ['another'] })).toBeUndefined();
    expect(first({ channel: 'Expedia', properties: ['another', PROPERTY] })).toBeDefined();
    expect(list({ channel: 'Expedia' }, 101)).toMatchObject({
      value: { more: true, next: { url: expect.stringContaining('pagination[page]=2') } },
    });
  });

  test('is refused, not a wrong key, where the account may not read it', () => {
    expect(otas!.decode(answer({ errors: { code: 'forbidden' } }, 403), connection).kind).toBe('refused');
    expect(otas!.decode(answer({ errors: { code: 'unauthorized' } }, 401), connection).kind).toBe('auth');
  });
});

describe('webhooks', () => {
  const receive = (webhook: object): Inbound =>
    channex.inbound!.decode(
      {
        method: 'POST',
        base: 'http://here.test',
        path: '/',
        query: {},
        headers: {},
        body: JSON.stringify({ property_id: PROPERTY, user_id: null, ...webhook }),
        now: NOW,
      },
      connection,
    );
  const timestamp = '2027-03-01T08:00:00.000000Z';
  const at = Temporal.Instant.from(timestamp);

  test('a failed synchronisation is reported of its OTA', () => {
    const payload = {
      channel: 'Agoda',
      channel_event_id: 'e-1',
      channel_id: 'c-1',
      channel_name: 'Agoda of the house',
      error_type: 'general_error',
      property_name: 'Hotel',
    };
    expect(receive({ event: 'sync_error', payload, timestamp })).toMatchObject({
      kind: 'reports',
      reports: [
        {
          kind: 'sync_error',
          externalId: 'c-1',
          ota: 'agoda',
          name: 'Agoda of the house',
          detail: 'general_error',
          at,
        },
      ],
      answer: { status: 200 },
    });
  });

  test.each([
    ['sync_warning', 'sync_warning'],
    ['rate_error', 'rate_error'],
    ['disconnect_listing', 'listing_disconnected'],
    ['deactivate_channel', 'deactivated'],
    ['disconnect_channel', 'deactivated'],
    ['disconnected_channel', 'deactivated'],
  ])('%s is reported as %s', (event, kind) => {
    const payload = { title: 'Test', channel_id: 'c-1', ota_name: 'Klook' };
    expect(receive({ event, payload })).toMatchObject({
      reports: [{ kind, externalId: 'c-1', ota: 'klook', name: 'Test', detail: null, at: null }],
    });
  });

  test('the removal of an OTA, and of the property, is reported with its date', () => {
    const ofOta = {
      channel_id: 'c-1',
      channel: 'BookingCom',
      channel_name: 'Booking.com',
      removal_date: '2026-12-12',
    };
    expect(receive({ event: 'channel_removal_warning', payload: ofOta })).toMatchObject({
      reports: [{ kind: 'removal_announced', externalId: 'c-1', ota: 'booking_com', detail: '2026-12-12' }],
    });
    const ofProperty = { property_name: 'Demo Hotel', days_left: 30, removal_date: '2026-12-12' };
    expect(receive({ event: 'property_removal_warning', payload: ofProperty })).toMatchObject({
      reports: [{ kind: 'removal_announced', externalId: null, ota: null, name: 'Demo Hotel' }],
    });
  });

  test('a booking that was not acknowledged is reported by its number, without its guest', () => {
    const payload = {
      channel_id: 'c-1',
      booking_unique_id: 'BDC-4000000001',
      customer_name: 'Ada Example',
      amount: '210.60',
    };
    const inbound = receive({ event: 'non_acked_booking', payload });
    expect(inbound).toMatchObject({
      reports: [{ kind: 'booking_unacknowledged', ota: 'booking_com', detail: 'BDC-4000000001' }],
    });
    expect(JSON.stringify(inbound)).not.toContain('Ada');
  });

  test.each([
    'new_channel',
    'updated_channel',
    'activate_channel',
  ])('%s has the OTAs listed again, and reports nothing', (event) => {
    expect(receive({ event, payload: { channel_id: 'c-1' } })).toMatchObject({
      kind: 'reports',
      reports: [],
    });
  });

  test('a webhook without a payload is a report that names no OTA', () => {
    expect(receive({ event: 'sync_error', timestamp })).toMatchObject({
      reports: [{ kind: 'sync_error', externalId: null, ota: null, name: null, detail: null, at }],
    });
  });

  test('events about other properties are ignored', () => {
    expect(receive({ event: 'sync_error', property_id: 'another' }).kind).toBe('answered');
  });
});
