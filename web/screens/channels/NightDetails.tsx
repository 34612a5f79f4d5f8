// One night at one channel: what we hold, what the channel has confirmed and when, what it refused in its own words, and the exchanges.
import { dateOfDayNumber } from '../../days.ts';
import { make } from '../../desk/changes.ts';
import { currency, operator, rightsOf } from '../../desk/property.ts';
import { formatDay, formatMoney } from '../../format.ts';
import { useShortcuts } from '../../keys.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { channelName, State } from '../../parts/Mark.tsx';
import type { ReplicaState } from '../../replica/state.ts';
import { ChannelError } from './ChannelError.tsx';
import {
  type ChannelProof,
  type DeskChannelNight,
  type DeskConnection,
  heldNight,
  keyOfNight,
} from './channel-nights.ts';
import { Exchanges, RawExchanges } from './Exchanges.tsx';
import { timeAt } from './moments.ts';
import { proofsOf, reasonOf } from './night-proofs.ts';
import { stateOfNight } from './night-state.ts';
import type { NightPlace } from './ProofGrid.tsx';
import { LOOKS } from './state-looks.ts';

type DetailsProps = { place: NightPlace; state: ReplicaState; proof: ChannelProof; onPushed: () => void };

export function NightDetails({ place, state, proof, onPushed }: DetailsProps) {
  const { channel, roomId, unitId, day } = place;
  const texts = messages().channels;
  const connection = proof.connections.find((one) => one.channel === channel);
  const night = proof.nights.get(channel)?.get(keyOfNight(roomId, unitId, day));
  const mayPush = rightsOf('settings').changes && night !== undefined && connection?.protocol !== 'ical';
  const push = async () => {
    const date = dateOfDayNumber(day);
    const query = { room_id: roomId, fromdate: date, todate: date };
    const path = operator(`channels/${encodeURIComponent(channel)}/resync`, query);
    await make({
      done: texts.pushed(channelName(channel), formatDay(day)),
      request: { method: 'POST', path },
    });
    onPushed();
  };
  useShortcuts([{ keys: 'p', label: texts.pushAgain, run: () => void push(), disabled: !mayPush }]);
  if (!connection) return null;
  const name = stateOfNight(connection, night);
  const look = name === 'not_sold' ? null : LOOKS[name];
  return (
    <>
      <section class="side-part">
        <div class="row">
          <h2 class="b">{channelName(channel)}</h2>
          <span class="ink3 cut">
            {state.rooms.get(roomId)?.name}, {formatDay(day)}
          </span>
          <span class="end">
            {look && (
              <State icon={look.icon} {...(look.urgency && { urgency: look.urgency })}>
                {texts.nightStates[name]}
              </State>
            )}
          </span>
        </div>
        {name === 'not_sold' && <p class="ink2">{texts.notSoldMore}</p>}
        {night && <Reason night={night} connection={connection} />}
        {night && <Compared night={night} state={state} place={place} />}
        {mayPush && (
          <Button small kind={name === 'refused' ? 'next' : 'plain'} icon="again" keys="P" onClick={push}>
            {texts.pushAgain}
          </Button>
        )}
      </section>
      {night && rightsOf('settings').changes && <Proofs night={night} connection={connection} />}
      <Exchanges channel={channel} />
    </>
  );
}

type ProofsProps = { night: DeskChannelNight; connection: DeskConnection };

/** Why the night is not confirmed; what the channel wrote is quoted. */
function Reason({ night, connection }: ProofsProps) {
  const { message, message_cause: cause } = night;
  if (message !== null && cause && night.state === 'rejected')
    return <ChannelError channel={connection.channel} text={message} cause={cause} />;
  const reason = reasonOf(night, connection, messages().exchanges.proof);
  if (!reason) return null;
  return reason.isQuote ? (
    <ChannelError channel={connection.channel} text={reason.text} cause={null} />
  ) : (
    <p class="ink2">{reason.text}</p>
  );
}

/** The exchanges that confirmed the night and refused it, as they were on the wire. */
function Proofs({ night, connection }: ProofsProps) {
  return proofsOf(night, connection, messages().exchanges.proof).map(({ title, exchange, missing }) => (
    <section key={title} class="side-part" aria-label={title}>
      <h2 class="b">{title}</h2>
      {exchange ? (
        <RawExchanges entryId={exchange.log_id} position={exchange.exchange} />
      ) : (
        <p class="ink2">{missing}</p>
      )}
    </section>
  ));
}

type ComparedProps = { night: DeskChannelNight; state: ReplicaState; place: NightPlace };

/** The values side by side: what we hold, and what the channel has confirmed last. */
function Compared({ night, state, place }: ComparedProps) {
  const texts = messages().channels;
  const held = heldNight(state, place);
  const { confirmed } = night;
  const money = (amount: number | null | undefined) =>
    amount == null ? texts.notKnown : formatMoney(amount, currency.value);
  const count = (value: number | null | undefined) => (value == null ? texts.notKnown : String(value));
  const rows = [
    // Of a unit by itself there is no count of ours to compare with.
    [
      texts.values.available,
      place.unitId === null ? count(held.available) : null,
      count(confirmed?.available),
    ],
    [texts.values.price, money(held.price), money(confirmed?.price)],
    [texts.values.min_stay, count(held.min_stay), count(confirmed?.min_stay)],
  ] as const;
  return (
    <table class="table compared">
      <thead>
        <tr>
          <td />
          <th scope="col" class="num">
            {texts.weHold}
          </th>
          <th scope="col" class="num">
            {confirmed?.at ? texts.confirmedAt(timeAt(confirmed.at)) : texts.nightStates.confirmed}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, ours, theirs]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td class="num">{ours}</td>
            <td class={ours === null || ours === theirs ? 'num ink2' : 'num m'}>{theirs}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
