// The records of the operator API beside the public ones: field names, types, order. Filled by the present
// modules.
import Type from 'typebox';
import { CONNECTION_STATES } from '../../model/channel.ts';
import { OTA_PROBLEM_KINDS } from '../../model/connected-ota.ts';
import { KIND_FILTERS } from '../../model/event.ts';
import { LEFT_OUT_REASONS } from '../../model/ical/reading.ts';
import { PRICE_EFFECTS } from '../../model/sales-limits.ts';
import { SCOPE_NAMES } from '../../model/scope.ts';
import { STAFF_ROLE_NAMES } from '../../model/staff.ts';
import { TOKEN_ACCESSES } from '../../model/token.ts';
import { WEBHOOK_STATES } from '../../model/webhook.ts';
import { REMOVED_KINDS } from '../../pms/remove-property.ts';
import { causeSchema } from '../cause-record.ts';
import {
  bookingSchema,
  hotelId,
  pausedSchema,
  propertySchema,
  roomId,
  roomSchema,
  subscriptionSchema,
} from '../records.ts';
import {
  amount,
  array,
  boolean,
  date,
  id,
  integer,
  moment,
  needs,
  nullable,
  number,
  object,
  oneOf,
  text,
} from '../schema.ts';

export { channelPreviewSchema } from './preview-record.ts';

const keptDays = nullable(integer({ example: 365 }));

const retentionSchema = object(
  { guests: keptDays, messages: keptDays, channel_records: keptDays, exchanges: keptDays },
  { description: 'days for which data about guests are kept, by kind; null = until they are erased by hand' },
);

const { archived_at: archivedAt, ...profile } = propertySchema.properties;
const testUntil = nullable(moment('when the test property is removed; null = a real one'));

export const propertyWithTokenSchema = object(
  {
    ...profile,
    subscription: subscriptionSchema,
    api_token: nullable(
      text({ description: 'shown only in this answer; null for an owner who is signed in' }),
    ),
    retention: retentionSchema,
    test_until: testUntil,
    archived_at: archivedAt,
  },
  { $id: 'PropertyWithToken', description: 'A new property with its first token.' },
);

export const testPropertySchema = object(
  {
    ...propertySchema.properties,
    rooms: array(roomSchema),
    api_token: nullable(text({ description: 'a token that opens all of it; shown only in this answer' })),
    test_until: moment('when the property is removed'),
  },
  { $id: 'TestProperty', description: 'A new test property with its rooms and its token.' },
);

export const operatorPropertySchema = object(
  {
    ...profile,
    subscription: subscriptionSchema,
    retention: retentionSchema,
    test_until: testUntil,
    archived_at: archivedAt,
  },
  { $id: 'OperatorProperty', description: 'A property as its operator sees it.' },
);

export const removalSchema = object(
  {
    hotel_id: id('property', 1001),
    name: text({ example: 'Quinta do Mar' }),
    dry_run: boolean({ description: 'nothing was changed', example: true }),
    removed: array(
      object({
        kind: oneOf(REMOVED_KINDS, { example: 'guests' }),
        rows: integer({ description: 'how many', example: 128 }),
      }),
      { description: 'what is, or would be, gone for good' },
    ),
    ledger: object({
      first_date: nullable(date('of the first entry; null = there is none', '2024-03-01')),
      last_date: nullable(date('of the last entry', '2026-10-31')),
      open: array(
        object({
          currency: text({ example: 'EUR' }),
          owed: amount('what guests still owe', 120),
          to_return: amount('what was paid beyond the charges', 0),
        }),
        { description: 'what is not settled; empty = nothing' },
      ),
    }),
    people: array(object({ user_id: id('person', 2), name: text({ example: 'Maria' }) }), {
      description: 'people who work at no other property: they can sign in, and see none',
    }),
    kept: array(
      object({
        what: oneOf(['backups', 'audit', 'people'], { example: 'backups' }),
        reason: text({ example: 'backups that were made hold the property until they are deleted' }),
      }),
      { description: 'what stays' },
    ),
  },
  { $id: 'Removal', description: 'What goes with a property that is removed, and what stays.' },
);

const { cots, ...ofRoom } = roomSchema.properties;

export const operatorRoomSchema = object(
  {
    ...ofRoom,
    min_stay: integer({ description: 'default minimum stay, nights', example: 1 }),
    cots,
  },
  { $id: 'OperatorRoom', description: 'A room as its operator sees it.' },
);

