// A row of a queue: one stay, the one thing to do with it, everything else in a menu, and below it what was refused or is filled in.
import type { ComponentChildren } from 'preact';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { ChannelMark } from '../../parts/Mark.tsx';
import { Menu } from '../../parts/Menu.tsx';
import type { NextAction } from '../../replica/next-action.ts';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { daysOfStay, presentUnitOf } from '../../replica/stays.ts';
import { openStay } from '../../shell/open-stay.ts';
import { actionLabel } from '../../stay/action-label.ts';
import { RefusalBelow } from '../../stay/RefusalBelow.tsx';
import type { RefusedChange } from '../../stay/ways-on.ts';

/** A row of a queue. `about`: beside the channel; `note`: what the guest asked for; `when`: the hour or the day of departure. */
export type QueueRow = {
  booking: DeskBooking;
  action: NextAction | null;
  about: ComponentChildren;
  note: string | null;
  when: string;
};

type StayRowProps = QueueRow & {
  state: ReplicaState;
  isSelected: boolean;
  refused: RefusedChange | null;
  /** a form below the row */
  panel: ComponentChildren;
  onSelect: () => void;
  onAct: () => void;
  menu: Parameters<typeof Menu>[0]['items'];
};

export function StayRow(row: StayRowProps) {
  const { booking, state, isSelected, about, note, when, action, refused, panel, onSelect, onAct } = row;
  const { today, stay } = messages();
  const unit = state.units.get(presentUnitOf(booking, state) ?? 0);
  // Of a guest who stays on, nothing has to be done today.
  const isQuiet = action === 'charge' || (action === 'take_payment' && staysOn(booking, state));
  return (
    <li
      id={rowId(booking.order_id)}
      class={isSelected ? 'stay-row selected' : 'stay-row'}
      {...(isSelected && { 'aria-current': 'true' })}
      onPointerDown={onSelect}
    >
      <div class="line">
        {unit ? (
          <span class="row-unit cut">{unit.name}</span>
        ) : (
          <span class="row-unit none">
            <span class="sr">{stay.facts.noUnit}</span>
          </span>
        )}
        <Guest booking={booking} about={about} note={note} />
        <span class="when">{when}</span>
        {action && (
          <Button
            small
            kind={isSelected ? 'primary' : isQuiet ? 'quiet' : 'next'}
            onClick={onAct}
            {...(isSelected && { keys: '↵' })}
          >
            {actionLabel(action, booking)}
          </Button>
        )}
        <Menu
          class="btn quiet icon s"
          label={today.more(booking.name || stay.noGuestName)}
          button={<Icon name="more" />}
          items={row.menu}
        />
      </div>
      {refused && (
        <div class="panel">
          <RefusalBelow {...refused} />
        </div>
      )}
      {panel && <div class="panel">{panel}</div>}
    </li>
  );
}

function staysOn(booking: DeskBooking, state: ReplicaState): boolean {
  return booking.status === 'checked_in' && daysOfStay(booking, state).until > state.today;
}

/** Who it is, the channel, what there is to know, and what the guest asked for. */
function Guest({ booking, about, note }: Pick<QueueRow, 'booking' | 'about' | 'note'>) {
  return (
    <div class="grow">
      <button type="button" class="m cut guest" onClick={() => openStay(booking.order_id)}>
        {booking.name || messages().stay.noGuestName}
      </button>
      <div class="row-sub">
        <ChannelMark channel={booking.channel} />
        {about}
      </div>
      {note && (
        <div class="row-sub note" title={note}>
          <Icon name="note" small />
          <span class="cut">{note}</span>
        </div>
      )}
    </div>
  );
}

/** Returns the id of the row of a stay in the page. */
export function rowId(orderId: number): string {
  return `row-${orderId}`;
}
