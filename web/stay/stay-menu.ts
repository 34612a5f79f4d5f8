// Everything that can be done with a stay beside its one next action.
import { rightsOf } from '../desk/property.ts';
import { messages } from '../language.ts';
import type { MenuItem } from '../parts/Menu.tsx';
import { freeUnitsFor } from '../replica/free-units.ts';
import type { NextAction } from '../replica/next-action.ts';
import type { DeskBooking, ReplicaState } from '../replica/state.ts';
import { daysOfStay } from '../replica/stays.ts';
import { openNewStay, openStay } from '../shell/open-stay.ts';
import {
  assignAnyUnit,
  assignUnit,
  type CheckIn,
  cancelStay,
  checkIn,
  checkOut,
  confirmHold,
  leaveGroup,
  takeBack,
} from './changes.ts';
import { endsEarly } from './end-choices.ts';
import { printCard } from './RegistrationCard.tsx';
import type { StayPanelId } from './StayPanel.tsx';
import { type RefusedChange, refusedChange } from './ways-on.ts';

type StayToActOn = {
  booking: DeskBooking;
  state: ReplicaState;
  showPanel: (panel: StayPanelId) => void;
  showRefusal: (refused: RefusedChange | null) => void;
};

/** Whether the person may do this with stays. */
export function mayDo(action: NextAction): boolean {
  if (action === 'solve') return true;
  if (action === 'reply') return rightsOf('messages').changes;
  if (action === 'take_payment' || action === 'charge') return rightsOf('ledger:write').changes;
  return rightsOf('bookings:write').changes;
}

/** Whether the person may give the stay other dates or another room: it is not over. */
export function mayMove({ status }: DeskBooking): boolean {
  return isOpen(status) && rightsOf('bookings:write').changes;
}

/** Whether the person may say who comes along, also with a guest who has left: what was written down wrongly is put right. */
export function mayNameCompanions(): boolean {
  return rightsOf('contacts').sees && rightsOf('bookings:write').changes;
}

function isOpen(status: DeskBooking['status']): boolean {
  return status === 'confirmed' || status === 'held' || status === 'checked_in';
}

/** Does the next action of a stay, or shows the form for it. */
export function doAction(action: NextAction, acting: StayToActOn): void {
  const { booking, state, showPanel } = acting;
  const answer = answerOf(acting);
  acting.showRefusal(null);
  const how = { early: daysOfStay(booking, state).from > state.today };
  const run: Record<NextAction, () => unknown> = {
    solve: () => openStay(booking.order_id),
    confirm: () => confirmHold(booking, answer),
    assign: () => assign(acting),
    check_in: () => checkIn(booking, how, answerOf(acting, how)),
    check_out: () => (endsEarly(booking, state) ? showPanel('end') : checkOut(booking, answer)),
    take_payment: () => showPanel('payment'),
    charge: () => showPanel('charge'),
    reply: () => showPanel('reply'),
  };
  run[action]();
}

/** Gives the stay the best free unit; where none is free, the server says which stays are in the way. */
function assign(acting: StayToActOn): unknown {
  const { booking, state } = acting;
  const { from, until } = daysOfStay(booking, state);
  const wanted = {
    roomId: booking.room_id,
    orderId: booking.order_id,
    from: Math.max(from, state.today),
    until,
  };
  const best = freeUnitsFor(state, wanted)[0]?.unit;
  return best ? assignUnit(booking, best, answerOf(acting)) : assignAnyUnit(booking, answerOf(acting));
}

/** `tried`: how the guest was to move in. */
function answerOf({ booking, state, showRefusal }: StayToActOn, tried?: CheckIn) {
  const onRefused = (problem: RefusedChange['problem']) =>
    showRefusal(refusedChange({ problem, booking, state, ...(tried && { tried }) }, showRefusal));
  return { onRefused };
}

/** Returns the menu of a stay. */
export function stayMenu(acting: StayToActOn): MenuItem[] {
  const { booking, state, showPanel } = acting;
  const { menu, actions } = messages().stay;
  const { status, balance } = booking;
  const { from } = daysOfStay(booking, state);
  const answer = answerOf(acting);
  const items: (MenuItem | false)[] = [
    rightsOf('messages').changes && {
      label: menu.message,
      icon: 'msg',
      keys: 'R',
      run: () => showPanel('reply'),
    },
    mayDo('take_payment') && {
      label: balance < 0 ? menu.refund : menu.payment,
      icon: 'card',
      run: () => showPanel('payment'),
    },
    mayDo('charge') && { label: actions.charge, icon: 'plus', run: () => showPanel('charge') },
    { label: menu.card, icon: 'print', run: () => printCard(booking, state) },
  ];
  const changes: (MenuItem | false)[] = [
    mayMove(booking) && { label: menu.move, icon: 'swap', keys: 'M', run: () => showPanel('move') },
    companionsItem(acting),
    status === 'confirmed' && {
      label: from > state.today ? menu.checkInEarly : actions.check_in,
      icon: 'in',
      run: () => doAction('check_in', acting),
    },
    status === 'checked_in' && {
      label: endsEarly(booking, state) ? menu.checkOutEarly : actions.check_out,
      icon: 'out',
      run: () => doAction('check_out', acting),
    },
    (status === 'checked_in' ||
      status === 'checked_out' ||
      status === 'no_show' ||
      status === 'cancelled') && {
      label: menu.takeBack[status],
      icon: 'undo',
      run: () => void takeBack(booking, answer),
    },
    status === 'confirmed' &&
      from <= state.today && {
        label: menu.noShow,
        icon: 'moon',
        run: () => showPanel('end'),
      },
    (status === 'confirmed' || status === 'held') && {
      label: menu.cancel,
      icon: 'ban',
      run: () => void cancelStay(booking, state),
    },
  ];
  const shown = (list: (MenuItem | false)[]) => list.filter((item) => item !== false);
  const allowed = mayDo('check_in') ? shown([...changes, ...groupItems(acting)]) : [];
  return allowed.length > 0 ? [...shown(items), 'line', ...allowed] : shown(items);
}

function companionsItem({ showPanel }: StayToActOn): MenuItem | false {
  const label = messages().stay.companions.change;
  return mayNameCompanions() && { label, icon: 'people', run: () => showPanel('companions') };
}

/** What can be done about the group of a stay. */
function groupItems({ booking, state, showPanel, showRefusal }: StayToActOn): (MenuItem | false)[] {
  const { group } = messages().stay;
  const { from, until } = daysOfStay(booking, state);
  const isInGroup = booking.group_id !== null;
  return [
    isOpen(booking.status) && {
      label: group.add,
      icon: 'plus',
      run: () =>
        openNewStay({
          from: Math.max(from, state.today),
          until,
          name: booking.name,
          groupWith: booking.order_id,
        }),
    },
    isOpen(booking.status) && {
      label: isInGroup ? group.joinOther : group.joinOne,
      icon: 'go',
      run: () => showPanel('join'),
    },
    isInGroup && {
      label: group.leave,
      icon: 'out',
      run: () => void leaveGroup(booking, answerOf({ booking, state, showPanel, showRefusal })),
    },
  ];
}