export const tokenSchema = object(
  {
    id: id('token', 1),
    label: text({ example: 'smart locks' }),
    access: oneOf(TOKEN_ACCESSES, { example: 'full' }),
    created_at: moment('when it was made'),
    last_used_at: nullable(moment('when it was last used')),
    revoked_at: nullable(moment('when it was revoked')),
    scopes: nullable(
      array(oneOf(SCOPE_NAMES), {
        description: 'what it opens; null = everything',
        example: ['bookings:read'],
      }),
    ),
    hotel_ids: array(integer(), {
      description: 'the properties that it opens; empty if it opens all',
      example: [1001],
    }),
    all_properties: boolean({
      description: 'it opens every property, also those made later',
      example: false,
    }),
  },
  { $id: 'Token', description: 'A property token, without the token itself.' },
);

export const newTokenSchema = object(
  {
    ...tokenSchema.properties,
    api_token: nullable(text({ description: 'shown only in this answer', example: 'pms_live_…' })),
  },
  { $id: 'NewToken', description: 'A new property token.' },
);

export const userSchema = object(
  {
    user_id: id('person', 1),
    name: text({ example: 'Maria' }),
    email: nullable(text({ example: 'maria@quintadomar.example' })),
    language: nullable(text({ description: 'of the pages; null = as the browser says', example: 'pt' })),
    role: nullable(
      oneOf(STAFF_ROLE_NAMES, { description: 'at every property; null = `roles`', example: 'owner' }),
    ),
    roles: array(object({ hotel_id: hotelId, role: oneOf(STAFF_ROLE_NAMES, { example: 'desk' }) }), {
      description: 'by property',
    }),
    has_password: boolean({ description: 'false: the person signs in by links', example: true }),
    has_second_factor: boolean({
      description: 'a code of an app is asked for after the password',
      example: false,
    }),
    passkeys: array(
      object({
        passkey_id: id('passkey', 1),
        name: text({ description: 'as the person called it', example: 'My phone' }),
        created_at: moment('when it was added'),
        last_used_at: nullable(moment('when it signed in last; null = never')),
      }),
      { description: 'sign the person in without a password, and outlive signing out; the oldest first' },
    ),
    created_at: moment('when the person was invited'),
    last_seen_at: nullable(moment('of the last request; null = not signed in yet')),
    link_valid_until: nullable(
      moment('until when the newest link signs the person in; null = it was used, or is too old'),
    ),
  },
  { $id: 'User', description: 'A person who may sign in.' },
);

export const signInLinkSchema = object(
  {
    ...userSchema.properties,
    link: nullable(
      text({
        description: 'signs the person in once; shown only in this answer',
        example: 'https://pms.example.com/desk/welcome#o3Jm2TzYw0aVh1Q7gkq9nXf5dL8sRbCe4uPiK6MtZEo',
      }),
    ),
    expires_at: moment('until when the link is valid'),
  },
  { $id: 'SignInLink', description: 'A person, with a link that signs the person in.' },
);

export const signedOutSchema = object({
  user_id: id('person', 1),
  sessions: integer({ description: 'how many sessions were ended', example: 2 }),
});

export const connectedOtaSchema = object(
  {
    ota_id: nullable(
      text({
        description:
          "the channel's id of its connection to the OTA; null = the property there as a whole, or an OTA that a report does not name",
        example: '96177287-c3b2-4d98-9eb7-5c1927795825',
      }),
    ),
    ota: nullable(
      text({ description: "as in a booking's `channel`; null = not known", example: 'booking_com' }),
    ),
    name: nullable(text({ description: 'its name at the channel', example: 'Booking.com' })),
    active: nullable(boolean({ description: 'it is switched on there; null = not known' })),
    removal_date: nullable(date('when the channel is going to remove it; null = it is not')),
    problems: array(
      object({
        kind: oneOf(OTA_PROBLEM_KINDS, { example: 'deactivated' }),
        message: text({ description: 'what is wrong, for people' }),
        detail: nullable(
          text({
            description: 'as the channel says it, the date, or the booking; null = it says nothing',
            example: null,
          }),
        ),
        since: moment('when it was reported or seen first'),
        reported_at: moment('when it was reported or seen last'),
      }),
      { description: 'what is wrong with it and was not dismissed, the latest first' },
    ),
  },
  { $id: 'ConnectedOta', description: 'An OTA that a channel reaches for the property.' },
);

