// The table of the proof. One cell has the keyboard at a time; arrow keys move it, and the cell that has it is the one whose details are shown.
// biome-ignore-all lint/a11y/useSemanticElements: a table with the roles of a grid, because its cells take the keyboard
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: as above
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the keys are those of the table
import type { Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { weekdayOf } from '../../days.ts';
import { formatCount, formatDay, formatDayParts, formatShortPrice } from '../../format.ts';
import { messages } from '../../language.ts';
import { classesOf } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { ChannelMark, channelName } from '../../parts/Mark.tsx';
import type { ReplicaState } from '../../replica/state.ts';
import { type ChannelProof, type DeskConnection, keyOfNight } from './channel-nights.ts';
import { timeAt } from './moments.ts';
import { reasonInLine } from './night-proofs.ts';
import { type NightStateName, stateOfNight } from './night-state.ts';
import { LOOKS } from './state-looks.ts';

/** A cell of the proof: a night of a room, or of a unit that is sold by itself, at a channel. */
export type NightPlace = { channel: string; roomId: number; unitId: number | null; day: number };

type GridProps = {
  state: ReplicaState;
  proof: ChannelProof;
  from: number;
  until: number;
  selected: Signal<NightPlace | null>;
};

type GridRow = { connection: DeskConnection; roomId: number; unitId: number | null };

export function ProofGrid({ state, proof, from, until, selected }: GridProps) {
  const table = useRef<HTMLTableElement>(null);
  const days = Array.from({ length: until - from }, (_, index) => from + index);
  const rooms = [...state.rooms.values()];
  const rows = rooms.flatMap(({ room_id: id }) => rowsOf(id, proof));
  const at = selected.value;
  const place = rows.findIndex((row) => at && isRowOf(row, at));
  const focused = at && place >= 0 && at.day >= from && at.day < until ? at : null;
  const move = (event: KeyboardEvent) => {
    const next = moved(event.key, {
      rows,
      place: Math.max(0, place),
      day: focused?.day ?? from,
      from,
      until,
    });
    if (!next) return;
    event.preventDefault();
    selected.value = next;
    // The cell exists: it is one of those that are shown.
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
  };
  const texts = messages().channels;
  return (
    <div class="proof-scroll">
      <table ref={table} class="proof-grid" role="grid" aria-label={texts.proof} onKeyDown={move}>
        <thead>
          <tr>
            <th scope="col">{texts.held}</th>
            {days.map((day) => (
              <th key={day} scope="col" class={classesOf(weekdayOf(day) > 4 && 'weekend')}>
                {formatDayParts(day).weekday}
                <br />
                <b>{formatDayParts(day).day}</b>
              </th>
            ))}
          </tr>
        </thead>
        {rooms.map((room) => (
          <tbody key={room.room_id}>
            <HeldRow state={state} roomId={room.room_id} name={room.name} days={days} />
            {rowsOf(room.room_id, proof).map((row) => (
              <ChannelRow
                key={`${row.connection.channel}/${row.unitId}`}
                row={row}
                state={state}
                proof={proof}
                days={days}
                selected={selected}
                tabStop={focused ?? firstCell(rows, from)}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** Returns the rows of a room: one for each channel, or for each unit that a channel sells by itself. */
function rowsOf(roomId: number, { connections }: ChannelProof): GridRow[] {
  return connections.flatMap((connection) => {
    const units = connection.rooms.filter((one) => one.room_id === roomId).map((one) => one.unit_id);
    const distinct = units.length > 0 ? [...new Set(units)] : [null];
    return distinct.map((unitId) => ({ connection, roomId, unitId }));
  });
}

function isRowOf(row: GridRow, at: NightPlace): boolean {
  return row.connection.channel === at.channel && row.roomId === at.roomId && row.unitId === at.unitId;
}

function firstCell(rows: readonly GridRow[], from: number): NightPlace | null {
  const [row] = rows;
  return row ? placeIn(row, from) : null;
}

function placeIn({ connection, roomId, unitId }: GridRow, day: number): NightPlace {
  return { channel: connection.channel, roomId, unitId, day };
}

type Position = { rows: readonly GridRow[]; place: number; day: number; from: number; until: number };

/** Returns the cell that a key leads to; null if the key moves nothing. */
function moved(key: string, { rows, place, day, from, until }: Position): NightPlace | null {
  const steps: Record<string, [rows: number, days: number]> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    Home: [0, from - day],
    End: [0, until - 1 - day],
  };
  const step = steps[key];
  if (!step || rows.length === 0) return null;
  const row = rows[Math.min(Math.max(place + step[0], 0), rows.length - 1)]!;
  return placeIn(row, Math.min(Math.max(day + step[1], from), until - 1));
}

type HeldRowProps = { state: ReplicaState; roomId: number; name: string; days: readonly number[] };

/** What the calendar holds: units left, and the price. */
function HeldRow({ state, roomId, name, days }: HeldRowProps) {
  const nights = state.nights.get(roomId);
  return (
    <tr class="held">
      <th scope="row">
        <span class="row">
          <span class="b cut">{name}</span>
          <span class="ink3 t12 end">{messages().channels.weHold}</span>
        </span>
      </th>
      {days.map((day) => {
        const index = day - state.from;
        const available = nights?.available[index];
        if (available === undefined) return <td key={day} />;
        const isClosed = nights?.stop_sell?.[index] === true;
        return (
          <td key={day} class={classesOf(available < 0 && 'over')}>
            {isClosed ? <Icon name="ban" small /> : formatCount(available)}
            <span class="ink3 t12">
              {' '}
              · {formatShortPrice(nights!.price[index] ?? 0, state.property.currency)}
            </span>
          </td>
        );
      })}
    </tr>
  );
}

type ChannelRowProps = {
  row: GridRow;
  state: ReplicaState;
  proof: ChannelProof;
  days: readonly number[];
  selected: Signal<NightPlace | null>;
  tabStop: NightPlace | null;
};

function ChannelRow({ row, state, proof, days, selected, tabStop }: ChannelRowProps) {
  const { connection, roomId, unitId } = row;
  const { channel } = connection;
  const nights = proof.nights.get(channel);
  const texts = messages().channels;
  const unit = unitId === null ? null : (state.units.get(unitId)?.name ?? String(unitId));
  return (
    <tr>
      <th scope="row">
        <span class="row">
          <ChannelMark channel={channel} />
          <span class="cut">{channelName(channel)}</span>
          {unit && <span class="ink3 t12 end">{unit}</span>}
        </span>
      </th>
      {days.map((day) => {
        const night = nights?.get(keyOfNight(roomId, unitId, day));
        const name = stateOfNight(connection, night);
        const at = placeIn(row, day);
        const isStop = tabStop !== null && isRowOf(row, tabStop) && tabStop.day === day;
        const isSelected =
          selected.value !== null && isRowOf(row, selected.value) && selected.value.day === day;
        const reason = night ? reasonInLine(night, connection, messages()) : null;
        const said = describeNight(name, night?.confirmed?.at ?? null, reason);
        return (
          <td
            key={day}
            class={classesOf('cell', name, isSelected && 'selected')}
            role="gridcell"
            aria-selected={isSelected}
            aria-label={`${channelName(channel)}, ${state.rooms.get(roomId)?.name}, ${formatDay(day)}: ${said}`}
            title={said}
            tabIndex={isStop ? 0 : -1}
            onFocus={() => {
              if (!isSelected) selected.value = at;
            }}
            onClick={() => {
              selected.value = at;
            }}
          >
            {name === 'not_sold' ? <span aria-hidden="true">–</span> : <Icon name={LOOKS[name].icon} />}
          </td>
        );
      })}
    </tr>
  );

  function describeNight(name: NightStateName, confirmedAt: string | null, message: string | null): string {
    if (name === 'confirmed' && confirmedAt) return texts.confirmedAt(timeAt(confirmedAt));
    return message ? `${texts.nightStates[name]} – ${message}` : texts.nightStates[name];
  }
}
