// Who stays: the name finds guests who have stayed before.
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { Static } from 'typebox';
import type { guestSchema } from '../../../src/api/guest-records.ts';
import { api, rightsOf } from '../../desk/property.ts';
import { errorOf } from '../../desk/refused-fields.ts';
import { useList } from '../../desk/use-list.ts';
import { messages } from '../../language.ts';
import { Field } from '../../parts/Field.tsx';
import type { DraftProps } from './StayDates.tsx';

type FoundGuest = Static<typeof guestSchema>;

const MIN_LETTERS = 2;
const SHOWN = 5;

export function GuestFields({ draft, set, problem, takesFocus }: DraftProps & { takesFocus: boolean }) {
  const { guest, newStay } = messages().stay;
  const found = useFound(draft.name, draft.guestId);
  const list = useRef<HTMLUListElement>(null);
  const choose = (one: FoundGuest) =>
    set({ guestId: one.guest_id, name: one.name, email: one.email ?? '', phone: one.phone ?? '' });
  return (
    <>
      <div class="guest-search">
        <Field
          label={guest.name}
          value={draft.name}
          autocomplete="off"
          required
          takesFocus={takesFocus}
          {...(draft.guestId !== null && { help: newStay.knownGuest })}
          {...errorOf(problem, 'name')}
          onInput={({ currentTarget }) => set({ name: currentTarget.value, guestId: null })}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' || !list.current) return;
            event.preventDefault();
            list.current.querySelector('button')?.focus();
          }}
        />
        <FoundGuests list={list} found={found} onChoose={choose} />
      </div>
      <div class="pair">
        <Field
          type="tel"
          label={guest.phone}
          value={draft.phone}
          {...errorOf(problem, 'phone')}
          onInput={({ currentTarget }) => set({ phone: currentTarget.value })}
        />
        <Field
          type="email"
          label={guest.email}
          value={draft.email}
          {...errorOf(problem, 'email')}
          onInput={({ currentTarget }) => set({ email: currentTarget.value })}
        />
      </div>
      <Field
        label={guest.notes}
        value={draft.notes}
        {...errorOf(problem, 'notes')}
        onInput={({ currentTarget }) => set({ notes: currentTarget.value })}
      />
    </>
  );
}

type FoundProps = {
  list: RefObject<HTMLUListElement | null>;
  found: readonly FoundGuest[];
  onChoose: (guest: FoundGuest) => void;
};

/** Guests who may be meant. */
function FoundGuests({ list, found, onChoose }: FoundProps) {
  const { newStay } = messages().stay;
  if (found.length === 0) return null;
  return (
    <ul ref={list} class="float found" aria-label={newStay.stayedBefore} onKeyDown={moveInList}>
      {found.map((one) => (
        <li key={one.guest_id}>
          <button type="button" class="item" onClick={() => onChoose(one)}>
            <span class="m cut">{one.name}</span>
            <span class="ink3 t12 cut">{[one.email, one.phone].filter(Boolean).join(' · ')}</span>
            <span class="ink3 t12 nowrap end">{newStay.stays(one.stays)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Returns guests whose names begin like the one that is typed; none once one is chosen. */
function useFound(name: string, guestId: number | null): readonly FoundGuest[] {
  const last = useSignal<readonly FoundGuest[]>([]);
  const search = name.trim();
  const isSearched = search.length >= MIN_LETTERS && guestId === null && rightsOf('contacts').sees;
  const found = useList<FoundGuest>({
    path: isSearched ? api('guests') : null,
    query: { search, limit: SHOWN },
    isConcerned: () => false,
  });
  // While the next answer is under way the last one stays, so that nothing flickers.
  if (found) last.value = found;
  return isSearched ? last.value : [];
}

function moveInList(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const list = event.currentTarget as HTMLElement;
  if (!step) return;
  event.preventDefault();
  const items = [...list.querySelectorAll('button')];
  const at = items.indexOf(document.activeElement as HTMLButtonElement) + step;
  if (at < 0) list.parentElement?.querySelector('input')?.focus();
  else items[Math.min(at, items.length - 1)]?.focus();
}
