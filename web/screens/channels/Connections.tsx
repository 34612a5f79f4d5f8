// The connections: state, last exchange, rooms, and what can be done with each.
import { useSignal } from '@preact/signals';
import { make } from '../../desk/changes.ts';
import { PRACTICE } from '../../desk/practice.ts';
import { copy, operator, rightsOf } from '../../desk/property.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { ChannelMark, channelName, State } from '../../parts/Mark.tsx';
import { Menu, type MenuItem } from '../../parts/Menu.tsx';
import { Empty, Skeleton } from '../../parts/Notice.tsx';
import { goTo } from '../../router.ts';
import { ChannelError } from './ChannelError.tsx';
import { type DeskConnection, useChannelProof } from './channel-nights.ts';
import { Disconnect } from './Disconnect.tsx';
import { timeAt } from './moments.ts';
import { Otas } from './Otas.tsx';
import { isErrorOfOta } from './ota-texts.ts';
import { PracticeActions, PracticeMark, TryPractice } from './PracticePart.tsx';
import { SalesLimits } from './SalesLimits.tsx';

export function Connections() {
  const today = copy.value?.today ?? 0;
  const { proof, refusal, readAgain } = useChannelProof(today, today + 1);
  const texts = messages().channels;
  return (
    <main id="content" class="page">
      {refusal.value && !proof.value && <Empty title={refusal.value.detail} />}
      {!proof.value && !refusal.value && <Skeleton lines={6} label={messages().loading} />}
      {proof.value?.connections.length === 0 && (
        <Empty title={texts.none}>
          <p class="ink2">{texts.noneMore}</p>
          {rightsOf('settings').changes && <TryPractice onDone={readAgain} />}
        </Empty>
      )}
      <ul class="connections">
        {proof.value?.connections.map((connection) => (
          <ConnectionPart key={connection.channel} connection={connection} onChanged={readAgain} />
        ))}
      </ul>
    </main>
  );
}

function ConnectionPart({ connection, onChanged }: { connection: DeskConnection; onChanged: () => void }) {
  const texts = messages().channels;
  const { channel, protocol, last_sync: lastSync, last_error: lastError } = connection;
  const mayChange = rightsOf('settings').changes;
  const isPractice = channel === PRACTICE;
  const isAsking = useSignal(false);
  const stopAsking = () => {
    isAsking.value = false;
  };
  return (
    <li class="connection">
      <div class="row">
        <ChannelMark channel={channel} />
        <h2 class="b t16">{channelName(channel)}</h2>
        {isPractice ? <PracticeMark /> : <span class="ink3 t12">{protocol}</span>}
        <ConnectionState connection={connection} />
        {lastSync && <span class="ink3 t12">{texts.lastSync(timeAt(lastSync))}</span>}
        {mayChange && isPractice && <PracticeActions onChanged={onChanged} />}
        {mayChange && !isPractice && (
          <span class="row end">
            <Button small onClick={() => goTo(`/desk/channels?view=connections&connect=${channel}`)}>
              {texts.change}
            </Button>
            <Menu
              class="btn icon quiet s"
              label={texts.moreOf(channelName(channel))}
              button={<Icon name="more" />}
              items={actionsOf(connection, onChanged, () => {
                isAsking.value = true;
              })}
            />
          </span>
        )}
      </div>
      {lastError && !isErrorOfOta(connection) && (
        <ChannelError channel={channel} text={lastError} cause={connection.last_error_cause} />
      )}
      <Otas connection={connection} onChanged={onChanged} />
      <SalesLimits connection={connection} />
      <MappedRooms connection={connection} />
      {isAsking.value && (
        <Disconnect
          connection={connection}
          onClose={stopAsking}
          onDone={() => {
            stopAsking();
            onChanged();
          }}
        />
      )}
    </li>
  );
}

/** Which room of the house is which at the channel. */
function MappedRooms({ connection: { channel, rooms, calendars } }: { connection: DeskConnection }) {
  const texts = messages().channels;
  const readingOf = (room: DeskConnection['rooms'][number]) =>
    calendars.find((one) => one.room_id === room.room_id && one.unit_id === room.unit_id);
  return (
    <table class="table mapped-rooms">
      <thead>
        <tr>
          <th scope="col">{texts.form.rooms}</th>
          <th scope="col">{texts.atChannel(channelName(channel))}</th>
        </tr>
      </thead>
      <tbody>
        {rooms.map((room, index) => (
          <tr key={index}>
            <td>
              {copy.value?.rooms.get(room.room_id)?.name ?? room.room_id}
              {room.unit_id !== null && (
                <span class="ink3"> {copy.value?.units.get(room.unit_id)?.name ?? room.unit_id}</span>
              )}
            </td>
            <td class="ink2">
              {[room.external_room, room.external_rate, room.ical_url].filter(Boolean).join(' · ')}
              <Reading reading={readingOf(room)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What was found in a room's calendar, and what was left out of it and why. */
function Reading({ reading }: { reading: DeskConnection['calendars'][number] | undefined }) {
  if (!reading) return null;
  const { found, leftOut, reasons } = messages().channels.reading;
  const { events, stays, closed_nights: nights, left_out: left } = reading;
  return (
    <>
      <p class="ink3 t12">{found(events, stays, nights)}</p>
      {left.length > 0 && (
        <p class="ink3 t12">{leftOut(left.map((one) => reasons[one.reason](one.events)).join(', '))}</p>
      )}
    </>
  );
}

function ConnectionState({ connection }: { connection: DeskConnection }) {
  const { paused, states } = messages().channels;
  const { state } = connection;
  if (connection.paused)
    return (
      <State urgency="warn" icon="clock">
        {paused}
      </State>
    );
  if (state === 'connected') return <State icon="check">{states.connected}</State>;
  const isBad = state === 'error' || state === 'disconnected';
  return (
    <State urgency={isBad ? 'alert' : 'warn'} icon={isBad ? 'plug' : 'clock'}>
      {states[state]}
    </State>
  );
}

function actionsOf(
  { channel, paused }: DeskConnection,
  onChanged: () => void,
  askToDisconnect: () => void,
): MenuItem[] {
  const texts = messages().channels;
  const name = channelName(channel);
  const path = operator(`channels/${encodeURIComponent(channel)}`);
  const post = async (done: string, action: 'pause' | 'resume' | 'resync') => {
    const back = { pause: 'resume', resume: 'pause', resync: null }[action];
    await make({
      done,
      request: { method: 'POST', path: `${path}/${action}` },
      undo: () => (back === null ? null : { method: 'POST', path: `${path}/${back}` }),
    });
    onChanged();
  };
  return [
    {
      label: texts.exchangeAll,
      icon: 'again',
      run: () => void post(texts.exchanging(name), 'resync'),
    },
    paused
      ? { label: texts.resume, icon: 'go', run: () => void post(texts.resumed(name), 'resume') }
      : { label: texts.pause, icon: 'clock', run: () => void post(texts.pausedNow(name), 'pause') },
    'line',
    {
      label: texts.disconnect,
      icon: 'plug',
      run: askToDisconnect,
    },
  ];
}
