// Asks for the PIN of the person who takes a shared screen over, above the screen of the person before.
import { type ScreenUser, switchingTo } from '../desk/shared-screen.ts';
import { messages } from '../language.ts';
import { IconButton } from '../parts/Button.tsx';
import { useModal } from '../parts/modal.ts';
import { PinForm } from './PinForm.tsx';

export function SwitchDialog({ user }: { user: ScreenUser }) {
  const { signin, close } = messages();
  const end = () => {
    switchingTo.value = null;
  };
  const dialog = useModal(end);
  return (
    <dialog ref={dialog} class="dialog signin-again" aria-label={signin.switchTo(user.name)}>
      <div class="row">
        <h2 class="t20 b grow cut">{signin.switchTo(user.name)}</h2>
        <IconButton icon="x" label={close} onClick={end} />
      </div>
      <PinForm user={user} onDone={end} />
    </dialog>
  );
}
