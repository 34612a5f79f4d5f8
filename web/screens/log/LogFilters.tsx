// The filters of the log: what, by whom, of which room or stay, on which days, and since the last visit.
import type { DeskEvent } from '../../../src/api/desk-records.ts';
import { copy } from '../../desk/property.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import type { Option } from '../../parts/Field.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { useStrip } from '../../parts/strip.ts';
import { Choice } from '../../parts/Tabs.tsx';
import { stayIn } from '../../replica/stays.ts';
import { actorOptions } from './Actor.tsx';
import { isEmptyFilter, LOG_GROUPS, type LogFilter, type LogGroup } from './log-filter.ts';

type LogFiltersProps = {
  filter: LogFilter;
  events: readonly DeskEvent[];
  /** whether the person was here before */
  hasVisited: boolean;
  onChange: (change: Partial<LogFilter>) => void;
  onClear: () => void;
};

export function LogFilters({ filter, events, hasVisited, onChange, onClear }: LogFiltersProps) {
  const { log } = messages();
  const { group, by, roomId, orderId, from, until, isNew } = filter;
  const rooms = [...(copy.value?.rooms.values() ?? [])];
  return (
    <div ref={useStrip<HTMLDivElement>()} class="log-filters">
      <Choice<LogGroup | 'all'>
        label={log.filters}
        choices={(['all', ...LOG_GROUPS] as const).map((id) => ({
          id,
          label: id === 'all' ? log.all : log.groups[id],
        }))}
        selected={group ?? 'all'}
        onSelect={(id) => onChange({ group: id === 'all' ? null : id })}
      />
      <Chooser
        label={log.who}
        value={by ?? ''}
        options={actorOptions(events, by)}
        onChoose={(value) => onChange({ by: value || null })}
      />
      <Chooser
        label={log.room}
        value={roomId === null ? '' : String(roomId)}
        options={[
          { value: '', label: log.allRooms },
          ...rooms.map((room) => ({ value: String(room.room_id), label: room.name })),
        ]}
        onChoose={(value) => onChange({ roomId: value === '' ? null : Number(value) })}
      />
      <DateChoice label={log.from} value={from} onChoose={(value) => onChange({ from: value })} />
      <DateChoice label={log.until} value={until} onChoose={(value) => onChange({ until: value })} />
      {hasVisited && (
        <Button
          icon="history"
          aria-pressed={isNew}
          onClick={() => onChange({ isNew: !isNew })}
          {...(isNew && { shown: 'hover' })}
        >
          {log.sinceLastVisit}
        </Button>
      )}
      {orderId !== null && (
        <Button icon="x" onClick={() => onChange({ orderId: null })}>
          {log.stay(stayIn(copy.value, orderId)?.name ?? String(orderId))}
        </Button>
      )}
      {!isEmptyFilter(filter) && (
        <Button kind="quiet" onClick={onClear}>
          {log.clear}
        </Button>
      )}
    </div>
  );
}

type ChooserProps = {
  label: string;
  value: string;
  options: readonly Option[];
  onChoose: (value: string) => void;
};

function Chooser({ label, value, options, onChoose }: ChooserProps) {
  return (
    <label>
      <span class="sr">{label}</span>
      <span class="select">
        <select
          class="input"
          value={value}
          onChange={({ currentTarget }: { currentTarget: HTMLSelectElement }) =>
            onChoose(currentTarget.value)
          }
        >
          {options.map((one) => (
            <option key={one.value} value={one.value} selected={one.value === value}>
              {one.label}
            </option>
          ))}
        </select>
        <Icon name="updown" small />
      </span>
    </label>
  );
}

function DateChoice({ label, value, onChoose }: Omit<ChooserProps, 'options'>) {
  return (
    <label class="row">
      <span class="ink2 nowrap">{label}</span>
      <input
        type="date"
        class="input"
        value={value}
        onChange={({ currentTarget }: { currentTarget: HTMLInputElement }) => onChoose(currentTarget.value)}
      />
    </label>
  );
}
