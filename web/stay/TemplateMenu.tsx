// Chooses a template for a reply: its text, filled from the stay, comes into the field, where the person can change it.
import type { Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { rightsOf } from '../desk/property.ts';
import { ServerRefusal } from '../desk/server.ts';
import { type DeskTemplate, fillTemplate, useTemplates } from '../desk/templates.ts';
import { languageName, messages } from '../language.ts';
import { Icon } from '../parts/Icon.tsx';
import { Menu, type MenuItem } from '../parts/Menu.tsx';
import { goTo } from '../router.ts';
import { otherLanguage, withTemplate } from './reply-text.ts';

type TemplateMenuProps = {
  orderId: number;
  /** the language of the guest; null = not known */
  language: string | null;
  /** takes the focus once the text is in it */
  field: RefObject<HTMLTextAreaElement | null>;
  /** gets what is to be known of the text that was filled, or why none was; null = nothing */
  note: Signal<string | null>;
  /** changes the text of the field: the template comes below what stands there by then */
  onText: (change: (text: string) => string) => void;
};

export function TemplateMenu({ orderId, language, field, note, onText }: TemplateMenuProps) {
  const { templates: texts } = messages().inbox;
  const templates = useTemplates();
  if (!templates) return null;
  const insert = async ({ template_id: id }: DeskTemplate) => {
    try {
      const filled = await fillTemplate(id, orderId);
      onText((text) => withTemplate(text, filled.text));
      const other = otherLanguage(filled, language);
      note.value = other && texts.inLanguage(languageName(other));
      focusEnd(field.current);
    } catch (error) {
      note.value = error instanceof ServerRefusal ? error.problem.detail : messages().unreachable;
    }
  };
  const items: MenuItem[] = templates.map((template) => ({
    label: template.name,
    run: () => void insert(template),
  }));
  if (rightsOf('settings').changes) {
    const write = {
      label: texts.write,
      icon: 'plus' as const,
      run: () => goTo('/desk/settings?section=templates'),
    };
    items.push(...(items.length > 0 ? (['line'] as const) : []), write);
  }
  if (items.length === 0) return null;
  return (
    <Menu
      class="btn small"
      button={
        <>
          <Icon name="note" small /> {texts.button}
        </>
      }
      items={items}
    />
  );
}

/** What `TemplateMenu` has to say of the text, on a line of its own. */
export function TemplateNote({ note }: { note: Signal<string | null> }) {
  if (!note.value) return null;
  return (
    <p class="help warn" role="status">
      {note.value}
    </p>
  );
}

/** Puts the cursor behind the text, once the text is shown. */
function focusEnd(field: HTMLTextAreaElement | null): void {
  requestAnimationFrame(() => {
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  });
}