const readingSchema = object(
  {
    room_id: roomId,
    unit_id: nullable(id('unit whose calendar it is; null = that of the room as a whole', 5001)),
    read_at: moment('when it was read last; a fetch that fails, or finds nothing new, changes nothing here'),
    events: integer({ description: 'entries that the calendar has', example: 12 }),
    stays: integer({ example: 5 }),
    closed_nights: integer({ description: 'nights that it closes, without those of stays', example: 30 }),
    left_out: array(
      object({
        reason: oneOf(LEFT_OUT_REASONS, { example: 'past' }),
        events: integer({ description: 'of a repeated event each time counts', example: 2 }),
      }),
    ),
    message: text({ example: 'room 101: 12 events: 5 stays, 30 closed nights. Left out: 2 past.' }),
  },
  { description: 'What was found in a calendar of the channel.' },
);

export const salesLimitsSchema = object(
  {
    days_ahead: nullable(
      integer({
        description: 'nights from today on that the channel keeps: no others are pushed',
        example: 500,
      }),
    ),
    open_days: nullable(
      integer({
        description: 'nights from today on that it sells, if fewer: no others are pushed',
        example: 365,
      }),
    ),
    cut_off: nullable(
      object(
        {
          time: text({ description: 'local time of the property', example: '18:00' }),
          days: integer({ description: 'nights after today that it closes as well', example: 1 }),
        },
        { description: 'the channel closes the next nights by itself every day at this time' },
      ),
    ),
    min_price: nullable(amount('it raises lower prices to this one', 80)),
    max_price: nullable(amount('it lowers higher prices to this one', 400)),
    changed_prices: array(
      object({
        effect: oneOf(PRICE_EFFECTS, { example: 'raised' }),
        nights: integer({
          description: 'nights from today on that it sells at another price than ours',
          example: 12,
        }),
        room_id: roomId,
        date: date('the first of them', '2026-12-01'),
        price: amount('ours of that night', 60),
        sold_at: amount('at which the channel sells it', 80),
      }),
    ),
    messages: array(text({ example: 'channex closes the night of today by itself every day at 18:00.' }), {
      description: 'what of this changes what is sold, for people',
    }),
  },
  {
    description:
      'Settings of the property at the channel by which it sells something else than what is pushed. Read once a day.',
  },
);

export const connectionSchema = object(
  {
    hotel_id: hotelId,
    channel: text({ example: 'airbnb' }),
    protocol: text({ example: 'ical' }),
    url: nullable(text({ description: "address to use instead of the OTA's own hosts" })),
    settings: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
    has_credentials: boolean({ description: 'credentials are stored; they are never shown again' }),
    inbound_url: needs(
      'settings',
      nullable(
        text({
          description:
            'address that the channel sends requests to; keep it secret: anyone who knows it can send there; null for calendars, and for people who signed in with a PIN',
        }),
      ),
    ),
    state: oneOf([...CONNECTION_STATES, 'closing'], { example: 'connected' }),
    last_error: nullable(text()),
    last_sync: nullable(moment('last synchronisation')),
    paused: nullable(pausedSchema),
    closing: nullable(
      object(
        {
          since: moment('when it was asked for'),
          open_nights: integer({ description: 'nights that may still be open at the channel', example: 365 }),
          rooms: array(roomId),
          units: array(id('unit that is sold by itself', 5001)),
        },
        {
          description:
            'rooms or units wait to be closed at the channel, and then end; with the state `closing` the connection ends as well',
        },
      ),
    ),
    otas: array(connectedOtaSchema),
    otas_read_at: nullable(
      moment('when the OTAs behind the channel were listed last; null = not yet, or its protocol has none'),
    ),
    rooms: array(
      object({
        room_id: roomId,
        external_room: nullable(text({ description: "the channel's id of the room" })),
        external_rate: nullable(text({ description: "the channel's id of the rate plan" })),
        ical_url: nullable(
          text({ description: "the room's calendar at the channel; what opens it is hidden" }),
        ),
        unit_id: nullable(id('unit that the channel sells; null = the room as a whole', 5001)),
      }),
    ),
    calendars: array(readingSchema, {
      description:
        'of a protocol that reads calendars: what the last reading of each found, once it was read',
    }),
    sales_limits: nullable(salesLimitsSchema),
    last_error_cause: causeSchema,
  },
  { $id: 'Connection', description: 'A connection of a property to a channel.' },
);

export const installationStatusSchema = object(
  {
    paused: nullable(pausedSchema),
    connections: integer({ description: 'of all properties', example: 6 }),
    paused_connections: integer({ example: 0 }),
    waiting_emails: object({
      count: integer({ description: 'replies to direct guests that wait to be sent', example: 0 }),
      since: nullable(moment('when the oldest was written')),
      reason: nullable(text({ description: 'what it waits for', example: 'Waits for SMTP_URL to be set.' })),
    }),
  },
  { $id: 'InstallationStatus', description: 'What is paused in the whole installation, and what waits.' },
);

