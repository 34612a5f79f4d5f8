// The search: guests, rooms, days, screens and actions, by keyboard alone.
import { type Signal, useComputed, useSignal } from '@preact/signals';
import { Fragment, type RefObject } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { shown } from '../desk/property.ts';
import { shownKeys } from '../keys.ts';
import { messages } from '../language.ts';
import { Icon } from '../parts/Icon.tsx';
import { ChannelMark } from '../parts/Mark.tsx';
import { useModal } from '../parts/modal.ts';
import type { DeskBooking } from '../replica/state.ts';
import type { PaletteCommand } from './commands.ts';
import { type FoundEntry, type FoundGroup, findChoices, findGroups, findOlder } from './found.ts';

/** `typed`: what was typed before the search was there. */
export function Palette({ typed, onClose }: { typed: string; onClose: () => void }) {
  const { search } = messages();
  const dialog = useModal(onClose);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const query = useSignal(typed);
  const at = useSignal(0);
  const older = useOlderStays(query);
  const command = useSignal<PaletteCommand | null>(null);
  const groups = useComputed(() => groupsFor(command.value, query.value, older.value));
  const entries = useComputed(() => groups.value.flatMap((group) => group.entries));
  const chosen = Math.min(at.value, entries.value.length - 1);
  const ask = (asked: PaletteCommand | null) => {
    command.value = asked;
    query.value = '';
    at.value = 0;
    field.current?.focus();
  };
  const run = (entry: FoundEntry | undefined) => {
    if (!entry) return;
    if (entry.command) return ask(entry.command);
    // Closed first: what runs may open something itself, and the focus is where it was.
    dialog.current?.close();
    // The browser's own event comes later, when the next key may have opened the search again.
    onClose();
    entry.run();
  };
  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      at.value = (chosen + step + entries.value.length) % Math.max(1, entries.value.length);
    } else if (event.key === 'Backspace' && query.value === '' && command.value) ask(null);
    else if (event.key === 'Enter' && !event.isComposing) run(entries.value[chosen]);
    else return;
    event.preventDefault();
  };
  useInSight(`${id}-${chosen}`);
  return (
    <dialog ref={dialog} class="dialog palette" aria-label={search.find}>
      <div class="dialog-page">
        <PaletteField
          field={field}
          list={id}
          command={command.value}
          query={query.value}
          active={entries.value.length > 0 ? `${id}-${chosen}` : undefined}
          onKeyDown={pressed}
          onQuery={(typed) => {
            query.value = typed;
            at.value = 0;
          }}
        />
        <div class="palette-list" id={id} role="listbox" aria-label={search.find}>
          <Groups groups={groups.value} id={id} chosen={chosen} onRun={run} />
        </div>
        {entries.value.length === 0 && <NothingFound />}
      </div>
    </dialog>
  );
}

/** The choices of a command that asks for one, otherwise what is found in the desk and among older stays. */
function groupsFor(
  command: PaletteCommand | null,
  query: string,
  older: readonly DeskBooking[],
): FoundGroup[] {
  return command ? findChoices(command, query) : findGroups(query, older);
}

/** Scrolls to an element when another one is named. */
function useInSight(id: string): void {
  useEffect(() => {
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [id]);
}

type PaletteFieldProps = {
  field: RefObject<HTMLInputElement | null>;
  /** id of the list of entries */
  list: string;
  command: PaletteCommand | null;
  query: string;
  /** id of the chosen entry */
  active: string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onQuery: (typed: string) => void;
};

/** Where something is typed; before it the command that asks for it. */
function PaletteField({ field, list, command, query, active, onKeyDown, onQuery }: PaletteFieldProps) {
  const { search, palette } = messages();
  return (
    <div class="palette-field">
      <Icon name={command?.icon ?? 'search'} />
      {command && <span class="m nowrap">{command.label}</span>}
      <input
        ref={field}
        value={query}
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={active}
        aria-label={command ? command.label : search.find}
        placeholder={command ? '' : palette.placeholder}
        autocomplete="off"
        spellcheck={false}
        autofocus
        onKeyDown={onKeyDown}
        onInput={({ currentTarget }) => onQuery(currentTarget.value)}
      />
    </div>
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
