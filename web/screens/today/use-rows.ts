// Which row of the queues is selected, which one shows a form or a refusal, and what its action does.
import { type Signal, useSignal } from '@preact/signals';
import { type DeskMessage, lastWaiting } from '../../desk/unanswered.ts';
import { messages } from '../../language.ts';
import type { ReplicaState } from '../../replica/state.ts';
import { openStay } from '../../shell/open-stay.ts';
import type { StayPanelId } from '../../stay/StayPanel.tsx';
import { doAction, mayDo, stayMenu } from '../../stay/stay-menu.ts';
import type { RefusedChange } from '../../stay/ways-on.ts';
import { type QueueRow, rowId } from './StayRow.tsx';

export type Rows = ReturnType<typeof useRows>;

/** `version`: of the stay that was refused; a refusal says nothing of what it is later. */
type Refused = { orderId: number; version: string; refused: RefusedChange };

/** The rows of the day: `chosen` by the person, the one whose form is open, the last refusal. */
type RowsState = {
  state: ReplicaState;
  unanswered: readonly DeskMessage[];
  chosen: Signal<number | null>;
  open: Signal<{ orderId: number; panel: StayPanelId } | null>;
  refusal: Signal<Refused | null>;
};

/** `onMove`: gets the row that was selected with the keyboard. */
export function useRows(
  state: ReplicaState,
  rows: readonly QueueRow[],
  unanswered: readonly DeskMessage[],
  onMove: (row: QueueRow) => void,
) {
  const shared: RowsState = {
    state,
    unanswered,
    chosen: useSignal<number | null>(null),
    open: useSignal<{ orderId: number; panel: StayPanelId } | null>(null),
    refusal: useSignal<Refused | null>(null),
  };
  const { chosen } = shared;
  const selected =
    rows.find(({ booking }) => booking.order_id === chosen.value) ?? rows.find(({ action }) => action);
  return {
    selected,
    move(step: 1 | -1) {
      const at = selected ? rows.indexOf(selected) : -1;
      const next = rows[Math.max(0, Math.min(rows.length - 1, at + step))];
      if (!next) return;
      chosen.value = next.booking.order_id;
      onMove(next);
      document.getElementById(rowId(next.booking.order_id))?.scrollIntoView({ block: 'nearest' });
    },
    actOnSelected: () => selected && act(selected, shared),
    writeToSelected: () => selected && mayDo('reply') && actingOn(selected, shared).showPanel('reply'),
    propsOf: (row: QueueRow) => propsOf(row, shared, row === selected),
    panelOf: (row: QueueRow) => panelOf(row, shared),
  };
}

/** Returns what actions of a row need. */
function actingOn({ booking }: QueueRow, { state, open, refusal }: RowsState) {
  return {
    booking,
    state,
    showPanel: (panel: StayPanelId) => {
      open.value = { orderId: booking.order_id, panel };
    },
    showRefusal: (refused: RefusedChange | null) => {
      refusal.value = refused && { orderId: booking.order_id, version: booking.updated_at, refused };
    },
  };
}

function act(row: QueueRow, shared: RowsState): void {
  shared.chosen.value = row.booking.order_id;
  shared.open.value = null;
  if (row.action && mayDo(row.action)) doAction(row.action, actingOn(row, shared));
}

function propsOf(row: QueueRow, shared: RowsState, isSelected: boolean) {
  const { booking, action } = row;
  const shown = shared.refusal.value;
  const isRefused = shown?.orderId === booking.order_id && shown.version === booking.updated_at;
  const open = {
    label: messages().inbox.openStay,
    icon: 'go' as const,
    keys: 'O',
    run: () => openStay(booking.order_id),
  };
  return {
    state: shared.state,
    action: action && mayDo(action) ? action : null,
    isSelected,
    refused: isRefused ? shown.refused : null,
    onSelect: () => {
      shared.chosen.value = booking.order_id;
    },
    onAct: () => act(row, shared),
    menu: [open, ...stayMenu(actingOn(row, shared))],
  };
}

/** Returns the form that is open below a row; null = none. */
function panelOf({ booking }: QueueRow, { state, unanswered, open }: RowsState) {
  if (open.value?.orderId !== booking.order_id) return null;
  const own = unanswered.filter(({ rid }) => rid === booking.order_id);
  const question = own[0]?.message ?? null;
  const waiting = lastWaiting(own);
  const onDone = () => {
    open.value = null;
  };
  return { panel: open.value.panel, booking, state, question, waiting, onDone };
}
