// Templates of messages: a text in each language, side by side, and what becomes of it for a real stay.
import { type Signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { MAX_TEMPLATE_NAME, MAX_TEMPLATE_TEXT, PLACEHOLDERS } from '../../../src/model/message-template.ts';
import { make } from '../../desk/changes.ts';
import { api } from '../../desk/property.ts';
import type { ChangeRequest, DeskProblem } from '../../desk/server.ts';
import { type DeskTemplate, useTemplates } from '../../desk/templates.ts';
import { languageName, messages } from '../../language.ts';
import { Button, IconButton } from '../../parts/Button.tsx';
import { Field, Select, TextArea } from '../../parts/Field.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Empty, Skeleton } from '../../parts/Notice.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';
import {
  COMMON_LANGUAGES,
  insertPlaceholder,
  linesAfterSave,
  linesOf,
  mergeTexts,
  newLine,
  repeatedLanguage,
  type Written,
  withText,
} from './template-texts.ts';

export function Templates() {
  const { houseSettings, loading } = messages();
  const texts = houseSettings.templates;
  const templates = useTemplates();
  const isNew = useSignal(false);
  if (!templates) return <Skeleton lines={4} label={loading} />;
  return (
    <>
      <p class="ink2">{texts.about}</p>
      {templates.length === 0 && !isNew.value && <Empty title={texts.none} />}
      <ul class="setting-list">
        {templates.map((template) => (
          <TemplateItem key={template.template_id} template={template} />
        ))}
      </ul>
      {isNew.value ? (
        <div class="setting-new">
          <TemplateForm
            template={null}
            isOpen
            onDone={() => {
              isNew.value = false;
            }}
          />
        </div>
      ) : (
        <Button
          icon="plus"
          onClick={() => {
            isNew.value = true;
          }}
        >
          {texts.add}
        </Button>
      )}
    </>
  );
}

function TemplateItem({ template }: { template: DeskTemplate }) {
  const isOpen = useSignal(false);
  return (
    <li>
      <details
        class="setting-room"
        onToggle={({ currentTarget }) => {
          isOpen.value = currentTarget.open;
        }}
      >
        <summary>
          <Icon name="right" small />
          <span class="m">{template.name}</span>
          <span class="ink3 t12">{Object.keys(template.texts).map(languageName).join(', ')}</span>
        </summary>
        <TemplateForm template={template} isOpen={isOpen.value} />
      </details>
    </li>
  );
}

/** `isOpen`: it is in sight, so that its texts are filled for a stay. */
type FormProps = { template: DeskTemplate | null; isOpen: boolean; onDone?: () => void };
type Base = Pick<DeskTemplate, 'name' | 'texts'>;

/** Returns the template as it is stored: the answer to the last save, until the list has one that is as new. */
function storedOf(listed: DeskTemplate | null, saved: DeskTemplate | null): DeskTemplate | null {
  return saved && (!listed || listed.updated_at < saved.updated_at) ? saved : listed;
}

/** What is written, and what is wrong with it. */
function useTemplateForm({ template: listed, onDone }: Pick<FormProps, 'template' | 'onDone'>) {
  const texts = messages().houseSettings.templates;
  /** what the form began with: others may have saved since */
  const base = useSignal<Base | null>(listed);
  const saved = useSignal<DeskTemplate | null>(null);
  const name = useSignal(listed?.name ?? '');
  const written = useSignal<readonly Written[]>(
    listed ? linesOf(listed.texts) : [newLine(document.documentElement.lang)],
  );
  const problem = useSignal<TemplateProblem | null>(null);
  const save = async (event: Event) => {
    event.preventDefault();
    const repeated = repeatedLanguage(written.value);
    if (repeated !== null) {
      problem.value = { ofText: { language: repeated, message: texts.repeated(languageName(repeated)) } };
      return;
    }
    const template = storedOf(listed, saved.value);
    const sent = written.value;
    const sentName = name.value;
    const merged = mergeTexts(base.value?.texts ?? {}, template?.texts ?? {}, sent);
    const [clash] = merged.clashes;
    if (clash !== undefined) {
      // Saved again, what the person wrote replaces it. Of other languages what others wrote still counts.
      const { name: before = '', texts: known = {} } = base.value ?? {};
      base.value = { name: before, texts: withText(known, clash, template?.texts[clash]) };
      problem.value = { ofText: { language: clash, message: texts.changedMeanwhile(languageName(clash)) } };
      return;
    }
    const isRenamed = name.value !== base.value?.name;
    const body = { ...(isRenamed && { name: name.value }), texts: merged.texts };
    const outcome = await make<DeskTemplate>(
      {
        done: texts.saved(name.value),
        request: requestOf(template, body),
        undo: ({ data }) => wayBack(template, data),
        isOnce: template === null,
      },
      {
        onRefused: (refused) => {
          problem.value = problemOfTemplate(refused);
        },
      },
    );
    if (!outcome.ok) return;
    saved.value = outcome.data;
    base.value = outcome.data;
    if (name.value === sentName) name.value = outcome.data.name;
    written.value = linesAfterSave(written.value, sent, outcome.data.texts);
    onDone?.();
  };
  return { name, written, problem, save };
}

/** Returns the request that takes the save of a template back: its former texts, or no template. */
function wayBack(before: DeskTemplate | null, saved: DeskTemplate): ChangeRequest {
  if (before) return requestOf(before, { name: before.name, texts: before.texts });
  return { method: 'DELETE', path: api('message_templates', { template_id: saved.template_id }) };
}

function TemplateForm({ template, isOpen, onDone }: FormProps) {
  const { templates: texts, cancel } = messages().houseSettings;
  const { name, written, problem, save } = useTemplateForm({ template, ...(onDone && { onDone }) });
  return (
    <form class="template-form" onSubmit={(event) => void save(event)}>
      <Field
        label={texts.name}
        required
        maxLength={MAX_TEMPLATE_NAME}
        takesFocus={template === null}
        value={name.value}
        {...(problem.value?.ofName && { error: problem.value.ofName })}
        onInput={({ currentTarget }) => {
          problem.value = null;
          name.value = currentTarget.value;
        }}
      />
      <TextsOfTemplate written={written} problem={problem} />
      <div class="row wrap">
        <Button type="submit" kind="primary">
          {texts.save}
        </Button>
        <Button
          icon="plus"
          onClick={() => {
            written.value = [...written.value, newLine('')];
          }}
        >
          {texts.addLanguage}
        </Button>
        {template && <RemoveButton template={template} />}
        {onDone && <Button onClick={onDone}>{cancel}</Button>}
      </div>
      {template && isOpen && <TemplatePreview template={template} />}
    </form>
  );
}

type TextsProps = { written: Signal<readonly Written[]>; problem: Signal<TemplateProblem | null> };

function TextsOfTemplate({ written, problem }: TextsProps) {
  const set = (index: number, part: Partial<Written>) => {
    problem.value = null;
    written.value = written.value.map((one, at) => (at === index ? { ...one, ...part } : one));
  };
  const remove = (index: number) => {
    written.value = written.value.filter((_, at) => at !== index);
    field.current = null;
  };
  const isOnly = written.value.length === 1;
  /** the field that had the cursor last */
  const field = useRef<HTMLTextAreaElement | null>(null);
  const insert = (name: string) => {
    const index = Number(field.current?.dataset['index'] ?? 0);
    const { text } = written.value[index] ?? written.value[0]!;
    const start = field.current?.selectionStart ?? text.length;
    const end = field.current?.selectionEnd ?? text.length;
    const inserted = insertPlaceholder(text, name, { start, end });
    set(index, { text: inserted.text });
    const area = field.current;
    // After the field has the text.
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(inserted.cursor, inserted.cursor);
    });
  };
  const texts = messages().houseSettings.templates;
  return (
    <>
      <div
        class="template-texts"
        onFocusCapture={({ target }) => {
          if (target instanceof HTMLTextAreaElement) field.current = target;
        }}
      >
        {written.value.map((one, index) => (
          <TextOfLanguage
            key={one.id}
            index={index}
            written={one}
            error={errorOfText(problem.value, one.language)}
            onChange={(part) => set(index, part)}
            onRemove={isOnly ? null : () => remove(index)}
          />
        ))}
      </div>
      <div class="row wrap template-placeholders">
        <span class="help nowrap">{texts.placeholders}</span>
        {PLACEHOLDERS.map((one) => (
          <Button key={one} small onClick={() => insert(one)}>{`{{ ${one} }}`}</Button>
        ))}
      </div>
    </>
  );
}

