// /operator/properties: creating and changing properties.

import { MAX_CHILD_AGE } from '../../model/guest-counts.ts';
import { isCurrency } from '../../model/money.ts';
import { isBefore, isTimezone, type PlainDate } from '../../model/night.ts';
import {
  type PropertySettings,
  type Retention,
  SUBSCRIPTION_STATUSES,
  todayAt,
} from '../../model/property.ts';
import { WHOLE_INSTALLATION } from '../../pms/operator-actions.ts';
import { changeProfile, createProperty, listProperties, nextPropertyId } from '../../pms/properties.ts';
import { issueToken } from '../../pms/tokens.ts';
import { invalidData } from '../../problems.ts';
import { PROPERTY } from '../changed-records.ts';
import { changeOnce } from '../execute.ts';
import { parseMoment, toDate, toLanguageTag, toName } from '../input.ts';
import { installationOperation, readOperation, writeOperation } from '../operation.ts';
import { presentOperatorProperty } from '../present.ts';
import {
  array,
  boolean,
  date,
  integer,
  moment,
  nullable,
  object,
  oneOf,
  optional,
  telephone,
  text,
  timeOfDay,
} from '../schema.ts';
import { requireOwner, requireOwnerOfAll } from './owners.ts';
import { operatorPropertySchema, propertyWithTokenSchema } from './records.ts';

const tag = 'Properties';

const settings = optional(
  object({
    checkin_time: optional(timeOfDay('HH:mm', '15:00')),
    checkout_time: optional(timeOfDay('HH:mm', '11:00')),
    language: optional(
      text({ description: 'language tag (BCP 47)', minLength: 2, maxLength: 35, example: 'pt' }),
    ),
    email: optional(
      nullable(
        text({
          description: 'e-mail address for guests',
          format: 'email',
          maxLength: 254,
          example: 'hello@quintadomar.example',
        }),
      ),
    ),
    phone: optional(
      telephone(
        nullable(
          text({
            description: 'phone number for guests',
            maxLength: 50,
            example: '+351 210 000 000',
          }),
        ),
      ),
    ),
    website: optional(
      nullable(
        text({
          description: 'address of the website for guests',
          maxLength: 500,
          example: 'https://quintadomar.example',
        }),
      ),
    ),
    horizon_days: optional(
      integer({
        description: 'nights ahead that the calendar shows',
        minimum: 1,
        maximum: 3_660,
        example: 500,
      }),
    ),
    inspects_units: optional(
      boolean({
        description:
          'true: a cleaned unit is ready for a guest only once it has been inspected, for which it gets a task',
        example: false,
      }),
    ),
    books_closed_until: optional(
      nullable(
        date(
          'last day of the closed books, before today: no entry of the ledger may be dated on or before it; null = entries of this and the last calendar year are taken',
          '2026-05-31',
        ),
      ),
    ),
    infants_under_age: optional(
      integer({
        description:
          'children younger than this, in years, do not count against the capacity of a room that has a cot for them (`cots`). 2 at first: those of 0 and 1 year, as at Airbnb and Booking.com; 0 = all children count. A child whose age is not known counts',
        minimum: 0,
        maximum: MAX_CHILD_AGE + 1,
        example: 2,
      }),
    ),
  }),
);
const keptDays = (description: string, example: number) =>
  optional(nullable(integer({ description, minimum: 1, maximum: 36_500, example })));

const retention = optional(
  object({
    guests: keptDays(
      'days after the last departure after which everything that says something of a guest is erased',
      1_095,
    ),
    messages: keptDays(
      'days after the departure after which texts of messages and replies are erased; those of questions without a booking after their last text',
      365,
    ),
    channel_records: keptDays(
      'days after the departure after which what channels sent is emptied of names, contacts, notes and texts',
      90,
    ),
    exchanges: keptDays(
      'days after which HTTP requests to and from channels are removed; all of them are after 30',
      7,
    ),
  }),
);
const profile = {
  name: text({
    description: 'name that guests see',
    minLength: 1,
    maxLength: 200,
    example: 'Quinta do Mar',
  }),
  address: optional(
    text({
      description: 'postal address',
      maxLength: 500,
      example: 'Rua do Mar 1, 1100-000 Lisboa, Portugal',
    }),
  ),
  timezone: optional(
    text({ description: 'name of the time zone (IANA)', example: 'Europe/Lisbon', maxLength: 64 }),
  ),
  settings,
};

