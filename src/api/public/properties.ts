// /api/properties: all properties that a token opens.
import type { Property } from '../../model/property.ts';
import { listOpenedProperties } from '../../pms/opened-properties.ts';
import type { Page } from '../../pms/page.ts';
import { type Call, listOperation } from '../operation.ts';
import { presentProperty } from '../present.ts';
import { propertySchema } from '../records.ts';

export const listOpenedPropertiesOperation = listOperation({
  name: 'listOpenedProperties',
  audience: ['public'],
  method: 'GET',
  path: '/properties',
  scopes: [],
  tag: 'Hotels',
  summary: 'List the properties of the token',
  description:
    'The profiles of all properties that the token opens, by id: one, or several if the token was made for several. Its other requests then say which property they concern, with the query parameter `hotel_id`.',
  problems: ['property_required'],
  item: propertySchema,
  // The properties have logs of their own, so there is no number that an ETag could be made of.
  caching: 'no-etag',
  ofToken: true,
  openWhenLapsed: true,
  cursor: ['id'],
  filter: () => null,
  page: listPage,
  key: ({ hotelId }) => [hotelId],
  present: presentProperty,
});

async function listPage({ db, property, token }: Call, _: null, page: Page): Promise<Property[]> {
  if (token && token.opens !== 'one') return listOpenedProperties(db, token, page);
  const after = page.after?.[0];
  return after === undefined || Number(after) < property.hotelId ? [property] : [];
}