type TextProps = {
  index: number;
  written: Written;
  error: string | null;
  onChange: (part: Partial<Written>) => void;
  /** null = the only one */
  onRemove: (() => void) | null;
};

/** The choice of a language that is not in the list. */
const OTHER = 'other';

function TextOfLanguage({ index, written: { language, text }, error, onChange, onRemove }: TextProps) {
  const texts = messages().houseSettings.templates;
  const shown = language === '' ? texts.language : languageName(language);
  const isTyped = useSignal(language !== '' && !COMMON_LANGUAGES.includes(language));
  const options = [
    ...(language === '' && !isTyped.value ? [{ value: '', label: '–' }] : []),
    ...COMMON_LANGUAGES.map((tag) => ({ value: tag, label: languageName(tag) })),
    { value: OTHER, label: texts.otherLanguage },
  ];
  return (
    <div class="template-text">
      <div class="setting-add">
        <Select
          label={texts.language}
          value={isTyped.value ? OTHER : language}
          options={options}
          onChange={({ currentTarget: { value } }) => {
            isTyped.value = value === OTHER;
            onChange({ language: value === OTHER ? '' : value });
          }}
        />
        {onRemove && <IconButton icon="x" label={texts.removeLanguage(shown)} onClick={onRemove} />}
      </div>
      {isTyped.value && (
        <Field
          label={texts.languageTag}
          help={texts.languageHelp}
          required
          maxLength={35}
          value={language}
          onInput={({ currentTarget }) => onChange({ language: currentTarget.value })}
        />
      )}
      <TextArea
        index={index}
        label={texts.text(shown)}
        rows={8}
        required
        maxLength={MAX_TEMPLATE_TEXT}
        value={text}
        {...(error !== null && { error })}
        onInput={({ currentTarget }) => onChange({ text: currentTarget.value })}
      />
    </div>
  );
}

