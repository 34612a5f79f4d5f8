<<<<<<< HEAD
// Signing out, and asking who is next.
=======
// Signing out, from the menu of the person and from the search.
>>>>>>> 5d54af2d (Show what waits in the rail, and do more by the search)
import { signOut } from '../desk/session.ts';
import { messages } from '../language.ts';
import { showToast } from '../parts/Toast.tsx';
import { goTo } from '../router.ts';

<<<<<<< HEAD
=======
/** Signs out, and asks who is next. */
>>>>>>> 5d54af2d (Show what waits in the rail, and do more by the search)
export async function leave(): Promise<void> {
  try {
    await signOut();
    goTo('/desk/signin');
  } catch {
    showToast({ text: messages().unreachable, refused: true });
  }
}
