// The form of one connection.
import { causeInLine, type DeskCause, sentenceOfCause } from '../../desk/cause-sentence.ts';
import { errorOf } from '../../desk/refused-fields.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Check, Field } from '../../parts/Field.tsx';
import { Banner } from '../../parts/Notice.tsx';
import type { DeskConnection } from './channel-nights.ts';
import { type Connecting, type ConnectionPreview, useConnecting } from './connecting.ts';
import type { DeskProtocol } from './connection-form.ts';
import { MappingLines } from './MappingLines.tsx';
import { SchemaFields } from './SchemaFields.tsx';
import { membersOfSchema } from './schema-values.ts';

type ConnectFormProps = {
  protocol: DeskProtocol;
  connection: DeskConnection | null;
  onBack: (() => void) | null;
  onDone: () => void;
};

export function ConnectForm({ protocol, connection, onBack, onDone }: ConnectFormProps) {
  const connecting = useConnecting(protocol, connection, onDone);
  const { form, lines, sentLines, problem, change, isTrying, attempt, save } = connecting;
  const texts = messages().channels.form;
  return (
    <form
      class="connect"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {onBack && (
        <Button kind="quiet" small icon="left" onClick={onBack}>
          {protocol.title}
        </Button>
      )}
      {protocol.has_calendars && <p class="ink2">{texts.calendars}</p>}
      {!connection && (
        <Field
          label={texts.name}
          help={texts.nameHelp}
          value={form.value.channel}
          placeholder="airbnb"
          {...errorOf(problem.value, 'channel')}
          onInput={(event) => change({ channel: event.currentTarget.value })}
        />
      )}
      <NeededFields protocol={protocol} connecting={connecting} />
      {connection?.has_credentials && <p class="ink3 t12">{texts.stored}</p>}
      <MappingLines
        protocol={protocol}
        lines={lines}
        sentLines={sentLines.value}
        problem={problem.value}
        onChange={(lines) => change({ lines })}
      />
      <FurtherFields protocol={protocol} connecting={connecting} />
      <Answers protocol={protocol} connecting={connecting} />
      <div class="row">
        <Button kind="primary" type="submit">
          {connection ? texts.save : texts.connect}
        </Button>
        <Button disabled={isTrying.value} onClick={attempt}>
          {texts.attempt}
        </Button>
      </div>
    </form>
  );
}

type PartProps = { protocol: DeskProtocol; connecting: Connecting };

/** What there is no default for: the property at the channel, and the credentials. */
function NeededFields({ protocol, connecting }: PartProps) {
  const { form, problem, change } = connecting;
  const members = membersOfSchema(protocol.settings).filter(({ isNeeded }) => isNeeded);
  return (
    <>
      {protocol.needs_url && <UrlField connecting={connecting} />}
      <SchemaFields members={members} {...settingsOf(connecting)} />
      <SchemaFields
        members={membersOfSchema(protocol.credentials)}
        typed={form.value.credentials}
        problem={problem.value}
        under="credentials"
        isSecret
        onType={(name, value) => change({ credentials: { ...form.value.credentials, [name]: value } })}
      />
    </>
  );
}

/** Settings with a default: hardly anybody needs them. */
function FurtherFields({ protocol, connecting }: PartProps) {
  const members = membersOfSchema(protocol.settings).filter(({ isNeeded }) => !isNeeded);
  const hasUrl = !protocol.needs_url && !protocol.has_calendars;
  if (members.length === 0 && !hasUrl) return null;
  return (
    <details>
      <summary class="ink2">{messages().channels.form.more}</summary>
      <div class="connect">
        {hasUrl && <UrlField connecting={connecting} help={messages().channels.form.urlHelp} />}
        <SchemaFields members={members} {...settingsOf(connecting)} />
      </div>
    </details>
  );
}

/** What the fields of settings have in common. */
function settingsOf({ form, problem, change }: Connecting) {
  return {
    typed: form.value.settings,
    problem: problem.value,
    under: 'settings',
    onType: (name: string, value: string) => change({ settings: { ...form.value.settings, [name]: value } }),
  };
}

function UrlField({ connecting, help }: { connecting: Connecting; help?: string }) {
  const { form, problem, change } = connecting;
  return (
    <Field
      label={messages().channels.form.url}
      {...(help && { help })}
      value={form.value.url}
      {...errorOf(problem.value, 'url')}
      onInput={(event) => change({ url: event.currentTarget.value })}
    />
  );
}

/** What the server says: why it refused, or what connecting would do. */
function Answers({ protocol, connecting }: PartProps) {
  const { problem, preview, mayRemove } = connecting;
  return (
    <>
      {problem.value && (
        <Banner urgency="alert" icon="warn">
          {problem.value.detail}
        </Banner>
      )}
      {(problem.value?.code === 'would_remove' || mayRemove.value) && (
        <Check
          label={messages().channels.form.remove}
          checked={mayRemove.value}
          onInput={(event) => {
            mayRemove.value = event.currentTarget.checked;
          }}
        />
      )}
      {preview.value && <Preview preview={preview.value} who={protocol.title} />}
    </>
  );
}

function Preview({ preview, who }: { preview: ConnectionPreview; who: string }) {
  const { form } = messages().channels;
  const inLine = (cause: DeskCause | null, text: string | null) =>
    causeInLine(cause, text, { who }, messages());
  const { message, message_cause: cause, accepted } = preview;
  const help = cause && sentenceOfCause(cause, { who }, messages()).help;
  const sum = (pick: (room: ConnectionPreview['rooms'][number]) => number | null) =>
    preview.rooms.reduce((total, room) => total + (pick(room) ?? 0), 0);
  const calendar = inLine(preview.calendar_message_cause, preview.calendar_message);
  const reservations = inLine(preview.reservations_message_cause, preview.reservations_message);
  const lines = [
    form.pushed(sum((room) => room.pushed_nights)),
    form.forSale(sum((room) => room.for_sale_nights)),
    ...(calendar
      ? [calendar]
      : [
          form.opened(sum((room) => room.opened_nights)),
          form.closed(sum((room) => room.closed_nights)),
          form.repriced(sum((room) => room.repriced_nights)),
        ]),
    reservations ?? form.imported(preview.imported_reservations),
  ];
  return (
    <div class="preview">
      <Banner
        {...(accepted === false && { urgency: 'alert' as const })}
        icon={accepted === false ? 'ban' : accepted ? 'check' : 'ask'}
      >
        {inLine(cause, message) ?? (accepted ? form.accepted : form.notAsked)} {help}
      </Banner>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
