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
  },
  { additionalProperties: true },
);

export const credentialsSchema = credentialsSchemaOf({});
