// The kinds of rooms, each with its values and its units.
import { useSignal } from '@preact/signals';
import type { Static } from 'typebox';
import type { operatorRoomSchema } from '../../../src/api/operator/records.ts';
import { make } from '../../desk/changes.ts';
import { copy, currency, isKeptCopy, operator } from '../../desk/property.ts';
import type { ChangeRequest } from '../../desk/server.ts';
import { amountText, formatMoney, parseAmount } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Skeleton } from '../../parts/Notice.tsx';
import type { DeskRoom, DeskUnit } from '../../replica/state.ts';
import { NewRoom } from './NewRoom.tsx';
import { Question } from './Question.tsx';
import { SavedField } from './SavedField.tsx';
import { UnitList } from './UnitList.tsx';
import { useRead } from './use-read.ts';

type OperatorRoom = Static<typeof operatorRoomSchema>;

/** So many are open at once; more are a list to choose from. */
const MAX_OPEN = 2;

export function Rooms({ canEdit: mayEdit }: { canEdit: boolean }) {
  const { rooms: texts } = messages().houseSettings;
  const isAdding = useSignal(false);
  const state = copy.value;
  if (!state) return <Skeleton lines={4} label={messages().loading} />;
  // As the values of the house.
  const canEdit = mayEdit && !isKeptCopy.value;
  const rooms = [...state.rooms.values()];
  const unitsOf = (room: DeskRoom) =>
    [...state.units.values()]
      .filter(({ room_id: id }) => id === room.room_id)
      .toSorted((a, b) => a.position - b.position || a.unit_id - b.unit_id);
  return (
    <>
      <p class="ink2">{texts.about}</p>
      {canEdit ? (
        <EditableRooms rooms={rooms} unitsOf={unitsOf} />
      ) : (
        <ul class="setting-list">
          {rooms.map((room) => (
            <li key={room.room_id} class="setting-line">
              <RoomSummary room={room} />
              <p class="ink3 t12">
                {unitsOf(room)
                  .map(({ name }) => name)
                  .join(', ')}
              </p>
            </li>
          ))}
        </ul>
      )}
      {canEdit && !isAdding.value && (
        <Button
          icon="plus"
          onClick={() => {
            isAdding.value = true;
          }}
        >
          {texts.add}
        </Button>
      )}
      {isAdding.value && (
        <NewRoom
          onDone={() => {
            isAdding.value = false;
          }}
        />
      )}
    </>
  );
}

function RoomSummary({ room }: { room: DeskRoom }) {
  const { stay, houseSettings } = messages();
  const cots = room.cots > 0 ? ` + ${houseSettings.rooms.cotsOf(room.cots)}` : '';
  return (
    <span class="setting-summary">
      <span class="m">{room.name}</span>
      <span class="ink3 t12">
        {stay.guests(room.capacity)}
        {cots} · {formatMoney(room.price, currency.value)} · ×{room.units ?? 1}
      </span>
    </span>
  );
}

type EditableProps = { rooms: readonly DeskRoom[]; unitsOf: (room: DeskRoom) => DeskUnit[] };

/** The minimum stay of a room is no part of the copy: it is read from the operator's list. */
function EditableRooms({ rooms, unitsOf }: EditableProps) {
  const known = useRead<OperatorRoom[]>(operator('rooms'), ({ kind }) => kind === 'room.changed');
  return (
    <ul class="setting-list">
      {rooms.map((room) => {
        const minStay = known.value?.find(({ room_id: id }) => id === room.room_id)?.min_stay;
        return (
          <li key={room.room_id}>
            <details class="setting-room" open={rooms.length <= MAX_OPEN}>
              <summary>
                <Icon name="right" small />
                <RoomSummary room={room} />
              </summary>
              <RoomFields room={room} minStay={minStay} hasUnits={unitsOf(room).length > 0} />
              <UnitList room={room} units={unitsOf(room)} />
              <RetireRoom room={room} units={unitsOf(room).length} />
            </details>
          </li>
        );
      })}
    </ul>
  );
}

type RoomFieldsProps = { room: DeskRoom; minStay: number | undefined; hasUnits: boolean };

function RoomFields({ room, minStay, hasUnits }: RoomFieldsProps) {
  const { rooms: texts } = messages().houseSettings;
  const member = (field: string, toMember: (text: string) => unknown) => ({
    field,
    canEdit: true,
    requestOf: (text: string): ChangeRequest => ({
      method: 'PATCH',
      path: operator(`rooms/${room.room_id}`),
      body: { [field]: toMember(text) },
    }),
  });
  const parsePrice = (text: string) => parseAmount(text, currency.value);
  const whole = (text: string) => (/^\d+$/.test(text) ? null : texts.badNumber);
  return (
    <div class="setting-fields">
      <SavedField label={texts.name} value={room.name} {...member('name', String)} />
      <SavedField
        label={texts.capacity}
        inputMode="numeric"
        value={String(room.capacity)}
        wrong={whole}
        {...member('capacity', Number)}
      />
      <SavedField
        label={texts.cots}
        help={texts.cotsHelp}
        inputMode="numeric"
        value={String(room.cots)}
        wrong={whole}
        {...member('cots', Number)}
      />
      <SavedField
        label={`${texts.price}, ${currency.value}`}
        help={texts.priceHelp}
        inputMode="decimal"
        value={amountText(room.price, currency.value)}
        wrong={(text) => (parsePrice(text) === null ? texts.badAmount : null)}
        {...member('price', parsePrice)}
      />
      {minStay !== undefined && (
        <SavedField
          label={texts.minStay}
          inputMode="numeric"
          value={String(minStay)}
          wrong={whole}
          {...member('min_stay', Number)}
        />
      )}
      <SavedField
        label={texts.count}
        inputMode="numeric"
        value={String(room.units ?? 1)}
        wrong={whole}
        {...member('units', Number)}
        canEdit={!hasUnits}
      />
    </div>
  );
}

/** Takes a room out of use, after the question: there is no way back. */
function RetireRoom({ room, units }: { room: DeskRoom; units: number }) {
  const { rooms: texts } = messages().houseSettings;
  const retire = () =>
    make({
      done: texts.retired(room.name),
      request: { method: 'DELETE', path: operator(`rooms/${room.room_id}`) },
    });
  return (
    <Question
      label={`${texts.retire}: ${room.name}`}
      question={texts.retireRoom(room.name, units)}
      confirm={texts.retire}
      onConfirm={async () => void (await retire())}
    />
  );
}
