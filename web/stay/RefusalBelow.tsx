// Why a change was not made, and the ways on.
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import type { RefusedChange } from './ways-on.ts';

export function RefusalBelow({ problem, ways }: RefusedChange) {
  return (
    <div class="refusal" role="alert">
      <Icon name="warn" small />
      <span class="grow">{problem.detail}</span>
      {ways.map(({ label, run }) => (
        <Button key={label} small onClick={run}>
          {label}
        </Button>
      ))}
    </div>
  );
}
