// Asks a person whose session has ended to sign in, above the screen, which stays as it is.
import { useEffect, useRef } from 'preact/hooks';
import { person } from '../desk/session.ts';
import { messages } from '../language.ts';
import { SignInForm } from './SignInForm.tsx';

/** It cannot be closed: nothing on the screen works until somebody signs in. */
export function SignInAgain() {
  const { signin } = messages();
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
      <SignInForm name={person.peek()?.name ?? ''} onDone={() => {}} />
    </dialog>
  );
}
