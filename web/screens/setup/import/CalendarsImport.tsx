// Reads the calendars that a channel shows for each room: its stays come over, and come again when they change.
import { useSignal } from '@preact/signals';
import { make } from '../../../desk/changes.ts';
import { copy, operator } from '../../../desk/property.ts';
import { messages } from '../../../language.ts';
import { Button } from '../../../parts/Button.tsx';
import { Field, Select } from '../../../parts/Field.tsx';
import { FormError } from '../../../parts/FormError.tsx';
import { channelName } from '../../../parts/Mark.tsx';

/** Channels that show such an address for each room. */
const CHANNELS = ['airbnb', 'booking_com', 'vrbo', 'expedia'] as const;

export function CalendarsImport({ onDone }: { onDone: () => void }) {
  const texts = messages().imports;
  const channel = useSignal<string>(CHANNELS[0]);
  const addresses = useSignal<ReadonlyMap<number, string>>(new Map());
  const error = useSignal<string | null>(null);
  const rooms = [...(copy.value?.rooms.values() ?? [])];
  const filled = [...addresses.value].filter(([, address]) => address.trim() !== '');
  const submit = async (event: Event) => {
    event.preventDefault();
    error.value = await connectCalendars(channel.value, filled);
    if (error.value === null) onDone();
  };
  return (
    <form class="setup-form import" onSubmit={submit}>
      <h1 class="t28 b">{texts.calendarsTitle}</h1>
      <p class="t14 ink2">{texts.calendarsAbout}</p>
      <div class="setup-fields">
        <Select
          label={texts.columns.channel}
          value={channel.value}
          options={CHANNELS.map((value) => ({ value, label: channelName(value) }))}
          onChange={({ currentTarget: { value } }) => {
            channel.value = value;
          }}
        />
        {rooms.map(({ room_id: id, name }) => (
          <div key={id} class="wide">
            <Field
              label={texts.calendarOf(name)}
              inputMode="url"
              placeholder="https://…/calendar.ics"
              value={addresses.value.get(id) ?? ''}
              onInput={({ currentTarget: { value } }) => {
                addresses.value = new Map(addresses.value).set(id, value);
              }}
            />
          </div>
        ))}
      </div>
      <FormError text={error.value} />
      <footer class="setup-foot">
        <Button kind="quiet" onClick={onDone}>
          {texts.back}
        </Button>
        <Button type="submit" kind="primary" disabled={filled.length === 0}>
          {texts.readCalendars}
        </Button>
      </footer>
    </form>
  );
}

/** Connects a channel by the addresses of its calendars, by room. Returns why not; null = it is connected. */
async function connectCalendars(
  channel: string,
  addresses: readonly (readonly [number, string])[],
): Promise<string | null> {
  let refused: string | null = null;
  const body = {
    protocol: 'ical',
    rooms: addresses.map(([roomId, address]) => ({ room_id: roomId, ical_url: address.trim() })),
  };
  const done = messages().channels.form.connected(channelName(channel));
  const outcome = await make(
    { done, request: { method: 'PUT', path: operator(`channels/${channel}`), body } },
    {
      onRefused: ({ errors, detail }) => {
        refused = errors?.[0]?.message ?? detail;
      },
    },
  );
  return outcome.ok ? null : (refused ?? messages().unreachable);
}
