// The webhooks: where events are sent, how far each has come, and what can be done with it.
import { useSignal } from '@preact/signals';
import { causeInLine } from '../../desk/cause-sentence.ts';
import { make } from '../../desk/changes.ts';
import { copy, operator } from '../../desk/property.ts';
import type { ChangeRequest } from '../../desk/server.ts';
import { formatAgo, formatTime } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Drawer } from '../../parts/Drawer.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { State } from '../../parts/Mark.tsx';
import { Menu, type MenuItem } from '../../parts/Menu.tsx';
import { Banner, Empty, Skeleton } from '../../parts/Notice.tsx';
import { Secret } from '../../parts/Secret.tsx';
import { Attempts } from './Attempts.tsx';
import { Answers } from './Question.tsx';
import { useRead } from './use-read.ts';
import { type DeskWebhook, hostOf, kindsText, WebhookForm } from './WebhookForm.tsx';

/** What the drawer shows: the form of a new or of a known webhook, its attempts, or a secret that was made. */
type Opened = { form: DeskWebhook | null } | { attempts: DeskWebhook } | { secret: string };

export function Webhooks({ isOwner }: { isOwner: boolean }) {
  const { houseSettings, loading } = messages();
  const { webhooks: texts } = houseSettings;
  const opened = useSignal<Opened | null>(null);
  // Each event is sent: how far each has come is another one then.
  const { value: webhooks, refusal, reload } = useRead<DeskWebhook[]>(operator('webhooks'), () => true);
  if (!webhooks) return refusal ? <Empty title={refusal.detail} /> : <Skeleton lines={4} label={loading} />;
  const open = (what: Opened | null) => {
    opened.value = what;
  };
  return (
    <>
      <p class="ink2">{texts.about}</p>
      {webhooks.length === 0 && <Empty title={texts.none} />}
      <ul class="setting-list">
        {webhooks.map((webhook) => (
          <WebhookLine
            key={webhook.id}
            webhook={webhook}
            isOwner={isOwner}
            onOpen={open}
            onChanged={reload}
          />
        ))}
      </ul>
      {isOwner && (
        <Button icon="plus" onClick={() => open({ form: null })}>
          {texts.add}
        </Button>
      )}
      {opened.value && <WebhookDrawer opened={opened.value} onOpen={open} onChanged={reload} />}
    </>
  );
}

type DrawerProps = { opened: Opened; onOpen: (what: Opened | null) => void; onChanged: () => void };

function WebhookDrawer({ opened, onOpen, onChanged }: DrawerProps) {
  const { webhooks: texts } = messages().houseSettings;
  const close = () => onOpen(null);
  if ('attempts' in opened)
    return (
      <Drawer title={texts.attempts} onClose={close}>
        <Attempts webhook={opened.attempts} />
      </Drawer>
    );
  if ('secret' in opened)
    return (
      <Drawer title={texts.rotate} onClose={close}>
        <Secret title={texts.secret} help={texts.secretHelp} secret={opened.secret} onDone={close} />
      </Drawer>
    );
  return (
    <Drawer title={opened.form ? texts.change : texts.add} onClose={close}>
      <WebhookForm
        webhook={opened.form}
        onDone={(secret) => {
          onChanged();
          onOpen(secret === null ? null : { secret });
        }}
      />
    </Drawer>
  );
}

type LineProps = {
  webhook: DeskWebhook;
  isOwner: boolean;
  onOpen: (what: Opened) => void;
  onChanged: () => void;
};

