// The menu of the calendar: what can be done with a stay, a closure, free nights or a unit.
import type { ProposalRecord } from '../../../src/api/proposal-records.ts';
import type { DrawnNights, MenuTarget } from '../../chart/tape-edits.ts';
import { makeOrKeep } from '../../desk/changes.ts';
import { rightsOf } from '../../desk/property.ts';
import { closeUnit, conditionRequest, endClosure } from '../../desk/unit-changes.ts';
import { formatDay } from '../../format.ts';
import { messages } from '../../language.ts';
import { FloatingMenu, type MenuItem } from '../../parts/Menu.tsx';
import { approve, decidesProposals, decline } from '../../proposals/proposals.ts';
import type { DeskClosure, DeskUnit, ReplicaState } from '../../replica/state.ts';
import { openNewStay, openStay } from '../../shell/open-stay.ts';
import { assignBest, barOf } from './use-stay-drag.tsx';

export type OpenedMenu = { at: { x: number; y: number } } & (
  | { target: MenuTarget }
  | { drawn: DrawnNights }
  | { proposal: ProposalRecord }
);

type CalendarMenuProps = {
  state: ReplicaState;
  opened: OpenedMenu;
  onClose: () => void;
  /** begins to move or split the stay with the keyboard on it */
  onBegin: (grip: 'move' | 'split') => void;
};

export function CalendarMenu({ state, opened, onClose, onBegin }: CalendarMenuProps) {
  const isProposal = 'proposal' in opened;
  const label = isProposal ? messages().proposals.menu : messages().calendar.menu.label;
  const items = isProposal
    ? itemsOfProposal(opened.proposal)
    : 'drawn' in opened
      ? itemsOfNights(state, opened.drawn)
      : itemsOf(state, opened.target, onBegin);
  return <FloatingMenu at={opened.at} label={label} items={items} onClose={onClose} />;
}

function itemsOfProposal(proposal: ProposalRecord): MenuItem[] {
  const texts = messages().proposals;
  const { order_id: order, problem } = proposal;
  const disabled = !decidesProposals();
  return [
    {
      label: problem ? texts.again : texts.approve,
      icon: 'check',
      keys: '↵',
      disabled,
      run: () => approve(proposal),
    },
    {
      label: problem ? texts.putAway : texts.decline,
      icon: 'x',
      keys: '⌫',
      disabled,
      run: () => decline(proposal),
    },
    ...(order === null
      ? []
      : (['line', { label: texts.open, icon: 'right', run: () => openStay(order) }] satisfies MenuItem[])),
  ];
}

function itemsOf(
  state: ReplicaState,
  { row, bar, night }: MenuTarget,
  onBegin: CalendarMenuProps['onBegin'],
): MenuItem[] {
  const span = bar && barOf(state, bar);
  if (span?.closureId) return itemsOfClosure(state, state.closures.get(span.closureId));
  if (bar && span?.orderId)
    return itemsOfStay(state, { orderId: span.orderId, isHeldBy: bar.drag !== null }, onBegin);
  const from = night ?? state.today;
  const nights = itemsOfNights(state, { row, from, until: from + 1 });
  const unit = row.unitId === null ? undefined : state.units.get(row.unitId);
  const more = unit && rightsOf('housekeeping').changes ? itemsOfUnit(unit) : [];
  return more.length === 0 ? nights : [...nights, 'line', ...more];
}

function itemsOfStay(
  state: ReplicaState,
  { orderId, isHeldBy }: { orderId: number; isHeldBy: boolean },
  onBegin: CalendarMenuProps['onBegin'],
): MenuItem[] {
  const texts = messages().calendar.menu;
  const booking = state.bookings.get(orderId);
  const open: MenuItem = { label: texts.open, icon: 'right', keys: '↵', run: () => openStay(orderId) };
  if (!booking || !isHeldBy) return [open];
  const isFree = booking.unit_id === null && booking.unit_nights === null;
  return [
    open,
    'line',
    { label: texts.move, icon: 'swap', keys: 'M', run: () => onBegin('move') },
    { label: texts.split, icon: 'split', keys: 'S', run: () => onBegin('split') },
    ...(isFree
      ? [{ label: texts.assign, icon: 'bed' as const, keys: 'A', run: () => assignBest(booking) }]
      : []),
  ];
}

function itemsOfNights({ today }: ReplicaState, { row, from, until }: DrawnNights): MenuItem[] {
  const { menu, nights } = messages().calendar;
  const { roomId, unitId } = row;
  const first = Math.max(from, today);
  const isOver = until <= today;
  const given = { from: first, until, roomId, ...(unitId !== null && { unitId }) };
  const book: MenuItem[] = rightsOf('bookings:write').changes
    ? [
        {
          label: `${menu.book} · ${nights(until - first)}`,
          icon: 'plus',
          disabled: isOver,
          run: () => openNewStay(given),
        },
      ]
    : [];
  if (unitId === null || !rightsOf('housekeeping').changes) return book;
  const close = (kind: 'out_of_order' | 'out_of_service') => () =>
    void closeUnit(
      { unitId, kind, from: first, until },
      menu.isClosed(row.name, formatDay(first), formatDay(until - 1)),
    );
  return [
    ...book,
    { label: menu.outOfOrder, icon: 'wrench', disabled: isOver, run: close('out_of_order') },
    { label: menu.outOfService, icon: 'moon', disabled: isOver, run: close('out_of_service') },
  ];
}

function itemsOfClosure({ today }: ReplicaState, closure: DeskClosure | undefined): MenuItem[] {
  const { menu } = messages().calendar;
  if (!closure || !rightsOf('housekeeping').changes) return [];
  return [
    { label: menu.reopen, icon: 'again', run: () => endClosure(closure, today, menu.isOpen(closure.unit)) },
  ];
}

const CONDITIONS = ['clean', 'inspected', 'dirty'] as const;

function itemsOfUnit(unit: DeskUnit): MenuItem[] {
  const { name, condition } = unit;
  const { conditions, isNow } = messages().calendar.menu;
  return CONDITIONS.map((wanted) => ({
    label: conditions[wanted],
    checked: wanted === condition,
    run: () =>
      void makeOrKeep({
        done: isNow(name, conditions[wanted]),
        request: conditionRequest(unit, wanted),
        undo: () => conditionRequest(unit, condition),
      }),
  }));
}
