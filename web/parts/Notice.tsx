// Empty, loading and exceptional states.
import type { ComponentChildren } from 'preact';
import { Button, classesOf } from './Button.tsx';
import { Icon, type IconName } from './Icon.tsx';
import { State, type Urgency } from './Mark.tsx';

/** What stands where a list has no entry: that it is so, and what to do. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="m ink">{title}</p>
      {children}
    </div>
  );
}

type FailedProps = {
  title: string;
  children: ComponentChildren;
  action: { label: string; run: () => void };
};

/** What stands where something could not be shown: that it is so, what is kept, and the way on. */
export function Failed({ title, children, action }: FailedProps) {
  return (
    <div class="empty" role="alert">
      <State icon="warn" urgency="alert">
        {title}
      </State>
      <p>{children}</p>
      <Button icon="again" onClick={action.run}>
        {action.label}
      </Button>
    </div>
  );
}

const WIDTHS = ['w55', 'w80', 'w68', 'w72'];

/** Bars where text will be. They do not move, and appear after 300 ms. */
export function Skeleton({ lines, label }: { lines: number; label: string }) {
  return (
    <div class="skeleton" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} class={classesOf('skel', WIDTHS[line % WIDTHS.length])} />
      ))}
    </div>
  );
}

type BannerProps = {
  urgency?: Urgency;
  icon: IconName;
  children: ComponentChildren;
  action?: ComponentChildren;
};

/** A line above a screen about something that concerns all of it. */
export function Banner({ urgency, icon, children, action }: BannerProps) {
  return (
    <div class={classesOf('banner', urgency)}>
      <Icon name={icon} />
      <span class="grow">{children}</span>
      {action}
    </div>
  );
}
