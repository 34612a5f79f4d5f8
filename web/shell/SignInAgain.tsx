// Asks a person whose session has ended to sign in, above the screen, which stays as it is.
import { useEffect, useRef } from 'preact/hooks';
import { person } from '../desk/session.ts';
import { screenUsers } from '../desk/shared-screen.ts';
import { messages } from '../language.ts';
import { PinForm } from './PinForm.tsx';
import { SignInForm } from './SignInForm.tsx';

/** It cannot be closed: nothing on the screen works until somebody signs in. */
export function SignInAgain() {
  const { signin } = messages();
  const user = screenUsers.value?.find((one) => one.user_id === person.peek()?.user_id);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current!.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog signin-again"
      aria-label={signin.ended}
      onCancel={(event) => event.preventDefault()}
    >
      <h2 class="t20 b">{signin.ended}</h2>
      <p class="ink2">{signin.nothingLost}</p>
      {user ? (
        <PinForm user={user} onDone={() => {}} />
      ) : (
        <SignInForm name={person.peek()?.name ?? ''} onDone={() => {}} />
      )}
    </dialog>
  );
}