function RemoveButton({ template: { template_id: id, name, texts: written } }: { template: DeskTemplate }) {
  const texts = messages().houseSettings.templates;
  const remove = () =>
    make({
      done: texts.removed(name),
      request: { method: 'DELETE', path: api('message_templates', { template_id: id }) },
      undo: () => ({ method: 'POST', path: api('message_templates'), body: { name, texts: written } }),
      redo: ({ data }) => ({
        method: 'DELETE',
        path: api('message_templates', { template_id: (data as DeskTemplate).template_id }),
      }),
    });
  return <Button onClick={() => void remove()}>{texts.remove}</Button>;
}

function requestOf(template: DeskTemplate | null, body: object): ChangeRequest {
  return template
    ? { method: 'PATCH', path: api('message_templates', { template_id: template.template_id }), body }
    : { method: 'POST', path: api('message_templates'), body };
}

/** What is wrong with a template: with its name or the whole, or with the text of a language. */
type TemplateProblem = { ofName?: string; ofText?: { language: string; message: string } };

function problemOfTemplate({ errors, detail }: DeskProblem): TemplateProblem {
  const ofText = errors?.find(({ field }) => field.startsWith('texts.'));
  if (ofText) return { ofText: { language: ofText.field.slice('texts.'.length), message: ofText.message } };
  return { ofName: errors?.[0]?.message ?? detail };
}

function errorOfText(problem: TemplateProblem | null, language: string): string | null {
  return problem?.ofText && problem.ofText.language === language.trim() ? problem.ofText.message : null;
}
