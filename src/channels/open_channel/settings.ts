// Settings and credentials of an open channel connection.

import type { ConnectionView } from '../channel.ts';

export const settingsSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['hotel_code'],
  properties: {
    hotel_code: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description: 'The property at the partner',
    },
    sell_mode: {
      enum: ['per_room', 'per_person'],
      default: 'per_room',
      description: 'How the mapped rate plans sell; per person, every number of guests costs the same',
    },
    min_stay: {
      enum: ['arrival', 'through', 'both'],
      default: 'arrival',
      description:
        'Which minimum stay of the partner ours becomes; ours counts for stays that arrive on the date',
    },
    conversations: {
      type: 'boolean',
      default: false,
      description: 'Whether the partner offers messages/ and reviews/ (an extension of the protocol)',
    },
    max_changes: {
      type: 'integer',
      minimum: 1,
      maximum: 10_000,
      default: 1_000,
      description: 'The most changes in one message',
    },
  },
} as const;

export const credentialsSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['api_key'],
  properties: {
    api_key: {
      type: 'string',
      minLength: 8,
      description: 'The key that both sides send in the header api-key',
    },
  },
} as const;

type OpenChannelSettings = {
  hotelCode: string;
  perPerson: boolean;
  minStay: 'arrival' | 'through' | 'both';
  conversations: boolean;
  maxChanges: number;
};

export function settingsOf({ settings }: ConnectionView): OpenChannelSettings {
  const minStay = settings['min_stay'];
  return {
    hotelCode: String(settings['hotel_code']),
    perPerson: settings['sell_mode'] === 'per_person',
    minStay: minStay === 'through' || minStay === 'both' ? minStay : 'arrival',
    conversations: settings['conversations'] === true,
    maxChanges: Number(settings['max_changes'] ?? settingsSchema.properties.max_changes.default),
  };
}
