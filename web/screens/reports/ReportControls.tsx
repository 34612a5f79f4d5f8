// The range of a report, what its rows stand for, and the moment as of which it is shown.
import type { ComponentChildren } from 'preact';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { MomentField } from '../../parts/MomentField.tsx';
import type { Asked } from './asked.ts';
import type { ReportKind } from './report-kinds.ts';

type ReportControlsProps = {
  kind: ReportKind;
  asked: Asked;
  onAsk: (changes: Partial<Asked>) => void;
  timezone: string;
  children: ComponentChildren;
};

export function ReportControls({ kind, asked, onAsk, timezone, children }: ReportControlsProps) {
  const texts = messages().reports;
  const storeAs =
    (name: keyof Asked) =>
    ({ currentTarget }: { currentTarget: { value: string } }) => {
      // A day that is half typed is empty.
      if (currentTarget.value) onAsk({ [name]: currentTarget.value });
    };
  const chooseAs = (name: 'asOf' | 'since') => (local: string) => onAsk({ [name]: local });
  const { first, last, by, dates, asOf, since } = asked;
  if (kind.ofAllDays) return <div class="report-controls">{children}</div>;
  return (
    <>
      <div class="report-controls">
        <label class="row">
          <span class="ink2">{texts.from}</span>
          <input type="date" class="input" value={first} onChange={storeAs('first')} />
        </label>
        <label class="row">
          <span class="ink2">{texts.until}</span>
          <input type="date" class="input" value={last} min={first} onChange={storeAs('last')} />
        </label>
        {kind.dates.length > 0 && (
          <Options label={texts.counts} names={kind.dates} value={dates} onChange={storeAs('dates')} />
        )}
        {kind.groups.length > 0 && (
          <Options label={texts.by} names={kind.groups} value={by} onChange={storeAs('by')} />
        )}
        {children}
      </div>
      <div class={asOf || since ? 'report-controls moments past' : 'report-controls moments'}>
        <span class="row moment">
          <Icon name="history" />
          <span class="m nowrap">{texts.asOf}</span>
          <MomentField timezone={timezone} label={texts.asOf} local={asOf} onChoose={chooseAs('asOf')} />
        </span>
        {kind.hasSince && (
          <span class="row moment">
            <span class="ink2 nowrap">{texts.since}</span>
            <MomentField timezone={timezone} label={texts.since} local={since} onChoose={chooseAs('since')} />
          </span>
        )}
        {asOf || since ? (
          <Button onClick={() => onAsk({ asOf: '', since: '' })}>{texts.now}</Button>
        ) : (
          <span class="ink3">{texts.isNow}</span>
        )}
      </div>
    </>
  );
}

type OptionsProps = {
  label: string;
  names: readonly string[];
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
};

function Options({ label, names, value, onChange }: OptionsProps) {
  const { options } = messages().reports;
  return (
    <label class="row">
      <span class="ink2 nowrap">{label}</span>
      <span class="select">
        <select class="input" value={value} onChange={onChange}>
          {names.map((name) => (
            <option key={name} value={name} selected={name === value}>
              {options[name as keyof typeof options]}
            </option>
          ))}
        </select>
        <Icon name="updown" small />
      </span>
    </label>
  );
}
