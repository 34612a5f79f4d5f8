// The form of a webhook: where events are sent, which, and whether with the names of guests.
import { useSignal } from '@preact/signals';
import type { Static } from 'typebox';
import type { webhookSchema } from '../../../src/api/operator/records.ts';
import { make } from '../../desk/changes.ts';
import { operator } from '../../desk/property.ts';
import { problemOf } from '../../desk/server.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Check, Field } from '../../parts/Field.tsx';
import { Choice } from '../../parts/Tabs.tsx';

export type DeskWebhook = Static<typeof webhookSchema>;
type Kinds = NonNullable<DeskWebhook['kinds']>;

/** Returns the host of a webhook's address, by which it is named in sentences. */
export function hostOf({ url }: Pick<DeskWebhook, 'url'>): string {
  return URL.parse(url)?.host ?? url;
}

type WebhookFormProps = {
  /** null = a new one */
  webhook: DeskWebhook | null;
  /** `secret`: of a new one; null otherwise */
  onDone: (secret: string | null) => void;
};

export function WebhookForm({ webhook, onDone }: WebhookFormProps) {
  const { webhooks: texts } = messages().houseSettings;
  const url = useSignal(webhook?.url ?? '');
  const kinds = useSignal<Kinds | null>(webhook?.kinds ?? null);
  const contacts = useSignal(webhook?.contacts ?? true);
  const error = useSignal<string | null>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    const body = { url: url.value.trim(), kinds: kinds.value, contacts: contacts.value };
    const outcome = await make<{ secret?: string }>(
      {
        done: texts.changed,
        quiet: webhook === null,
        request: webhook
          ? { method: 'PATCH', path: operator(`webhooks/${webhook.id}`), body }
          : { method: 'POST', path: operator('webhooks'), body },
      },
      {
        onRefused: (problem) => {
          error.value = problemOf(problem, 'url');
        },
      },
    );
    if (outcome.ok) onDone(outcome.data.secret ?? null);
  };
  return (
    <form class="setting-form" onSubmit={submit}>
      <Field
        label={texts.url}
        help={texts.urlHelp}
        inputMode="url"
        placeholder="https://"
        required
        takesFocus
        value={url.value}
        {...(error.value !== null && { error: error.value })}
        onInput={({ currentTarget }) => {
          url.value = currentTarget.value;
          error.value = null;
        }}
      />
      <KindChoice
        kinds={kinds.value}
        onChange={(chosen) => {
          kinds.value = chosen;
        }}
      />
      <Check
        label={texts.contacts}
        checked={contacts.value}
        onInput={({ currentTarget }) => {
          contacts.value = currentTarget.checked;
        }}
      />
      <Button type="submit" kind="primary" disabled={kinds.value?.length === 0}>
        {webhook ? texts.save : texts.create}
      </Button>
    </form>
  );
}

type KindChoiceProps = { kinds: Kinds | null; onChange: (kinds: Kinds | null) => void };

/** All events, or those about some things. */
function KindChoice({ kinds, onChange }: KindChoiceProps) {
  const { webhooks: texts } = messages().houseSettings;
  const nouns = Object.keys(texts.nouns) as (keyof typeof texts.nouns)[];
  return (
    <div class="field">
      <span class="label">{texts.kinds}</span>
      <Choice
        label={texts.kinds}
        selected={kinds === null ? 'all' : 'some'}
        choices={[
          { id: 'all', label: texts.all },
          { id: 'some', label: texts.some },
        ]}
        onSelect={(id) => onChange(id === 'all' ? null : (kinds ?? []))}
      />
      {kinds !== null && (
        <div class="setting-checks">
          {nouns.map((noun) => (
            <Check
              key={noun}
              label={texts.nouns[noun]}
              checked={kinds.includes(`${noun}.*`)}
              onInput={({ currentTarget }) =>
                onChange(
                  currentTarget.checked
                    ? [...kinds, `${noun}.*`]
                    : kinds.filter((kind) => !kind.startsWith(`${noun}.`)),
                )
              }
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** Names what a webhook is sent. Single kinds, which only the API sets, are shown by their names. */
export function kindsText({ kinds }: DeskWebhook): string {
  const { webhooks: texts } = messages().houseSettings;
  if (kinds === null) return texts.all;
  return kinds
    .map(
      (kind) => (kind.endsWith('.*') && texts.nouns[kind.slice(0, -2) as keyof typeof texts.nouns]) || kind,
    )
    .join(', ');
}
