// What the tape chart paints of a moment of the past: everything as it was or, compared with now, what came, went and was moved since.
import type { BarLook, TapeBar, TapeData } from '../../chart/tape.tsx';
import { messages } from '../../language.ts';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import type { ReplicaState } from '../../replica/state.ts';
import { type ChangeSums, compareBars } from './past-changes.ts';
import { type Chosen, tapeDataOf } from './tape-data.tsx';

/** Begins the id of a bar of now. */
const NOW = 'now-';

/** Returns the booking of a bar, and whether the bar is one of now; null for closures. */
export function stayOfBar(barId: string): { orderId: number; isOfNow: boolean } | null {
  const [, now, orderId] = /^(now-)?stay-(\d+)-/.exec(barId) ?? [];
  return orderId === undefined ? null : { orderId: Number(orderId), isOfNow: now !== undefined };
}

/** Returns what is painted of the past. Nothing of it can be dragged. */
export function pastTapeData(past: ReplicaState, chosen: Chosen): TapeData {
  const data = tapeDataOf(past, { chosen, canChange: false, proposals: [] });
  // Only stays can be looked at.
  return { ...data, bars: data.bars.map((bar) => (stayOfBar(bar.id) ? bar : { ...bar, opens: false })) };
}

/** Returns the same with what is different now, and the sums. Stays that have not changed are pale. */
export function comparedTapeData(
  past: ReplicaState,
  now: ReplicaState,
  chosen: Chosen,
): { data: TapeData; sums: ChangeSums } {
  const [data, present] = [past, now].map((state) => pastTapeData(state, chosen)) as [TapeData, TapeData];
  const changes = compareBars(data.bars, present.bars, past);
  const before = data.bars.map((bar) => {
    const mark = changes.past.get(bar.id)!;
    return mark === 'same' ? unchanged(bar) : marked(bar, mark);
  });
  const since = present.bars.flatMap((bar) => {
    const mark = changes.now.get(bar.id);
    return mark ? [{ ...marked(bar, mark), id: `${NOW}${bar.id}` }] : [];
  });
  return { data: { ...data, bars: [...before, ...since] }, sums: changes.sums };
}

function unchanged(bar: TapeBar): TapeBar {
  if (bar.look === 'closed') return bar;
  const name = bar.hint === '' ? bar.name : bar.name.replace(`, ${bar.hint}`, '');
  return { ...bar, look: 'past', icon: null, hint: '', aside: '', name };
}

type Mark = 'came' | 'gone' | 'former' | 'moved';

const ICONS: Record<Mark, IconName> = { came: 'plus', gone: 'x', former: 'go', moved: 'in' };

function marked(bar: TapeBar, mark: Mark): TapeBar {
  const hint = messages().calendar.past.marks[mark];
  const plain = unchanged(bar);
  const look: BarLook = mark;
  return { ...plain, look, icon: <Icon name={ICONS[mark]} small />, hint, name: `${plain.name}, ${hint}` };
}
