// /operator/test-properties: properties to try innwire with, which are removed after some days.
import type { Static } from 'typebox';
import { WHOLE_INSTALLATION } from '../../pms/operator-actions.ts';
import { nextPropertyId } from '../../pms/properties.ts';
import {
  createTestProperty,
  MAX_TEST_PROPERTIES,
  type NewTestProperty,
  TEST_DAYS,
} from '../../pms/test-properties.ts';
import { changeOnce } from '../execute.ts';
import { installationOperation } from '../operation.ts';
import { presentMoment, presentProperty, presentRoom } from '../present.ts';
import { testPropertySchema } from './records.ts';

export const createTestPropertyOperation = installationOperation({
  name: 'createTestProperty',
  audience: ['operator'],
  method: 'POST',
  path: '/test-properties',
  tag: 'Properties',
  summary: 'Create a test property',
  description: `Creates a property to try things with: two rooms, units, prices, and a token that reads and writes. It is removed with all its data after ${TEST_DAYS} days; there are at most ${MAX_TEST_PROPERTIES}. It sends no e-mails, and its channels and webhooks reach only this machine.`,
  problems: ['too_many_test_properties'],
  answer: testPropertySchema,
  run: async (call) => {
    const hotelId = await nextPropertyId(call.db);
    return changeOnce(
      { ...call, property: { hotelId } },
      {
        key: call.idempotencyKey,
        keyScope: WHOLE_INSTALLATION,
        request: { operation: 'createTestProperty' },
        secretMember: 'api_token',
        recordAudit: call.recordAudit,
        run: async (tx) => presentTestProperty(await createTestProperty(tx)),
      },
    );
  },
});

function presentTestProperty({
  property,
  rooms,
  secret,
}: NewTestProperty): Static<typeof testPropertySchema> {
  return {
    ...presentProperty(property),
    rooms: rooms.map((room) => presentRoom(room, property)),
    api_token: secret,
    test_until: presentMoment(property.testUntil!),
  };
}