function WebhookLine({ webhook, isOwner, onOpen, onChanged }: LineProps) {
  const { webhooks: texts } = messages().houseSettings;
  const { last_error_cause: cause, last_error: text } = webhook;
  const error = causeInLine(cause, text, { who: hostOf(webhook) }, messages());
  const asksToRemove = useSignal(false);
  const ask = (asks: boolean) => () => {
    asksToRemove.value = asks;
  };
  const remove = async () => {
    const request = { method: 'DELETE', path: pathOf(webhook) } as const;
    await make({ done: texts.removed, request });
    onChanged();
  };
  return (
    <li class="setting-line">
      <div class="grow">
        <p class="m cut">{webhook.url}</p>
        <p class="t12 ink3">{aboutOf(webhook)}</p>
        {error && <p class="t12 alert">{error}</p>}
      </div>
      <WebhookState webhook={webhook} />
      {isOwner ? (
        <Menu
          class="btn quiet icon"
          label={texts.more(webhook.url)}
          button={<Icon name="more" />}
          items={actionsOf({ webhook, onOpen, onChanged }, ask(true))}
        />
      ) : (
        <Button small kind="quiet" onClick={() => onOpen({ attempts: webhook })}>
          {texts.attempts}
        </Button>
      )}
      {asksToRemove.value && (
        <div class="setting-question">
          <Banner
            urgency="alert"
            icon="warn"
            action={<Answers confirm={texts.remove} onConfirm={remove} onKeep={ask(false)} />}
          >
            {texts.removeQuestion(webhook.url)}
          </Banner>
        </div>
      )}
    </li>
  );
}

function pathOf({ id }: DeskWebhook, action = ''): string {
  return operator(`webhooks/${id}${action}`);
}

function WebhookState({ webhook: { state } }: { webhook: DeskWebhook }) {
  const { states } = messages().houseSettings.webhooks;
  if (state === 'failing')
    return (
      <State urgency="alert" icon="ban">
        {states[state]}
      </State>
    );
  if (state === 'retrying' || state === 'paused')
    return (
      <State urgency="warn" icon="clock">
        {states[state]}
      </State>
    );
  return <State icon={state === 'delivering' ? 'check' : 'clock'}>{states[state]}</State>;
}

function aboutOf(webhook: DeskWebhook): string {
  const { webhooks: texts } = messages().houseSettings;
  const { contacts, behind, last_delivered_at: at, next_attempt_at: next } = webhook;
  return [
    kindsText(webhook),
    !contacts && texts.withoutContacts,
    at && texts.lastDelivered(formatAgo(Date.now() - Date.parse(at))),
    behind > 0 && texts.behind(behind),
    next && texts.again(formatTime(next, copy.value?.property.timezone ?? 'UTC')),
  ]
    .filter(Boolean)
    .join(' · ');
}

function actionsOf(
  { webhook, onOpen, onChanged }: Omit<LineProps, 'isOwner'>,
  askToRemove: () => void,
): MenuItem[] {
  const { webhooks: texts } = messages().houseSettings;
  const patch = (active: boolean): ChangeRequest => ({
    method: 'PATCH',
    path: pathOf(webhook),
    body: { active },
  });
  const setActive = async (active: boolean) => {
    const done = active ? texts.resumed : texts.paused;
    await make({ done, request: patch(active), undo: () => patch(!active) });
    onChanged();
  };
  const test = async () => {
    await make({ done: texts.tested, request: { method: 'POST', path: pathOf(webhook, '/test') } });
    onOpen({ attempts: webhook });
  };
  const rotate = async () => {
    const request = { method: 'POST', path: pathOf(webhook, '/rotate') } as const;
    const outcome = await make<{ secret: string }>({ done: '', quiet: true, request });
    if (outcome.ok) onOpen({ secret: outcome.data.secret });
  };
  const isOff = !webhook.active || webhook.state === 'failing';
  return [
    { label: texts.attempts, icon: 'history', run: () => onOpen({ attempts: webhook }) },
    { label: texts.test, icon: 'go', run: () => void test() },
    { label: texts.change, icon: 'note', run: () => onOpen({ form: webhook }) },
    isOff
      ? { label: texts.resume, icon: 'go', run: () => void setActive(true) }
      : { label: texts.pause, icon: 'clock', run: () => void setActive(false) },
    { label: texts.rotate, icon: 'key', run: () => void rotate() },
    'line',
    { label: texts.remove, icon: 'x', run: askToRemove },
  ];
}
