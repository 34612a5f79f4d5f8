// Settings of a connection by iCal. Its addresses are those of the rooms' calendars; there are no credentials.
import Type from 'typebox';
import { credentialsSchemaOf, oneOf } from '../settings-schema.ts';

/** Members with other names are kept, as every connection by iCal could have them since the first release. */
export const settingsSchema = Type.Object(
  {
    tentative: Type.Optional(
      oneOf(['block', 'ignore'], { description: 'What a provisional event is; block if absent' }),
    ),
    closed: Type.Optional(
      oneOf(['block', 'booking'], {
        description: 'How events are read that may be bookings or closures; block if absent',
      }),
    ),
    events: Type.Optional(
      oneOf(['recognised', 'stays'], {
        description:
          'With stays, every event is a stay and its summary the guest, unless it says that nights are closed; recognised if absent: a stay is what the channel or a known program writes as one',
      }),
    ),
    end: Type.Optional(
      oneOf(['departure', 'last_night'], {
        description: 'What the end of an event is in this calendar; departure if absent',
      }),
    ),
  },
  { additionalProperties: true },
);

export const credentialsSchema = credentialsSchemaOf({});
