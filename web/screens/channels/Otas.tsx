// The OTAs behind a channel: whether they are switched on there, and what is wrong with them.
import { endangers } from '../../../src/model/connected-ota.ts';
import { dayOfDate } from '../../days.ts';
import { make } from '../../desk/changes.ts';
import { operator, rightsOf } from '../../desk/property.ts';
import { formatDay } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button, classesOf } from '../../parts/Button.tsx';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { ChannelMark, channelName, State } from '../../parts/Mark.tsx';
import { isolate, WithOutside } from '../../parts/Outside.tsx';
import type { DeskConnection } from './channel-nights.ts';
import { timeAt } from './moments.ts';
import { type DeskOta, namesOfEntry, problemText, stateOfOta, unsaidRemoval } from './ota-texts.ts';

type OtasProps = { connection: DeskConnection; onChanged: () => void };

/** Nothing where the protocol of the connection has no OTAs, or they are not read yet. */
export function Otas({ connection, onChanged }: OtasProps) {
  const { channel, otas, otas_read_at: readAt } = connection;
  const texts = messages().channels.otas;
  const name = channelName(channel);
  if (otas.length === 0) return readAt === null ? null : <p class="ink3 otas-none">{texts.none(name)}</p>;
  return (
    <ul class="otas" aria-label={texts.label(name)}>
      {otas.map((ota) => (
        <OtaPart key={ota.ota_id ?? ''} ota={ota} channel={channel} onChanged={onChanged} />
      ))}
    </ul>
  );
}

type OtaProps = { ota: DeskOta; channel: string; onChanged: () => void };

function OtaPart({ ota, channel, onChanged }: OtaProps) {
  const texts = messages().channels.otas;
  const { title, more } = namesOfEntry(ota, channel);
  const removal = unsaidRemoval(ota);
  const dismiss = async () => {
    await make({
      done: texts.dismissed(isolate(title)),
      request: {
        method: 'POST',
        path: operator(`channels/${encodeURIComponent(channel)}/otas/dismiss`),
        body: { ota_id: ota.ota_id },
      },
      undo: () => null,
    });
    onChanged();
  };
  return (
    <li class="ota">
      <OtaMark ota={ota} />
      <div class="ota-names">
        <bdi class="m">{title}</bdi>
        {more !== null && <bdi class="ink2">{more}</bdi>}
        <OtaState ota={ota} />
        {removal !== null && (
          <State urgency="warn" icon="clock">
            {texts.removal(formatDay(dayOfDate(removal)))}
          </State>
        )}
      </div>
      {ota.problems.length > 0 && rightsOf('settings').changes && (
        <Button small icon="check" aria-label={texts.dismissOf(title)} onClick={() => void dismiss()}>
          {texts.dismiss}
        </Button>
      )}
      <OtaProblems ota={ota} channel={channel} />
    </li>
  );
}

function OtaMark({ ota: { ota_id: id, ota, name } }: { ota: DeskOta }) {
  const known = ota ?? name;
  if (id === null || known === null) return <Icon name={id === null ? 'house' : 'globe'} />;
  return <ChannelMark channel={known} />;
}

const STATE_ICONS = { on: 'check', off: 'ban', unknown: 'ask', removed: 'plug' } as const satisfies Record<
  string,
  IconName
>;

function OtaState({ ota }: { ota: DeskOta }) {
  const state = stateOfOta(ota);
  if (state === null) return null;
  // What people have seen to asks for nothing any more.
  const isUrgent = state !== 'on' && ota.problems.some(endangers);
  return (
    <State icon={STATE_ICONS[state]} {...(isUrgent && { urgency: 'alert' })}>
      {messages().channels.otas.states[state]}
    </State>
  );
}

function OtaProblems({ ota, channel }: { ota: DeskOta; channel: string }) {
  const texts = messages().channels.otas;
  if (ota.problems.length === 0) return null;
  return (
    <ul class="ota-problems">
      {ota.problems.map((problem) => (
        <li key={problem.kind} class={classesOf(endangers(problem) ? 'alert' : 'warn')}>
          <Icon name="warn" small />
          <span>
            <WithOutside text={problemText(problem, channel)} />{' '}
            <span class="ink3 t12 nowrap">{texts.reported(timeAt(problem.since))}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
