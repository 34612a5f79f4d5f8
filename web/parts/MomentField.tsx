// A field for a moment that has been, with the clock of the property. It is taken when the focus leaves the field, or with Enter: somebody who
// types a year passes through others.
import { useEffect } from 'preact/hooks';
import { localOfMoment } from '../days.ts';
import { useFocus } from './focus.ts';

type MomentFieldProps = {
  timezone: string;
  /** as the field has it: `2026-06-11T14:30`, or '' = none */
  local: string;
  onChoose: (local: string) => void;
  label: string;
  takesFocus?: boolean;
};

export function MomentField({ timezone, local, onChoose, label, takesFocus = false }: MomentFieldProps) {
  const field = useFocus<HTMLInputElement>(takesFocus);
  useEffect(() => {
    // Only another moment replaces what is typed: the house goes on meanwhile.
    field.current!.value = local;
  }, [local]);
  const choose = () => {
    const { value, validity } = field.current!;
    // Half typed, it is empty.
    if (value !== local && !validity.badInput) onChoose(value);
  };
  return (
    <input
      ref={field}
      class="input"
      type="datetime-local"
      aria-label={label}
      defaultValue={local}
      max={localOfMoment(new Date().toISOString(), timezone)}
      onBlur={choose}
      onKeyDown={({ key }) => key === 'Enter' && choose()}
    />
  );
}