export const conflictSchema = object(
  {
    ...bookingSchema.properties,
    conflict: text({ description: 'why people must look at it', example: 'overbooked on 2026-12-02' }),
  },
  { $id: 'Conflict', description: 'A booking that an OTA made and that our calendar has no place for.' },
);

const roomNights = object({
  room_id: roomId,
  fromdate: date('first night'),
  todate: date('last night, inclusive', '2026-12-31'),
});

export const nightChangeSchema = object(
  {
    change_id: id('change', 17),
    changed_at: moment('when it was made'),
    undoes: nullable(id('the change that it undid', 16)),
    room_ids: array(roomId, { description: 'rooms of which it touched a night' }),
    nights: integer({ description: 'nights that it touched', example: 31 }),
    fromdate: nullable(date('the first of them')),
    todate: nullable(date('the last of them', '2026-12-31')),
  },
  { $id: 'NightChange', description: 'A change of the calendar that can be undone.' },
);

export const undoneChangeSchema = object(
  {
    change_id: id('id with which this change can be undone in turn', 18),
    undoes: id('the change that was undone', 17),
    restored: integer({ description: 'nights that have again what they had before', example: 30 }),
    not_restored: array(roomNights, {
      description:
        'nights that somebody changed since, or whose room is no longer sold: they stay as they are',
    }),
    timestamp: moment('when it was done'),
  },
  { $id: 'UndoneChange', description: 'What became of the nights of a change that was undone.' },
);

const loggedExchange = (description: string) =>
  object(
    {
      log_id: id('entry of GET logs', 1),
      exchange: nullable(
        integer({
          description: '`position` in its exchanges; null = it has none, or it is deleted',
          example: 1,
        }),
      ),
    },
    { description },
  );

export const channelNightSchema = object(
  {
    room_id: roomId,
    date: date('the night'),
    state: oneOf(['synced', 'pending', 'rejected'], { example: 'synced' }),
    message: nullable(
      text({ description: 'the reason that the channel gave, or what it waits for', example: null }),
    ),
    unit_id: nullable(id('unit that the channel sells; null = the room as a whole', 5001)),
    confirmed: nullable(
      object(
        {
          at: nullable(moment('when it confirmed the count, or read our calendar; null = not known')),
          available: nullable(integer({ description: 'units; null = not known', example: 1 })),
          price: nullable(
            number({ description: 'null = not known, or not sent to this channel', example: 120 }),
          ),
          min_stay: nullable(integer({ description: 'nights; null as for the price', example: 1 })),
        },
        { description: 'what the channel has last confirmed of the night; null = nothing' },
      ),
    ),
    count_confirmed_in: nullable(
      loggedExchange('the exchange that confirmed the count; null = not known, or none is confirmed'),
    ),
    values_confirmed_in: nullable(
      loggedExchange(
        'the last exchange that confirmed prices or restrictions of the night; null = not known, or none is confirmed',
      ),
    ),
    refused_in: nullable(
      loggedExchange('the exchange that refused what is refused; null = not known, or nothing is refused'),
    ),
    closed_instead: boolean({
      description: 'the night is closed at the channel because it cannot carry one of its values',
      example: false,
    }),
    message_cause: causeSchema,
  },
  { $id: 'ChannelNight', description: 'Whether a channel has accepted the last change of a night.' },
);

export const protocolSchema = object(
  {
    protocol: text({ description: 'name of the wire format', example: 'ical' }),
    title: text({ example: 'iCal (calendar feeds)' }),
    maturity: oneOf(['public specification', 'experimental', 'unverified'], {
      description: 'what its implementation is based on',
      example: 'public specification',
    }),
    needs_rate: boolean({ description: "each mapped room also has the channel's rate plan", example: false }),
    several_rates: boolean({ description: 'a room can be mapped to several rate plans', example: false }),
    sells_units: boolean({ description: 'a unit of a room can be mapped by itself', example: true }),
    needs_url: boolean({ description: 'its connections have an address of the partner', example: false }),
    has_calendars: boolean({ description: 'a mapped room has the address of its calendar', example: true }),
    settings: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'JSON Schema of `settings`',
    }),
    credentials: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'JSON Schema of `credentials`',
    }),
  },
  { $id: 'Protocol', description: 'A wire format in which channels can be connected.' },
);

