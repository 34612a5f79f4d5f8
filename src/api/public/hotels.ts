// /api/hotels: the property's profile.
import { readOperation } from '../operation.ts';
import { presentProperty } from '../present.ts';
import { propertySchema } from '../records.ts';

export const getHotelOperation = readOperation({
  name: 'getHotel',
  audience: ['public'],
  method: 'GET',
  path: '/hotels',
  scopes: [],
  tag: 'Hotels',
  summary: 'Property profile',
  description: 'Name, currency, address, time zone and house settings of the property.',
  problems: [],
  answer: propertySchema,
  caching: 'log',
  openWhenLapsed: true,
  run: async (call) => presentProperty(call.property),
});
