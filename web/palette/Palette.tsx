// The search: guests, rooms, days, screens and actions, by keyboard alone.
import { type Signal, useComputed, useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { shown } from '../desk/property.ts';
import { shownKeys } from '../keys.ts';
import { messages } from '../language.ts';
import { Icon } from '../parts/Icon.tsx';
import { ChannelMark } from '../parts/Mark.tsx';
import { useModal } from '../parts/modal.ts';
import type { DeskBooking } from '../replica/state.ts';
import { type FoundEntry, type FoundGroup, findGroups, findOlder } from './found.ts';

export function Palette({ onClose }: { onClose: () => void }) {
  const { search, palette } = messages();
  const dialog = useModal(onClose);
  const id = useId();
  const query = useSignal('');
  const at = useSignal(0);
  const older = useOlderStays(query);
  const groups = useComputed(() => findGroups(query.value, older.value));
  const entries = useComputed(() => groups.value.flatMap((group) => group.entries));
  const chosen = Math.min(at.value, entries.value.length - 1);
  const run = (entry: FoundEntry | undefined) => {
    if (!entry) return;
    // Closed first: what runs may open something itself, and the focus is where it was.
    dialog.current?.close();
    entry.run();
  };
  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      at.value = (chosen + step + entries.value.length) % Math.max(1, entries.value.length);
    } else if (event.key === 'Enter' && !event.isComposing) run(entries.value[chosen]);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <dialog ref={dialog} class="dialog palette" aria-label={search.find}>
      <div class="dialog-page">
        <div class="palette-field">
          <Icon name="search" />
          <input
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={entries.value.length > 0 ? `${id}-${chosen}` : undefined}
            aria-label={search.find}
            placeholder={palette.placeholder}
            autocomplete="off"
            spellcheck={false}
            autofocus
            onKeyDown={pressed}
            onInput={({ currentTarget }) => {
              query.value = currentTarget.value;
              at.value = 0;
            }}
          />
        </div>
        <div class="palette-list" id={id} role="listbox" aria-label={search.find}>
          <Groups groups={groups.value} id={id} chosen={chosen} onRun={run} />
        </div>
        {entries.value.length === 0 && <NothingFound />}
      </div>
    </dialog>
  );
}

type GroupsProps = {
  groups: readonly FoundGroup[];
  id: string;
  chosen: number;
  onRun: (entry: FoundEntry) => void;
};

function Groups({ groups, id, chosen, onRun }: GroupsProps) {
  const { groups: names } = messages().palette;
  let place = 0;
  return groups.map((group) => (
    <Fragment key={group.id}>
      <p class="palette-group" role="presentation">
        {names[group.id]}
      </p>
      {group.entries.map((entry) => {
        const index = place;
        place += 1;
        return (
          <button
            key={entry.id}
            id={`${id}-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            class="item"
            aria-selected={index === chosen}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onRun(entry)}
          >
            <EntryLine entry={entry} />
          </button>
        );
      })}
    </Fragment>
  ));
}

function EntryLine({ entry: { icon, channel, label, place, about, keys } }: { entry: FoundEntry }) {
  return (
    <>
      {icon && <Icon name={icon} />}
      {channel && <ChannelMark channel={channel} />}
      <span class="cut">{label}</span>
      {place && <span class="ink3 cut">{place}</span>}
      <span class="row end">
        {about && <span class="ink3 t12 nowrap">{about}</span>}
        {keys && <kbd>{shownKeys(keys)}</kbd>}
      </span>
    </>
  );
}

function NothingFound() {
  const { none, noneHint, offline } = messages().palette;
  const isOffline = shown.value?.replica.link.value.state !== 'live';
  return (
    <div class="palette-none" role="status">
      <p class="m">{none}</p>
      <p class="ink3">{isOffline ? offline : noneHint}</p>
    </div>
  );
}

/** So long nobody types: the server is not asked for each letter. */
const PAUSE_MS = 180;

/** Asks the server for stays that the copy does not have. Without the server there are none. */
function useOlderStays(query: Signal<string>): Signal<readonly DeskBooking[]> {
  const older = useSignal<readonly DeskBooking[]>([]);
  const asked = useRef<AbortController>(null);
  useEffect(() => {
    asked.current = new AbortController();
    const { signal } = asked.current;
    const timer = setTimeout(() => {
      findOlder(query.value, signal).then(
        (found) => {
          if (!signal.aborted) older.value = found;
        },
        () => {},
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asked.current?.abort();
    };
  }, [query.value]);
  return older;
}
