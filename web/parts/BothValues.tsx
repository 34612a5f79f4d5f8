// Two people changed the same field: both values, and which one stays.
import { messages } from '../language.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import './both-values.css';

type BothValuesProps = {
  mine: string;
  theirs: string;
  /** both can stay, one below the other */
  canJoin?: boolean;
  onDecide: (text: string) => void;
};

export function BothValues({ mine, theirs, canJoin = false, onDecide }: BothValuesProps) {
  const { edit } = messages().stay;
  return (
    <div class="both-values" role="alert">
      <p class="row warn">
        <Icon name="warn" small /> {edit.changedMeanwhile}
      </p>
      <dl>
        <dt>{edit.theirs}</dt>
        <dd>{theirs || edit.empty}</dd>
        <dt>{edit.mine}</dt>
        <dd>{mine || edit.empty}</dd>
      </dl>
      <div class="row">
        <Button small onClick={() => onDecide(mine)}>
          {edit.takeMine}
        </Button>
        <Button small onClick={() => onDecide(theirs)}>
          {edit.takeTheirs}
        </Button>
        {canJoin && (
          <Button small onClick={() => onDecide([theirs, mine].filter(Boolean).join('\n'))}>
            {edit.takeBoth}
          </Button>
        )}
      </div>
    </div>
  );
}

type BothOfProps<T, Name extends keyof T> = {
  name: Name;
  /** the record as it is now */
  now: T;
  /** what the form holds, and what it does with a decision */
  edits: { values: T; conflicts: readonly (keyof T)[]; decide: (name: Name, value: T[Name]) => void };
  /** a value of the member as people read it */
  shownAs: (values: T) => string;
};

/** Both values of a member of a form that somebody else has changed too; nothing while only one has. */
export function BothOf<T, Name extends keyof T>({ name, now, edits, shownAs }: BothOfProps<T, Name>) {
  if (!edits.conflicts.includes(name)) return null;
  const [mine, theirs] = [shownAs(edits.values), shownAs(now)];
  const decide = (text: string) => edits.decide(name, (text === theirs ? now : edits.values)[name]);
  return <BothValues mine={mine} theirs={theirs} onDecide={decide} />;
}
