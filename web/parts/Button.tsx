// Buttons. One button of the screen is `primary`: what the person does next.
import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { Icon, type IconName } from './Icon.tsx';

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'class' | 'icon'> & {
  /** `primary`: the next action of the screen; `next`: that of a row; `quiet`: without a border */
  kind?: 'plain' | 'primary' | 'next' | 'quiet' | 'danger';
  /** for rows */
  small?: boolean;
  icon?: IconName;
  /** the keys that do the same */
  keys?: string;
  /** a state that the page of parts shows */
  shown?: 'hover' | 'focus';
  children?: ComponentChildren;
};

export function Button(props: ButtonProps) {
  const { kind = 'plain', small, icon, keys, shown, children, type = 'button', ...rest } = props;
  return (
    <button type={type} class={classesOf('btn', kind, small && 's', shown)} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
      {keys && <kbd>{keys}</kbd>}
    </button>
  );
}

/** A button with an icon alone; `label` is its name. */
export function IconButton(props: ButtonProps & { icon: IconName; label: string }) {
  const { kind = 'quiet', small, icon, label, shown, keys: _, type = 'button', ...rest } = props;
  return (
    <button
      type={type}
      class={classesOf('btn icon', kind, small && 's', shown)}
      aria-label={label}
      title={label}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Joins the classes that apply. */
export function classesOf(...classes: (string | false | undefined | null)[]): string {
  return classes.filter((one) => one && one !== 'plain').join(' ');
}
