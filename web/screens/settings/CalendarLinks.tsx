// The calendar links of rooms and units: copied, replaced, and made for single units.
import { useSignal } from '@preact/signals';
import type { Static } from 'typebox';
import type { icalLinkSchema } from '../../../src/api/records.ts';
import { make } from '../../desk/changes.ts';
import { PRACTICE } from '../../desk/practice.ts';
import { api, copy, operator } from '../../desk/property.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Select } from '../../parts/Field.tsx';
import { channelName } from '../../parts/Mark.tsx';
import { Empty, Skeleton } from '../../parts/Notice.tsx';
import { CopyButton } from '../../parts/Secret.tsx';
import { Question } from './Question.tsx';
import { useRead } from './use-read.ts';

type IcalLink = Static<typeof icalLinkSchema>;

export function CalendarLinks() {
  const { houseSettings, loading } = messages();
  const { calendars: texts } = houseSettings;
  const {
    value: all,
    refusal,
    reload,
  } = useRead<IcalLink[]>(api('ical'), ({ kind }) => kind === 'room.changed');
  // The practice channel is played by innwire: it reads no calendar.
  const links = all?.filter(({ channel_name: channel }) => channel !== PRACTICE);
  if (!links) return refusal ? <Empty title={refusal.detail} /> : <Skeleton lines={4} label={loading} />;
  const warning = links.find((link) => link.warning)?.warning;
  return (
    <>
      <p class="ink2">{texts.about}</p>
      {warning && <p class="help">{warning}</p>}
      {links.length === 0 && <Empty title={texts.none} />}
      <ul class="setting-list">
        {links.map((link) => (
          <LinkLine key={link.id} link={link} onChanged={reload} />
        ))}
      </ul>
      <NewLink onMade={reload} />
    </>
  );
}

/** Names what the link shows, and who reads it. */
function nameOf({ room_id: roomId, unit_id: unitId, channel_name: channel }: IcalLink): string {
  const { readers } = messages().houseSettings.calendars;
  const place =
    (unitId !== null && copy.value?.units.get(unitId)?.name) || copy.value?.rooms.get(roomId)?.name;
  const reader = channel === 'calendar' ? readers.calendar : channelName(channel);
  return `${place ?? roomId} · ${reader}`;
}

function LinkLine({ link, onChanged }: { link: IcalLink; onChanged: () => void }) {
  const { calendars: texts } = messages().houseSettings;
  const name = nameOf(link);
  const replace = async () => {
    await make({
      done: texts.replaced,
      request: { method: 'POST', path: operator(`ical/${link.id}/rotate`) },
    });
    onChanged();
  };
  return (
    <li class="setting-line">
      <span class="m setting-name">{name}</span>
      <code class="cut grow">{link.url}</code>
      <CopyButton text={link.url} label={name} />
      <Question
        label={texts.replace}
        question={texts.replaceQuestion(name)}
        confirm={texts.replace}
        onConfirm={replace}
      />
    </li>
  );
}

function NewLink({ onMade }: { onMade: () => void }) {
  const { calendars: texts } = messages().houseSettings;
  const units = [...(copy.value?.units.values() ?? [])].toSorted((a, b) =>
    a.name.localeCompare(b.name, undefined, { numeric: true }),
  );
  const chosen = useSignal<string | null>(null);
  const unitId = chosen.value ?? String(units[0]?.unit_id ?? '');
  if (units.length === 0) return null;
  const create = async (event: Event) => {
    event.preventDefault();
    const body = { unit_id: Number(unitId), channel: 'calendar' };
    await make({ done: texts.made, request: { method: 'POST', path: operator('ical'), body } });
    onMade();
  };
  return (
    <form class="setting-add" onSubmit={create}>
      <Select
        label={texts.forUnit}
        value={unitId}
        options={units.map((unit) => ({ value: String(unit.unit_id), label: unit.name }))}
        onChange={({ currentTarget }) => {
          chosen.value = currentTarget.value;
        }}
      />
      <Button type="submit">{texts.make}</Button>
    </form>
  );
}
