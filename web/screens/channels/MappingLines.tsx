// Which room of the house is which room of the channel: a line for each room, or for each of its units or rates.
import { copy } from '../../desk/property.ts';
import type { DeskProblem } from '../../desk/server.ts';
import { messages } from '../../language.ts';
import { classesOf, IconButton } from '../../parts/Button.tsx';
import type { DeskProtocol, MappingLine } from './connection-form.ts';

type MappingLinesProps = {
  protocol: DeskProtocol;
  lines: readonly MappingLine[];
  /** those of the request to which `problem` belongs: a line that was changed since is none of them */
  sentLines: readonly MappingLine[];
  problem: DeskProblem | null;
  onChange: (lines: readonly MappingLine[]) => void;
};

export function MappingLines({ protocol, lines, sentLines, problem, onChange }: MappingLinesProps) {
  const texts = messages().channels.form;
  const empty = { unitId: null, room: '', rate: '', calendar: '' };
  return (
    <fieldset class="mapping">
      <legend class="b">{texts.rooms}</legend>
      <p class="ink3 t12">{texts.roomsHelp}</p>
      {lines.map((line, index) => (
        <OneLine
          key={index}
          protocol={protocol}
          line={line}
          isFurther={lines.findIndex(({ roomId }) => roomId === line.roomId) < index}
          error={problem?.errors?.find(({ field }) => isOfLine(field, sentLines.indexOf(line)))?.message}
          onType={(part) => onChange(lines.with(index, { ...line, ...part }))}
          onRemove={() => onChange(lines.toSpliced(index, 1))}
          onRepeat={() => onChange(lines.toSpliced(index + 1, 0, { ...line, ...empty }))}
        />
      ))}
    </fieldset>
  );
}

/** The server names a line by its place in the request, with or without one of its members: `rooms.2`, `rooms.2.room`. */
function isOfLine(field: string, index: number): boolean {
  return field === `rooms.${index}` || field.startsWith(`rooms.${index}.`);
}

type OneLineProps = {
  protocol: DeskProtocol;
  line: MappingLine;
  /** a line above is of the same room */
  isFurther: boolean;
  error: string | undefined;
  onType: (part: Partial<MappingLine>) => void;
  onRemove: () => void;
  onRepeat: () => void;
};

function OneLine({ protocol, line, isFurther, error, onType, onRemove, onRepeat }: OneLineProps) {
  const texts = messages().channels.form;
  const room = copy.value?.rooms.get(line.roomId)?.name ?? String(line.roomId);
  const mayRepeat = protocol.several_rates || protocol.sells_units;
  const field = (label: string, name: 'room' | 'rate' | 'calendar') => (
    <input
      class={classesOf('input', error && 'bad')}
      aria-label={`${room}: ${label}`}
      placeholder={label}
      value={line[name]}
      onInput={(event) => onType({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <div class="mapping-line">
      <span class={classesOf('cut', isFurther && 'ink3')}>{room}</span>
      {protocol.sells_units && <UnitChoice line={line} onChoose={(unitId) => onType({ unitId })} />}
      {protocol.has_calendars ? field(texts.calendar, 'calendar') : field(texts.room, 'room')}
      {protocol.needs_rate && field(texts.rate, 'rate')}
      {isFurther && <IconButton small icon="x" label={texts.removeLine} onClick={onRemove} />}
      {!isFurther && mayRepeat && (
        <IconButton small icon="plus" label={`${room}: ${texts.addLine}`} onClick={onRepeat} />
      )}
      {error && <span class="help bad">{error}</span>}
    </div>
  );
}

/** A channel may sell the room as a whole, or each unit by itself. */
function UnitChoice({ line, onChoose }: { line: MappingLine; onChoose: (unitId: number | null) => void }) {
  const texts = messages().channels.form;
  const units = [...(copy.value?.units.values() ?? [])].filter(({ room_id: id }) => id === line.roomId);
  if (units.length === 0) return null;
  return (
    <select
      class="input"
      aria-label={texts.unit}
      value={line.unitId ?? ''}
      onChange={(event) => onChoose(event.currentTarget.value ? Number(event.currentTarget.value) : null)}
    >
      <option value="">{texts.wholeRoom}</option>
      {units.map(({ unit_id: id, name }) => (
        <option key={id} value={id} selected={id === line.unitId}>
          {name}
        </option>
      ))}
    </select>
  );
}
