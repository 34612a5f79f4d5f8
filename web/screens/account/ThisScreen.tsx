// Whether several people share this screen, and after which time it locks.
import { useSignal } from '@preact/signals';
import { ServerRefusal } from '../../desk/server.ts';
import {
  chooseLockMinutes,
  endSharing,
  lockMinutes,
  screenUsers,
  shareScreen,
} from '../../desk/shared-screen.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Select } from '../../parts/Field.tsx';
import { showToast } from '../../parts/Toast.tsx';

/** Choices of minutes without use; 0 = never. */
const MINUTES = [0, 1, 2, 5, 10, 15, 30];

export function ThisScreen() {
  const { account, unreachable } = messages();
  const isBusy = useSignal(false);
  const isShared = screenUsers.value !== null;
  const change = async () => {
    isBusy.value = true;
    try {
      await (isShared ? endSharing() : shareScreen());
    } catch (error) {
      const text = error instanceof ServerRefusal ? error.problem.detail : unreachable;
      showToast({ text, refused: true });
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <section>
      <h2>{account.thisScreen}</h2>
      <p class="ink2">{isShared ? account.isShared : account.shareAbout}</p>
      {isShared && (
        <div class="lock-choice">
          <Select
            label={account.lockAfter}
            value={String(lockMinutes.value)}
            options={MINUTES.map((minutes) => ({
              value: String(minutes),
              label: minutes === 0 ? account.lockNever : account.lockMinutes(minutes),
            }))}
            onChange={({ currentTarget }) => chooseLockMinutes(Number(currentTarget.value))}
          />
        </div>
      )}
      <Button disabled={isBusy.value} onClick={() => void change()}>
        {isShared ? account.endSharing : account.share}
      </Button>
    </section>
  );
}