export const createPropertyOperation = installationOperation({
  name: 'createProperty',
  audience: ['operator'],
  method: 'POST',
  path: '/properties',
  tag,
  summary: 'Create a property',
  description:
    'Creates a property with an empty calendar and its first token, which is shown only in this answer. An owner of all properties who is signed in needs no token, and gets none.',
  problems: ['owner_required'],
  forOwners: 'of_all',
  body: object({
    ...profile,
    currency: text({
      description: 'ISO 4217; it cannot be changed later',
      minLength: 3,
      maxLength: 3,
      example: 'EUR',
    }),
  }),
  answer: propertyWithTokenSchema,
  run: async (call, { body }) => {
    const name = toName(body.name, 'name');
    if (!isCurrency(body.currency)) throw invalidData({ field: 'currency', rule: 'no_currency' });
    const timezone = toTimezone(body.timezone) ?? 'UTC';
    const wanted = {
      name,
      currency: body.currency,
      address: body.address ?? '',
      timezone,
      settings: toSettings(body.settings, { today: todayAt({ timezone }, call.now), knownWebsite: null }),
    };
    const hotelId = await nextPropertyId(call.db);
    return changeOnce(
      { ...call, property: { hotelId } },
      {
        key: call.idempotencyKey,
        // The property does not exist yet.
        keyScope: WHOLE_INSTALLATION,
        request: { operation: 'createProperty', body },
        secretMember: 'api_token',
        recordAudit: call.recordAudit,
        run: async (tx) => {
          const property = await createProperty(tx, wanted);
          const token =
            call.userId === undefined
              ? await issueToken(tx, { label: 'first token', access: 'full', scopes: null })
              : null;
          const { retention, test_until, archived_at, ...others } = presentOperatorProperty(property);
          return { ...others, api_token: token?.secret ?? null, retention, test_until, archived_at };
        },
      },
    );
  },
});

export const listPropertiesOperation = installationOperation({
  name: 'listProperties',
  audience: ['operator'],
  method: 'GET',
  path: '/properties',
  tag,
  summary: 'List properties',
  description: 'All properties of this installation, by id, archived ones too.',
  problems: ['owner_required'],
  forOwners: 'of_all',
  query: object({
    archived: optional(
      boolean({ description: 'only those in the archive, or only the others', example: false }),
    ),
  }),
  answer: array(operatorPropertySchema),
  run: async (call, { query }) => ({
    answer: (await listProperties(call.db, query)).map(presentOperatorProperty),
    replayed: false,
  }),
});

export const getPropertyOperation = readOperation({
  name: 'getProperty',
  audience: ['operator'],
  method: 'GET',
  path: '',
  tag,
  summary: 'Read a property',
  description: "The property's profile, settings and subscription.",
  problems: [],
  caching: 'record',
  answer: operatorPropertySchema,
  run: async (call) => presentOperatorProperty(call.property),
});

