// Fields of forms: the label above, help or what is wrong below, always joined to the control for screen readers, which read what is wrong at
// once: the focus may be on a button.
import { useSignal } from '@preact/signals';
import type { AriaAttributes, ComponentChildren } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import { classesOf } from './Button.tsx';
import { useFocus } from './focus.ts';
import { Icon } from './Icon.tsx';

type Labelled = {
  label: string;
  help?: string;
  /** what is wrong, and what to do */
  error?: string;
};

/** Kinds of input that take a line of text. The compiler knows each as a type of its own; here they differ in nothing. */
type InputType = 'text' | 'date' | 'time' | 'number' | 'email' | 'tel' | 'password' | 'search';

/** What the browser may fill in. */
type AutoFill =
  | 'off'
  | 'username'
  | 'username webauthn'
  | 'current-password'
  | 'new-password'
  | 'one-time-code'
  | 'organization'
  | 'name';

type InputProps = {
  type?: InputType;
  value?: string;
  name?: string;
  placeholder?: string;
  disabled?: boolean;
  required?: boolean;
  autoFocus?: boolean;
  autocomplete?: AutoFill;
  inputMode?: 'numeric' | 'decimal' | 'url';
  onInput?: (event: { currentTarget: HTMLInputElement }) => void;
  /** what the browser offers while the person types */
  suggestions?: readonly string[];
  /** takes the focus when it appears */
  takesFocus?: boolean;
  min?: string;
  maxLength?: number;
  onBlur?: () => void;
  onFocus?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** a state that the page of parts shows */
  shown?: 'focus';
};

/** A line of text, a date, a number: whatever `type` says. */
export function Field(props: Labelled & InputProps) {
  const { label, help, error, shown, type = 'text', suggestions, takesFocus = false, ...input } = props;
  const id = useId();
  const field = useFocus<HTMLInputElement>(takesFocus);
  return (
    <FieldFrame id={id} {...labelled(label, help, error)}>
      <input
        ref={field}
        id={id}
        type={type as 'text'}
        class={classesOf('input', error && 'bad', shown)}
        {...(suggestions && { list: `${id}-list` })}
        {...describedBy(id, help, error)}
        {...input}
      />
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </FieldFrame>
  );
}

type DateProps = Pick<InputProps, 'takesFocus' | 'disabled' | 'onFocus'> & {
  /** the last date that can be chosen */
  max?: string;
  /** a date, `2026-06-11` */
  value: string;
  /** the first date that can be chosen */
  min: string;
  /** what is wrong with an earlier one */
  tooEarly: string;
  onChoose: (date: string) => void;
};

/**
 * A date. While it is typed, its day and its year are others than those that are meant: dates before `min` are not passed on, and stay in
 * the field with what is wrong once it is left.
 */
export function DateField({ value, min, tooEarly, onChoose, onFocus, ...field }: Labelled & DateProps) {
  const typed = useSignal<string | null>(null);
  const isLeft = useSignal(false);
  const early = typed.value !== null && typed.value !== '' && typed.value < min;
  useEffect(() => {
    // Another field has moved `min`: then the date that stands here is the one that is meant.
    if (!isLeft.value || typed.value === null || typed.value === '' || early) return;
    onChoose(typed.value);
    typed.value = null;
  }, [min]);
  return (
    <Field
      {...field}
      {...(early && isLeft.value && { error: tooEarly })}
      type="date"
      min={min}
      value={typed.value ?? value}
      onFocus={() => {
        isLeft.value = false;
        onFocus?.();
      }}
      onInput={({ currentTarget: { value: date } }) => {
        typed.value = date;
        if (date !== '' && date >= min) onChoose(date);
      }}
      onBlur={() => {
        isLeft.value = true;
        if (!early) typed.value = null;
      }}
    />
  );
}

export type Option = { value: string; label: string };
type AreaProps = Pick<InputProps, 'value' | 'required' | 'maxLength'> & {
  rows: number;
  /** its place among several, as the attribute `data-index` */
  index?: number;
  onInput: (event: { currentTarget: HTMLTextAreaElement }) => void;
};

/** Several lines of text. */
export function TextArea({ label, help, error, index, ...area }: Labelled & AreaProps) {
  const id = useId();
  return (
    <FieldFrame id={id} {...labelled(label, help, error)}>
      <textarea
        id={id}
        class={classesOf('input', error && 'bad')}
        dir="auto"
        data-index={index}
        {...describedBy(id, help, error)}
        {...area}
      />
    </FieldFrame>
  );
}

type SelectProps = {
  value: string;
  disabled?: boolean;
  /** takes the focus when it appears */
  takesFocus?: boolean;
  onChange?: (event: { currentTarget: HTMLSelectElement }) => void;
};

/** One of a few choices. */
export function Select({
  label,
  help,
  error,
  options,
  value,
  takesFocus = false,
  ...select
}: Labelled & SelectProps & { options: readonly Option[] }) {
  const id = useId();
  const field = useFocus<HTMLSelectElement>(takesFocus);
  return (
    <FieldFrame id={id} {...labelled(label, help, error)}>
      <span class="select">
        <select
          ref={field}
          id={id}
          class={classesOf('input', error && 'bad')}
          {...describedBy(id, help, error)}
          {...select}
        >
          {options.map((one) => (
            <option key={one.value} value={one.value} selected={one.value === value}>
              {one.label}
            </option>
          ))}
        </select>
        <Icon name="updown" small />
      </span>
    </FieldFrame>
  );
}

/** An amount in one currency: the sign before it, the figures at the end. */
export function MoneyField({
  label,
  help,
  error,
  sign,
  takesFocus = false,
  ...input
}: Labelled & Omit<InputProps, 'type' | 'shown'> & { sign: string }) {
  const id = useId();
  const field = useFocus<HTMLInputElement>(takesFocus);
  return (
    <FieldFrame id={id} {...labelled(label, help, error)}>
      <span class={classesOf('input', error && 'bad')}>
        <span class="ink3" aria-hidden="true">
          {sign}
        </span>
        <input
          ref={field}
          id={id}
          class="bare num"
          inputMode="decimal"
          {...describedBy(id, help, error)}
          {...input}
        />
      </span>
    </FieldFrame>
  );
}

type CheckProps = {
  label: string;
  checked?: boolean;
  disabled?: boolean;
  onInput?: (event: { currentTarget: HTMLInputElement }) => void;
};

/** A box to tick. */
export function Check({ label, ...input }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" {...input} />
      {label}
    </label>
  );
}

/** One of several with the same `name`. */
export function Radio({ label, ...input }: CheckProps & { name: string }) {
  return (
    <label class="check">
      <input type="radio" {...input} />
      {label}
    </label>
  );
}

function FieldFrame({
  id,
  label,
  help,
  error,
  children,
}: Labelled & { id: string; children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {error ? (
        <span id={`${id}-help`} class="help bad" role="alert">
          <Icon name="warn" small />
          {error}
        </span>
      ) : (
        help && (
          <span id={`${id}-help`} class="help">
            {help}
          </span>
        )
      )}
    </div>
  );
}

function describedBy(id: string, help?: string, error?: string): AriaAttributes {
  return {
    ...((help ?? error) !== undefined && { 'aria-describedby': `${id}-help` }),
    ...(error !== undefined && { 'aria-invalid': true }),
  };
}

function labelled(label: string, help?: string, error?: string): Labelled {
  return { label, ...(help !== undefined && { help }), ...(error !== undefined && { error }) };
}
