// Part of the integration status: how far behind each channel is, and which nights it refused.
import Type, { type Static } from 'typebox';
import { causeSchema } from './cause-record.ts';
import { needs, nullable, text } from './schema.ts';

export const channelDetails = Type.Unsafe<Record<string, ChannelDetails>>({
  type: 'object',
  description: 'how far each channel is behind',
  additionalProperties: {
    type: 'object',
    required: ['sync', 'paused'],
    properties: {
      sync: {
        type: 'object',
        required: [
          'pending_nights',
          'oldest_pending_seconds',
          'last_error',
          'rejected_nights',
          'failing_otas',
          'last_error_cause',
        ],
        properties: {
          pending_nights: {
            type: 'integer',
            description: 'nights the channel has not confirmed yet',
            example: 0,
          },
          oldest_pending_seconds: { type: 'number', nullable: true, example: null },
          // It may quote what a channel said about prices and nights.
          last_error: needs('availability:read', nullable(text({ example: null }))),
          rejected_nights: {
            type: 'integer',
            description: 'future nights that the channel has refused; the reason is in last_error',
            example: 0,
          },
          failing_otas: {
            type: 'array',
            description:
              'OTAs behind the channel that may sell what is not free, by the name in a booking, or by that which they have at the channel',
            items: { type: 'string' },
            example: [],
          },
          last_error_cause: needs('availability:read', causeSchema),
        },
      },
      paused: {
        type: 'object',
        nullable: true,
        required: ['since', 'reason'],
        description: 'paused: nothing is exchanged with this channel until the operator resumes it',
        properties: {
          since: { type: 'string', format: 'date-time', example: '2026-12-01T15:00:00.000Z' },
          reason: { type: 'string', example: 'this database was restored from a backup' },
        },
        example: null,
      },
    },
  },
});

type ChannelDetails = {
  sync: {
    pending_nights: number;
    oldest_pending_seconds: number | null;
    last_error: string | null;
    rejected_nights: number;
    failing_otas: string[];
    last_error_cause: Static<typeof causeSchema>;
  };
  paused: { since: string; reason: string } | null;
};
