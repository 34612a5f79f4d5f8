// What floats above the rows of the tape chart: the proposed nights of a stay with what dropping it means, or nights that are drawn.
import type { ComponentChildren } from 'preact';
import { boxOfBar, COLUMN, LINE, type NightSpan, xOfNight } from './geometry.ts';
import type { ChartLayout } from './rows.ts';
import type { TapeBar } from './tape.tsx';
import { boxOfProposal } from './tape-drag.tsx';
import type { DrawnNights, TapeDrag } from './tape-edits.ts';
import type { Viewport } from './window.ts';

/** What dropping a stay where it is means; `alert`: it cannot be dropped there. */
export type DragCard = { look: '' | 'alert'; title: ComponentChildren; text: ComponentChildren };

type OverlayProps = {
  layout: ChartLayout<TapeBar>;
  range: NightSpan;
  /** the visible part of the rows */
  view: Viewport;
  drag: TapeDrag;
  card: DragCard | null;
};

/** Pixels that the card needs at least, and its height. */
const CARD_WIDTH = 300;
const CARD_HEIGHT = 48;

export function DragOverlay({ layout, range, view, drag, card }: OverlayProps) {
  const box = boxOfProposal(layout, drag.stay, range);
  const width = Math.min(Math.max(CARD_WIDTH, box.width), view.width - 16);
  const x = clamp(box.x, view.left + 8, view.left + view.width - width - 8);
  const isLow = box.y + LINE + CARD_HEIGHT > view.top + view.height;
  const y = isLow ? box.y - CARD_HEIGHT - 2 : box.y + LINE - 1;
  return (
    <div aria-hidden="true">
      <div
        class={`tape-drag-target ${card?.look ?? ''}`}
        style={{
          insetInlineStart: place(box.x),
          insetBlockStart: `${box.y + 2}px`,
          inlineSize: `${box.width}px`,
        }}
      >
        {drag.bar.label}
      </div>
      {card && (
        <div
          class={`tape-drag-card ${card.look}`}
          style={{ insetInlineStart: place(x), insetBlockStart: `${y}px`, inlineSize: `${width}px` }}
        >
          <div class="row">{card.title}</div>
          <div>{card.text}</div>
        </div>
      )}
    </div>
  );
}

/** Tints the days of what is dragged, behind the rows. */
export function DragDays({ drag, range }: Pick<OverlayProps, 'drag' | 'range'>) {
  const { from, until } = spanOf(drag);
  return (
    <div
      class="tape-drag-days"
      style={{
        insetInlineStart: place(xOfNight(from, range.from)),
        inlineSize: `${(until - from) * COLUMN}px`,
      }}
    />
  );
}

export function DrawOverlay({ drawn, range }: { drawn: DrawnNights; range: NightSpan }) {
  const { x, width } = boxOfBar(drawn, 0, range);
  return (
    <div
      class="tape-drag-target"
      style={{
        insetInlineStart: place(x),
        insetBlockStart: `${drawn.row.top + 2}px`,
        inlineSize: `${width}px`,
      }}
    >
      {drawn.until - drawn.from}
    </div>
  );
}

/** The nights that are proposed. */
function spanOf({ stay: { proposal, stay } }: TapeDrag): NightSpan {
  return proposal.kind === 'split' ? { from: proposal.at, until: stay.until } : proposal;
}

function place(x: number): string {
  return `calc(var(--row-head) + ${x}px)`;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
