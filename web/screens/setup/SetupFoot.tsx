// The end of a step of the setup: back to the step before, and on.
import type { ComponentChildren } from 'preact';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';

type SetupFootProps = {
  /** stand before its button */
  children?: ComponentChildren;
  /** it is being saved */
  disabled?: boolean;
  /** the address of the step before; absent = there is none */
  back?: string;
};

export function SetupFoot({ children, disabled = false, back }: SetupFootProps) {
  return (
    <footer class="setup-foot">
      {children}
      {back && (
        <a class="btn" href={back}>
          {messages().setup.back}
        </a>
      )}
      <Button type="submit" kind="primary" disabled={disabled}>
        {messages().setup.save}
      </Button>
    </footer>
  );
}
