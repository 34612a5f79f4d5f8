// Takes over the stays that a house has elsewhere: a table is pasted or chosen, read, looked at line by line, and created.
import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { dateOfDayNumber } from '../../../days.ts';
import { copy, isLive } from '../../../desk/property.ts';
import { messages } from '../../../language.ts';
import { Button } from '../../../parts/Button.tsx';
import { Check, Select } from '../../../parts/Field.tsx';
import { FormError } from '../../../parts/FormError.tsx';
import type { DateOrder } from './dates.ts';
import { Progress } from './Progress.tsx';
import { placeOfName, type StayPlace, withHouse } from './rooms-of-stays.ts';
import { DateQuestion, StaysPreview } from './StaysPreview.tsx';
import { sending, sendStays } from './sending.ts';
import {
  COLUMNS,
  orderOfTable,
  readStays,
  readTable,
  type StayColumn,
  type StaysTable,
} from './stays-file.ts';

export function StaysImport({ onDone }: { onDone: () => void }) {
  const texts = messages().imports;
  const table = useSignal<StaysTable | null>(null);
  useEffect(() => {
    if (sending.peek()?.isOver) sending.value = null;
  }, []);
  return (
    <div class="setup-form import">
      <h1 class="t28 b">{texts.staysTitle}</h1>
      {sending.value && <Progress sent={sending.value} onDone={onDone} />}
      {!sending.value && table.value && (
        <TableCheck
          table={table.value}
          onChange={(changed) => {
            table.value = changed;
          }}
        />
      )}
      {!sending.value && !table.value && (
        <TableInput
          onTable={(read) => {
            table.value = read;
          }}
          onDone={onDone}
        />
      )}
    </div>
  );
}

function TableInput({ onTable, onDone }: { onTable: (table: StaysTable) => void; onDone: () => void }) {
  const texts = messages().imports;
  const error = useSignal<string | undefined>(undefined);
  const text = useSignal('');
  const take = (given: string) => {
    const read = readTable(given);
    if (read) onTable(read);
    else error.value = texts.noTable;
  };
  return (
    <>
      <p class="t14 ink2">{texts.staysAbout}</p>
      <label class="field import-text">
        <span class="label">{texts.paste}</span>
        <textarea
          class="input"
          rows={8}
          placeholder={texts.pasteExample}
          value={text.value}
          aria-invalid={error.value !== undefined}
          onInput={({ currentTarget: { value } }) => {
            text.value = value;
            error.value = undefined;
          }}
        />
      </label>
      <label class="field">
        <span class="label">{texts.choose}</span>
        <input
          class="input"
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={({ currentTarget: { files } }) => void files?.[0]?.text().then(take)}
        />
      </label>
      <FormError text={error.value ?? null} />
      <footer class="setup-foot">
        <Button kind="quiet" onClick={onDone}>
          {texts.back}
        </Button>
        <Button kind="primary" disabled={text.value.trim() === ''} onClick={() => take(text.value)}>
          {texts.check}
        </Button>
      </footer>
    </>
  );
}

type TableCheckProps = { table: StaysTable; onChange: (table: StaysTable | null) => void };

function TableCheck({ table, onChange }: TableCheckProps) {
  const texts = messages().imports;
  const found = orderOfTable(table);
  const chosen = useSignal<DateOrder | null>(null);
  const rooms = useSignal<ReadonlyMap<string, StayPlace>>(new Map());
  const again = useSignal(false);
  const order = chosen.value ?? (found === 'ask' || found === 'mixed' ? null : found);
  const state = copy.value!;
  const listed = useComputed(() => {
    const present = copy.value!;
    const way = chosen.value ?? order ?? 'dmy';
    return withHouse(readStays(table, way, dateOfDayNumber(present.today)), rooms.value, present);
  }).value;
  const unknown = [
    ...new Set(listed.filter(({ room }) => !placeOfName(room, state)).map(({ room }) => room)),
  ];
  const isTaken = (errors: readonly string[]) =>
    errors.every((error) => again.value && error === 'already_here');
  const ready = order === null ? [] : listed.filter(({ errors }) => isTaken(errors));
  return (
    <>
      <ColumnChoice table={table} onChange={onChange} />
      {(found === 'ask' || found === 'mixed') && (
        <DateQuestion
          table={table}
          isMixed={found === 'mixed'}
          chosen={chosen.value}
          onChoose={(way) => {
            chosen.value = way;
          }}
        />
      )}
      {unknown.length > 0 && (
        <RoomChoice
          names={unknown}
          chosen={rooms.value}
          onChoose={(name, place) => {
            const next = new Map(rooms.value);
            if (place) next.set(name, place);
            else next.delete(name);
            rooms.value = next;
          }}
        />
      )}
      {order !== null && <StaysPreview stays={listed} isTaken={isTaken} />}
      {listed.some(({ errors }) => errors.includes('already_here')) && (
        <Check
          label={texts.takeAgain}
          checked={again.value}
          onInput={({ currentTarget }) => {
            again.value = currentTarget.checked;
          }}
        />
      )}
      <CheckFoot count={ready.length} onSend={() => void sendStays(ready)} onBack={() => onChange(null)} />
    </>
  );
}

