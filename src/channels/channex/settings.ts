// Settings and credentials of a Channex connection.

import type { ConnectionView } from '../channel.ts';

export const channexSettings = {
  type: 'object',
  additionalProperties: false,
  required: ['property_id'],
  properties: {
    property_id: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'The property at Channex (a UUID)',
    },
    environment: {
      enum: ['production', 'staging'],
      default: 'production',
      description: 'Which of the hosts of Channex; `url` replaces both',
    },
    min_stay: {
      enum: ['arrival', 'through', 'both'],
      default: 'arrival',
      description:
        'Which minimum stay at Channex ours becomes. Ours counts for stays that arrive on the date; a property at Channex whose minimum stay type is `through` needs `through`',
    },
    sell_mode: {
      enum: ['per_room', 'per_person'],
      default: 'per_room',
      description: 'How the mapped rate plans sell; per person, every number of guests costs the same',
    },
    conversations: {
      type: 'boolean',
      default: true,
      description: 'Whether messages and reviews are exchanged; needs the Messages & Reviews app at Channex',
    },
    max_message_bytes: {
      type: 'integer',
      minimum: 1_000,
      maximum: 10_000_000,
      default: 9_000_000,
      description: 'The size at which a push is cut into several messages; Channex takes 10 MB',
    },
  },
} as const;

export const channexCredentials = {
  type: 'object',
  additionalProperties: false,
  required: ['api_key'],
  properties: {
    api_key: { type: 'string', minLength: 1, description: 'An API key of the account at Channex' },
  },
} as const;

export type ChannexSettings = {
  propertyId: string;
  minStay: 'arrival' | 'through' | 'both';
  perPerson: boolean;
  conversations: boolean;
  maxMessageBytes: number;
};

export function settingsOf({ settings }: ConnectionView): ChannexSettings {
  const minStay = settings['min_stay'];
  return {
    propertyId: String(settings['property_id']),
    minStay: minStay === 'through' || minStay === 'both' ? minStay : 'arrival',
    perPerson: settings['sell_mode'] === 'per_person',
    conversations: settings['conversations'] !== false,
    maxMessageBytes: Number(
      settings['max_message_bytes'] ?? channexSettings.properties.max_message_bytes.default,
    ),
  };
}
