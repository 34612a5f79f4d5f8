// The four facts of a stay: when, where, who comes, and through whom it was booked.
import type { ComponentChildren } from 'preact';
import { dayOfMoment } from '../../days.ts';
import { formatDay, formatDays } from '../../format.ts';
import { messages } from '../../language.ts';
import { Icon } from '../../parts/Icon.tsx';
import { ChannelMark, channelName } from '../../parts/Mark.tsx';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { daysAtChannel, daysOfStay, presentUnitOf } from '../../replica/stays.ts';
import { companionsText, namedBeyondBooked } from '../../stay/companions.ts';
import { placeName } from '../../stay/place-name.ts';

type FactsProps = {
  booking: DeskBooking;
  state: ReplicaState;
  /** opens the form that changes a fact; absent = nothing can be changed */
  onChange?: ((form: 'move' | 'party') => void) | undefined;
  /** opens the form of those who come along; absent = they cannot be changed */
  onCompanions?: (() => void) | undefined;
};

export function StayFacts({ booking, state, onChange, onCompanions }: FactsProps) {
  const { stay } = messages();
  const { facts } = stay;
  const { from, until } = daysOfStay(booking, state);
  const { arrival_time: arrival, channel, referral_order_id: reference, created_at: created } = booking;
  const booked = formatDay(dayOfMoment(created, state.property.timezone));
  return (
    <dl class="stay-facts">
      <div>
        <dt>{facts.stay}</dt>
        <dd class="nowrap">
          <Fact label={stay.menu.move} onOpen={onChange && (() => onChange('move'))}>
            {formatDays(from, until)}
          </Fact>
        </dd>
        <dd class="more">
          {stay.nights(until - from)}
          {arrival && ` · ${facts.arrivesAbout(arrival)}`}
        </dd>
        <SoldNights booking={booking} state={state} />
      </div>
      <RoomFact booking={booking} state={state} onChange={onChange} />
      <div>
        <dt>{facts.party}</dt>
        <dd>
          <Fact label={stay.party.change} onOpen={onChange && (() => onChange('party'))}>
            {partyOf(booking) ?? <span class="ink3">{facts.unknownParty}</span>}
          </Fact>
        </dd>
        <CompanionsFact booking={booking} onOpen={onCompanions} />
      </div>
      <div>
        <dt>{facts.bookedThrough}</dt>
        <dd class="row">
          <ChannelMark channel={channel} />
          <span class="cut">{channelName(channel)}</span>
        </dd>
        <dd class="more cut" title={reference ?? booked}>
          {reference ?? facts.booked(booked)}
        </dd>
      </div>
    </dl>
  );
}

/** Which nights the channel has sold, if the stay has others: those are the house's own. */
function SoldNights({ booking, state }: Pick<FactsProps, 'booking' | 'state'>) {
  const { facts } = messages().stay;
  const { connection, channel, status } = booking;
  const sold = daysAtChannel(booking);
  const stay = daysOfStay(booking, state);
  if (connection === null || status === 'cancelled') return null;
  if (sold === null)
    return (
      <dd class="more" title={facts.keptNights}>
        {facts.endedBy(channelName(channel))}
      </dd>
    );
  if (sold.from === stay.from && sold.until >= stay.until) return null;
  return (
    <dd class="more" title={facts.ownNights}>
      {facts.soldBy(channelName(channel), formatDays(sold.from, sold.until))}
    </dd>
  );
}

type CompanionsProps = { booking: DeskBooking; onOpen: (() => void) | undefined };

/** Who comes along, which opens its form, and whether these are more people than were booked. */
function CompanionsFact({ booking, onOpen }: CompanionsProps) {
  const { companions: texts } = messages().stay;
  const known = companionsText(booking.companions);
  const named = namedBeyondBooked(booking, booking.companions);
  return (
    <>
      {onOpen ? (
        <dd class="more">
          <button type="button" class="fact-more cut" title={known || texts.change} onClick={onOpen}>
            {known || texts.change}
          </button>
        </dd>
      ) : (
        known && (
          <dd class="more cut" title={known}>
            {known}
          </dd>
        )
      )}
      {named !== null && <dd class="more warn">{texts.moreNamed(named)}</dd>}
    </>
  );
}

type FactProps = { label: string; onOpen: (() => void) | undefined; children: ComponentChildren };

/** A fact that opens the form that changes it. */
function Fact({ label, onOpen, children }: FactProps) {
  if (!onOpen) return <>{children}</>;
  return (
    <button type="button" class="fact" title={label} onClick={onOpen}>
      {children}
    </button>
  );
}

/** The room, its number, and whether somebody can move in. */
function RoomFact({ booking, state, onChange }: FactsProps) {
  const { facts, menu } = messages().stay;
  const room = state.rooms.get(booking.room_id)?.name ?? '';
  const unit = state.units.get(presentUnitOf(booking, state) ?? 0);
  const hasUnits = [...state.units.values()].some((one) => one.room_id === booking.room_id);
  return (
    <div>
      <dt>{facts.room}</dt>
      <dd class="cut" title={room}>
        <Fact label={menu.move} onOpen={onChange && (() => onChange('move'))}>
          {placeName(unit?.name, room)}
        </Fact>
      </dd>
      {unit ? (
        <dd class="more row">
          <Icon name={unit.condition === 'dirty' ? 'broom' : 'check'} small />
          {conditionOf(unit.condition, state)}
        </dd>
      ) : (
        hasUnits && (
          <dd class="more row warn">
            <Icon name="bed" small />
            {facts.noUnit}
          </dd>
        )
      )}
    </div>
  );
}

function conditionOf(condition: 'dirty' | 'clean' | 'inspected', { property }: ReplicaState): string {
  const { facts } = messages().stay;
  if (condition === 'dirty') return facts.dirty;
  if (condition === 'inspected') return facts.inspected;
  return property.settings.inspects_units ? facts.notInspected : facts.clean;
}

/** Returns who comes: "2 adults, 1 child"; null = nobody said. */
function partyOf({ adults, children, guests }: DeskBooking): string | null {
  const { stay } = messages();
  if (adults === null) return guests === null ? null : stay.guests(guests);
  return [stay.adults(adults), ...(children?.length ? [stay.children(children.length)] : [])].join(', ');
}
