// One of the three queues of the day.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { StayPanel } from '../../stay/StayPanel.tsx';
import { type QueueRow, StayRow } from './StayRow.tsx';
import type { Rows } from './use-rows.ts';

type QueueProps = {
  title: string;
  rows: readonly QueueRow[];
  list: Rows;
  /** at the end of the head */
  about: ComponentChildren;
  /** instead of the rows, where there are none */
  empty: ComponentChildren;
  /** on a phone, one queue is shown at a time */
  isShown: boolean;
  children?: ComponentChildren;
};

export function Queue({ title, rows, list, about, empty, isShown, children }: QueueProps) {
  const id = useId();
  return (
    <section class={isShown ? 'queue' : 'queue other'} aria-labelledby={id}>
      <header>
        <h2 id={id} class="t16 b">
          {title}
        </h2>
        <span class="t16 ink3">{rows.length}</span>
        <span class="end t12 ink3">{about}</span>
      </header>
      {rows.length === 0 ? <div class="queue-empty">{empty}</div> : <QueueRows rows={rows} list={list} />}
      {children}
    </section>
  );
}

/** Rows with their next action, and the form that is open below one of them. */
export function QueueRows({ rows, list }: Pick<QueueProps, 'rows' | 'list'>) {
  return (
    <ul>
      {rows.map((row) => {
        const panel = list.panelOf(row);
        return (
          <StayRow
            key={row.booking.order_id}
            {...row}
            {...list.propsOf(row)}
            panel={panel && <StayPanel {...panel} />}
          />
        );
      })}
    </ul>
  );
}
