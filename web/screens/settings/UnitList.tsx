// The units of a room: their numbers, floors and order; further ones are typed as ranges.
import { useSignal } from '@preact/signals';
import { make } from '../../desk/changes.ts';
import { api } from '../../desk/property.ts';
import { type ChangeRequest, type DeskProblem, problemOf } from '../../desk/server.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Field } from '../../parts/Field.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Menu, type MenuItem } from '../../parts/Menu.tsx';
import { Banner } from '../../parts/Notice.tsx';
import type { DeskRoom, DeskUnit } from '../../replica/state.ts';
import { parseUnitNames } from '../setup/unit-names.ts';
import { Answers } from './Question.tsx';
import { SavedField } from './SavedField.tsx';

type UnitListProps = { room: DeskRoom; units: readonly DeskUnit[] };

export function UnitList({ room, units }: UnitListProps) {
  const { rooms: texts } = messages().houseSettings;
  return (
    <section class="setting-units">
      <h3>{texts.units}</h3>
      {units.length === 0 && <p class="ink3">{texts.noUnits}</p>}
      <ul>
        {units.map((unit, place) => (
          <UnitLine
            key={unit.unit_id}
            unit={unit}
            room={room}
            before={units[place - 1]}
            after={units[place + 1]}
          />
        ))}
      </ul>
      <NewUnits room={room} />
    </section>
  );
}

type UnitLineProps = {
  unit: DeskUnit;
  room: DeskRoom;
  before: DeskUnit | undefined;
  after: DeskUnit | undefined;
};

function patchUnit(unit: DeskUnit, body: object): ChangeRequest {
  return { method: 'PATCH', path: api('units', { unit_id: unit.unit_id }), body };
}

function UnitLine({ unit, room, before, after }: UnitLineProps) {
  const { rooms: texts } = messages().houseSettings;
  const asksToRetire = useSignal(false);
  const retire = async () => {
    asksToRetire.value = false;
    const request = { method: 'DELETE', path: api('units', { unit_id: unit.unit_id }) } as const;
    await make({ done: texts.retired(unit.name), request });
  };
  const ask = (asks: boolean) => () => {
    asksToRetire.value = asks;
  };
  const items: MenuItem[] = [
    ...(before ? [{ label: texts.up(unit.name), run: () => void swap(unit, before) }] : []),
    ...(after ? [{ label: texts.down(unit.name), run: () => void swap(unit, after) }] : []),
    { label: texts.retire, icon: 'x', run: ask(true) },
  ];
  return (
    <li class="setting-unit">
      <SavedField
        label={texts.unit}
        value={unit.name}
        field="name"
        canEdit
        requestOf={(name) => patchUnit(unit, { name })}
      />
      <SavedField
        label={texts.floor}
        value={unit.floor ?? ''}
        field="floor"
        canEdit
        requestOf={(floor) => patchUnit(unit, { floor: floor === '' ? null : floor })}
      />
      <Menu
        class="btn quiet icon"
        label={texts.more(unit.name)}
        button={<Icon name="more" />}
        items={items}
      />
      {asksToRetire.value && (
        <div class="setting-question">
          <Banner
            urgency="alert"
            icon="warn"
            action={<Answers confirm={texts.retire} onConfirm={retire} onKeep={ask(false)} />}
          >
            {texts.retireUnit(unit.name, room.name)}
          </Banner>
        </div>
      )}
    </li>
  );
}

/** Lets two neighbours change places. */
async function swap(unit: DeskUnit, other: DeskUnit): Promise<void> {
  const { moved } = messages().houseSettings.rooms;
  await make({
    done: moved(unit.name),
    request: patchUnit(other, { position: unit.position }),
    undo: () => patchUnit(other, { position: other.position }),
    also: [
      {
        request: patchUnit(unit, { position: other.position }),
        undo: () => patchUnit(unit, { position: unit.position }),
      },
    ],
  });
}

function NewUnits({ room }: { room: DeskRoom }) {
  const { rooms: texts } = messages().houseSettings;
  const text = useSignal('');
  const error = useSignal<string | null>(null);
  const add = async (event: Event) => {
    event.preventDefault();
    const names = parseUnitNames(text.value);
    if (!names || names.length === 0) {
      error.value = texts.badUnits;
      return;
    }
    error.value = await addUnits(room, names);
    if (error.value === null) text.value = '';
  };
  return (
    <form class="setting-add" onSubmit={add}>
      <Field
        label={texts.addUnits}
        placeholder={texts.unitsExample}
        help={texts.unitsHelp}
        value={text.value}
        {...(error.value !== null && { error: error.value })}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
          error.value = null;
        }}
      />
      <Button type="submit" icon="plus" aria-label={`${texts.addUnits}: ${room.name}`} />
    </form>
  );
}

/** Adds units to a room. Returns why not; null = they are added. */
export async function addUnits(room: { room_id: number }, names: readonly string[]): Promise<string | null> {
  const { unitsAdded } = messages().houseSettings.rooms;
  let refused: DeskProblem | null = null;
  const outcome = await make<{ unit_id: number }[]>(
    {
      done: unitsAdded(names.length),
      request: { method: 'POST', path: api('units'), body: { room_id: room.room_id, names } },
      undo: ({ data }) =>
        data.map(({ unit_id: id }) => ({ method: 'DELETE', path: api('units', { unit_id: id }) })),
    },
    {
      onRefused: (problem) => {
        refused = problem;
      },
    },
  );
  if (outcome.ok) return null;
  return refused ? problemOf(refused, 'names.0') : messages().unreachable;
}
