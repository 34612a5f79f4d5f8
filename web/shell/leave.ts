// Signing out, and asking who is next.
import { signOut } from '../desk/session.ts';
import { messages } from '../language.ts';
import { showToast } from '../parts/Toast.tsx';
import { goTo } from '../router.ts';

export async function leave(): Promise<void> {
  try {
    await signOut();
    goTo('/desk/signin');
  } catch {
    showToast({ text: messages().unreachable, refused: true });
  }
}