export const changePropertyOperation = writeOperation({
  name: 'changeProperty',
  audience: ['operator'],
  method: 'PATCH',
  path: '',
  tag,
  summary: 'Change a property',
  description:
    'Changes the profile, settings, subscription or retention. Members that you leave out keep their values. What is older than `retention` says is erased once a day, in the night, and cannot be brought back. Of the people who are signed in only owners change the retention, and only owners of all properties the subscription.',
  problems: ['owner_required'],
  body: object({
    ...profile,
    name: optional(profile.name),
    subscription: optional(
      object({
        plan: optional(
          text({ description: 'name of the plan', minLength: 1, maxLength: 100, example: 'self_hosted' }),
        ),
        status: optional(
          oneOf(SUBSCRIPTION_STATUSES, {
            description: 'while it is `past_due` or `cancelled`, the API of the property answers 402',
            example: 'active',
          }),
        ),
        renews_at: optional(nullable(moment('date of the next renewal'))),
      }),
    ),
    retention,
  }),
  changes: { record: PROPERTY, id: () => 0 },
  answer: operatorPropertySchema,
  run: async (tx, call, { body }) => {
    const { subscription } = body;
    if (subscription) requireOwnerOfAll(call);
    if (body.retention) requireOwner(call);
    const timezone = toTimezone(body.timezone);
    const property = await changeProfile(tx, {
      ...(body.name !== undefined && { name: toName(body.name, 'name') }),
      ...(body.address !== undefined && { address: body.address }),
      ...(timezone !== undefined && { timezone }),
      settings: toSettings(body.settings, {
        today: call.today,
        knownWebsite: call.property.settings.website,
      }),
      retention: toRetention(body.retention),
      subscription: {
        ...(subscription?.plan !== undefined && { plan: subscription.plan }),
        ...(subscription?.status !== undefined && { status: subscription.status }),
        ...(subscription?.renews_at !== undefined && {
          renewsAt: subscription.renews_at === null ? null : parseMoment(subscription.renews_at),
        }),
      },
    });
    return presentOperatorProperty(property);
  },
});

function toTimezone(name: string | undefined): string | undefined {
  if (name !== undefined && !isTimezone(name)) throw invalidData({ field: 'timezone', rule: 'no_time_zone' });
  return name;
}

type WireSettings = {
  checkin_time?: string;
  checkout_time?: string;
  language?: string;
  email?: string | null;
  phone?: string | null;
  website?: string | null;
  horizon_days?: number;
  inspects_units?: boolean;
  books_closed_until?: string | null;
  infants_under_age?: number;
};

/** Converts settings. `knownWebsite`: the stored one, which earlier releases did not check: sent back, it is taken. */
function toSettings(
  wire: WireSettings = {},
  { today, knownWebsite: known }: { today: PlainDate; knownWebsite: string | null },
): Partial<PropertySettings> {
  const { checkin_time, checkout_time, language, horizon_days, email, phone, website } = wire;
  const { inspects_units, infants_under_age, books_closed_until: closed } = wire;
  if (language !== undefined && toLanguageTag(language) === null)
    throw invalidData({ field: 'settings.language', rule: 'no_language' });
  if (website && website !== known && !isWebsite(website))
    throw invalidData({ field: 'settings.website', rule: 'no_website' });
  if (closed && !isBefore(toDate(closed), today))
    throw invalidData({
      field: 'settings.books_closed_until',
      rule: 'not_before_date',
      date: today.toString(),
    });
  return {
    ...(checkin_time !== undefined && { checkinTime: checkin_time }),
    ...(checkout_time !== undefined && { checkoutTime: checkout_time }),
    ...(language !== undefined && { language }),
    ...(horizon_days !== undefined && { horizonDays: horizon_days }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(website !== undefined && { website }),
    ...(inspects_units !== undefined && { inspectsUnits: inspects_units }),
    ...(closed !== undefined && { booksClosedUntil: closed === null ? null : toDate(closed) }),
    ...(infants_under_age !== undefined && { infantsUnderAge: infants_under_age }),
  };
}

/** Whether a browser shows a page at this address: guests open it with a click. */
function isWebsite(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

type WireRetention = {
  guests?: number | null;
  messages?: number | null;
  channel_records?: number | null;
  exchanges?: number | null;
};

function toRetention({ channel_records: channelRecords, ...others }: WireRetention = {}): Partial<Retention> {
  return { ...others, ...(channelRecords !== undefined && { channelRecords }) };
}
