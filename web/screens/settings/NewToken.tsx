// The drawer of a new token: what it is for, what it opens, where; then the token itself, once.
import { useSignal } from '@preact/signals';
import {
  SCOPE_NAMES,
  TOKEN_PRESET_NAMES,
  TOKEN_PRESETS,
  type TokenPreset,
  type TokenScope,
} from '../../../src/model/scope.ts';
import { make } from '../../desk/changes.ts';
import { operator } from '../../desk/property.ts';
import type { ChangeRequest } from '../../desk/server.ts';
import { problemOf } from '../../desk/server.ts';
import { person } from '../../desk/session.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Drawer } from '../../parts/Drawer.tsx';
import { Check, Field } from '../../parts/Field.tsx';
import { Secret } from '../../parts/Secret.tsx';
import { Choice } from '../../parts/Tabs.tsx';

type Opens = TokenPreset | 'custom';
type TokenDraft = {
  label: string;
  opens: Opens;
  scopes: readonly TokenScope[];
  access: 'full' | 'propose' | 'read';
  isEverywhere: boolean;
};

export function NewToken({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const { tokens: texts } = messages().houseSettings;
  const secret = useSignal<string | null>(null);
  return (
    <Drawer title={texts.add} onClose={onClose}>
      {secret.value === null ? (
        <TokenForm
          onMade={(made) => {
            secret.value = made;
            onMade();
          }}
        />
      ) : (
        <Secret title={texts.secret} help={texts.secretHelp} secret={secret.value} onDone={onClose} />
      )}
    </Drawer>
  );
}

function TokenForm({ onMade }: { onMade: (secret: string) => void }) {
  const { tokens: texts } = messages().houseSettings;
  const draft = useSignal<TokenDraft>({
    label: '',
    opens: 'full',
    scopes: [],
    access: 'read',
    isEverywhere: false,
  });
  const error = useSignal<string | null>(null);
  const set = (part: Partial<TokenDraft>) => {
    draft.value = { ...draft.value, ...part };
    error.value = null;
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    const outcome = await make<{ api_token: string }>(
      { done: '', quiet: true, request: requestOf(draft.value) },
      {
        onRefused: (problem) => {
          error.value = problemOf(problem, 'label');
        },
      },
    );
    if (outcome.ok) onMade(outcome.data.api_token);
  };
  const { label, opens, isEverywhere } = draft.value;
  return (
    <form class="setting-form" onSubmit={submit}>
      <Field
        label={texts.label}
        placeholder={texts.labelExample}
        required
        takesFocus
        value={label}
        {...(error.value !== null && { error: error.value })}
        onInput={({ currentTarget }) => set({ label: currentTarget.value })}
      />
      <OpensChoice opens={opens} onChoose={(chosen) => set({ opens: chosen })} />
      {opens === 'custom' && <CustomScopes draft={draft.value} onChange={set} />}
      {person.value?.all_properties && (
        <div class="field">
          <span class="label">{texts.where}</span>
          <Choice
            label={texts.where}
            selected={isEverywhere ? 'all' : 'here'}
            choices={[
              { id: 'here', label: texts.here },
              { id: 'all', label: texts.everywhere },
            ]}
            onSelect={(id) => set({ isEverywhere: id === 'all' })}
          />
        </div>
      )}
      <Button type="submit" kind="primary" disabled={opens === 'custom' && draft.value.scopes.length === 0}>
        {texts.create}
      </Button>
    </form>
  );
}

function OpensChoice({ opens, onChoose }: { opens: Opens; onChoose: (opens: Opens) => void }) {
  const { tokens: texts } = messages().houseSettings;
  const aboutOf = (preset: Opens) => {
    if (preset === 'custom') return '';
    const { scopes, access } = TOKEN_PRESETS[preset];
    const parts = scopes ? scopes.map((scope) => texts.scopes[scope]) : [];
    return [...parts, ...(access === 'read' && scopes ? [texts.accesses.read] : [])].join(', ');
  };
  return (
    <fieldset class="setting-choices">
      <legend class="label">{texts.opens}</legend>
      {[...TOKEN_PRESET_NAMES, 'custom' as const].map((one) => (
        <label key={one} class="setting-choice">
          <input type="radio" name="opens" checked={one === opens} onInput={() => onChoose(one)} />
          <span>
            <span class="m">{one === 'custom' ? texts.custom : texts.presets[one]}</span>
            <span class="t12 ink3">{aboutOf(one)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type CustomProps = { draft: TokenDraft; onChange: (part: Partial<TokenDraft>) => void };

function CustomScopes({ draft: { scopes, access }, onChange }: CustomProps) {
  const { tokens: texts } = messages().houseSettings;
  return (
    <>
      <div class="setting-checks">
        {SCOPE_NAMES.map((scope) => (
          <Check
            key={scope}
            label={texts.scopes[scope]}
            checked={scopes.includes(scope)}
            onInput={({ currentTarget }) =>
              onChange({
                scopes: currentTarget.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope),
              })
            }
          />
        ))}
      </div>
      <Choice
        label={texts.access}
        selected={access}
        choices={[
          { id: 'read', label: texts.accesses.read },
          { id: 'propose', label: texts.accesses.propose },
          { id: 'full', label: texts.accesses.full },
        ]}
        onSelect={(id) => onChange({ access: id })}
      />
    </>
  );
}

function requestOf({ label, opens, scopes, access, isEverywhere }: TokenDraft): ChangeRequest {
  const rights = opens === 'custom' ? { scopes, access } : { preset: opens };
  const body = { label: label.trim(), ...rights };
  if (isEverywhere)
    return { method: 'POST', path: '/operator/tokens', body: { ...body, all_properties: true } };
  return { method: 'POST', path: operator('tokens'), body };
}