export const webhookSchema = object(
  {
    id: id('webhook', 1),
    hotel_id: hotelId,
    url: text({ example: 'https://locks.example.com/innwire' }),
    kinds: nullable(
      array(oneOf(KIND_FILTERS), { description: 'only these; null = all', example: ['booking.created'] }),
    ),
    active: boolean({ example: true }),
    state: oneOf(WEBHOOK_STATES, {
      description:
        '`untried`: no event has been sent yet; `delivering`: the last one arrived; `retrying`: the next event failed and is tried again; `failing`: given up after three days, until it is switched on again; `paused`: switched off',
      example: 'delivering',
    }),
    delivered_seq: integer({
      description: 'all events up to this one are delivered or filtered out',
      example: 4711,
    }),
    behind: integer({ description: 'number of events after it in the log', example: 0 }),
    attempts: integer({ description: 'failed attempts of the next event', example: 0 }),
    next_attempt_at: nullable(moment('when it is tried again')),
    last_error: nullable(text({ description: 'why the last attempt failed', example: null })),
    last_delivered_at: nullable(moment('when an event last arrived')),
    created_at: moment('when it was made'),
    updated_at: moment('when its settings last changed'),
    contacts: boolean({
      description: 'false = events are sent without personal data of guests',
      example: true,
    }),
    last_error_cause: causeSchema,
  },
  { $id: 'Webhook', description: 'An endpoint that events are posted to, in order.' },
);

export const newWebhookSchema = object(
  {
    ...webhookSchema.properties,
    secret: nullable(
      text({
        description: 'secret that messages are signed with; shown only in this answer',
        example: 'whsec_…',
      }),
    ),
  },
  { $id: 'NewWebhook', description: 'An endpoint with a new secret.' },
);

export const webhookDeliverySchema = object(
  {
    id: id('attempt', 1),
    webhook_id: id('webhook', 1),
    seq: nullable(integer({ description: 'the event; null for a test', example: 4711 })),
    kind: text({ example: 'booking.created' }),
    attempt: integer({ description: '1 = the first', example: 1 }),
    at: moment('when'),
    delivered: boolean({ description: 'the endpoint answered with a 2xx status', example: true }),
    status: nullable(integer({ description: 'of the answer; null when there was none', example: 200 })),
    latency_ms: number({ example: 41.5 }),
    error: nullable(text({ example: null })),
    answer: nullable(text({ description: 'how the answer began', example: 'ok' })),
    error_cause: causeSchema,
  },
  { $id: 'WebhookDelivery', description: 'One attempt to deliver an event.' },
);

export const exchangeSchema = object(
  {
    at: moment('when it was sent'),
    method: text({ example: 'POST' }),
    url: text({ example: 'https://ota.example.com/changes/' }),
    request: text({ description: 'what was sent, without credentials and card data' }),
    status: nullable(integer({ description: 'HTTP status; null = no answer', example: 200 })),
    response: nullable(text({ description: 'what came back, without credentials and card data' })),
    error: nullable(text({ description: 'what was wrong with it' })),
    duration_ms: number({ example: 84.2 }),
    position: integer({ description: 'place within the entry, from 1', example: 1 }),
  },
  { $id: 'Exchange', description: 'A request to a channel and its answer.' },
);

export const auditEntrySchema = object(
  {
    id: id('entry', 1),
    hotel_id: nullable(id('property; null = the whole installation', 1001)),
    created_at: moment('when it was done'),
    operation: text({ description: 'as this description calls it', example: 'createToken' }),
    outcome: text({
      description: '`ok`, `replayed` (the stored answer was given again), or the code of the refusal',
      example: 'ok',
    }),
    address: nullable(
      text({
        description: 'where the call came from; null = the command line, on the database itself',
        example: '127.0.0.1',
      }),
    ),
    request_id: nullable(text({ example: '4f9d1c52-6d1c-4be5-9a83-0f6f2a6f2f10' })),
    target: Type.Unsafe<Record<string, string | number>>({
      type: 'object',
      description:
        'ids of what the call was about, and of what it made; of the removal of a property also its name and how many records of each kind went',
      additionalProperties: true,
      example: { hotel_id: 1001, id: 7 },
    }),
    changed: nullable(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        description: 'the members that were sent; secret and personal values are `***`',
        additionalProperties: true,
        example: { label: 'smart locks', access: 'read' },
      }),
    ),
    user_id: nullable(
      id(
        'the person who was signed in, signs in, or as whom somebody tried to; null = whoever has the operator key',
        1,
      ),
    ),
  },
  { $id: 'AuditEntry', description: 'One use of the operator key or of a role, or an attempt to sign in.' },
);
