// The code of a second factor: a form that signs in asks for it once the server does.
import { useSignal } from '@preact/signals';
import { ServerRefusal } from '../desk/server.ts';
import { messages } from '../language.ts';
import { CodeField } from '../parts/CodeField.tsx';

/** Returns the field, what it adds to the request, and what a refusal does to it. */
export function useSignInCode() {
  const code = useSignal<string | null>(null);
  const error = useSignal<string | null>(null);
  const { signin } = messages();
  return {
    /** to send with the name or the link */
    credentials: () => (code.peek() ? { code: code.peek()! } : {}),
    /** Returns whether a refusal is about the code. If so it is asked for. */
    takes(refusal: unknown): boolean {
      if (!(refusal instanceof ServerRefusal)) return false;
      const { code: problem, detail } = refusal.problem;
      if (problem !== 'code_required' && problem !== 'code_refused') return false;
      error.value = problem === 'code_refused' ? detail : null;
      code.value = '';
      return true;
    },
    /** another name may have no second factor */
    forget() {
      code.value = null;
      error.value = null;
    },
    /** null = it is not asked for */
    field: code.value !== null && (
      <CodeField label={signin.code} help={signin.codeHelp} code={code} error={error} />
    ),
  };
}