type CheckFootProps = { count: number; onSend: () => void; onBack: () => void };

function CheckFoot({ count, onSend, onBack }: CheckFootProps) {
  const texts = messages().imports;
  // An old copy does not know which of the stays are here already.
  const disabled = count === 0 || !isLive.value;
  return (
    <footer class="setup-foot">
      <Button kind="quiet" onClick={onBack}>
        {texts.otherTable}
      </Button>
      <Button kind="primary" disabled={disabled} onClick={onSend}>
        {texts.takeOver(count)}
      </Button>
    </footer>
  );
}

/** Which column is what: recognised by its head, and corrected here. */
function ColumnChoice({ table, onChange }: TableCheckProps) {
  const texts = messages().imports;
  const { heads, columns } = table;
  const columnAt = (place: number) => COLUMNS.find((column) => columns[column] === place) ?? '';
  const choose = (place: number, column: StayColumn | '') => {
    const rest = Object.entries(columns).filter(([name, at]) => at !== place && name !== column);
    onChange({
      ...table,
      columns: { ...Object.fromEntries(rest), ...(column !== '' && { [column]: place }) },
    });
  };
  return (
    <section class="import-columns" aria-label={texts.columnsTitle}>
      <h2 class="t16 b">{texts.columnsTitle}</h2>
      <div class="import-grid">
        {heads.map((head, place) => (
          <Select
            key={place}
            label={head || texts.column(place + 1)}
            value={columnAt(place)}
            options={[
              { value: '', label: texts.notUsed },
              ...COLUMNS.map((value) => ({ value, label: texts.columns[value] })),
            ]}
            onChange={({ currentTarget: { value } }) => choose(place, value as StayColumn | '')}
          />
        ))}
      </div>
    </section>
  );
}

type RoomChoiceProps = {
  names: readonly string[];
  chosen: ReadonlyMap<string, StayPlace>;
  onChoose: (name: string, place: StayPlace | null) => void;
};

/** Which room a name means that the house does not have. */
function RoomChoice({ names, chosen, onChoose }: RoomChoiceProps) {
  const texts = messages().imports;
  const { rooms, units } = copy.value!;
  const options = [
    { value: '', label: texts.leaveOut },
    ...[...rooms.values()].map((room) => ({ value: `${room.room_id}/`, label: room.name })),
    ...[...units.values()].map((unit) => ({
      value: `${unit.room_id}/${unit.unit_id}`,
      label: `${unit.name} · ${rooms.get(unit.room_id)?.name ?? ''}`,
    })),
  ];
  const keyOf = (place: StayPlace | undefined) => (place ? `${place.roomId}/${place.unitId ?? ''}` : '');
  return (
    <section aria-label={texts.roomsTitle}>
      <h2 class="t16 b">{texts.roomsTitle}</h2>
      <div class="import-grid">
        {names.map((name) => (
          <Select
            key={name}
            label={name === '' ? texts.noRoomName : name}
            value={keyOf(chosen.get(name))}
            options={options}
            onChange={({ currentTarget: { value } }) => {
              const [roomId, unitId] = value.split('/');
              onChoose(
                name,
                value === '' ? null : { roomId: Number(roomId), unitId: unitId ? Number(unitId) : null },
              );
            }}
          />
        ))}
      </div>
    </section>
  );
}
