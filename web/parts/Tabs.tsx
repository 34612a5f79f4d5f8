// Tabs, and a choice of two to four buttons. Arrow keys move to the neighbour.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { classesOf } from './Button.tsx';
import { useStrip } from './strip.ts';

type TabsProps<Id extends string> = {
  label: string;
  tabs: readonly { id: Id; label: string }[];
  selected: Id;
  onSelect: (id: Id) => void;
  children: ComponentChildren;
};

/** Tabs above the panel that they choose. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Id>) {
  const id = useId();
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.id === selected);
    const next = tabs[(at + step + tabs.length) % tabs.length]!;
    onSelect(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  return (
    <>
      <div ref={useStrip<HTMLDivElement>()} class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  );
}

type ChoiceProps<Id extends string> = Omit<TabsProps<Id>, 'tabs' | 'children'> & {
  choices: readonly { id: Id; label: string }[];
  class?: string;
};

/** A choice of a few, all in sight. */
export function Choice<Id extends string>({
  label,
  choices,
  selected,
  onSelect,
  class: more,
}: ChoiceProps<Id>) {
  return (
    <fieldset class={classesOf('seg', more)}>
      <legend class="sr">{label}</legend>
      {choices.map(({ id, label: text }) => (
        <button key={id} type="button" aria-pressed={id === selected} onClick={() => onSelect(id)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}
