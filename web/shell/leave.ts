// Signing out, and asking who is next.
import { signOut } from '../desk/session.ts';
import { goTo } from '../router.ts';

export async function leave(): Promise<void> {
  await signOut();
  goTo('/desk/signin');
}
