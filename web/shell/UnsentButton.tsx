// The count of changes that are not sent, in the head of every screen; it opens their list.
import { messages } from '../language.ts';
import { unsent } from '../outbox/outbox.ts';
import { classesOf } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { showingUnsent } from './showing-unsent.ts';

export function UnsentButton() {
  const changes = unsent.value;
  if (changes.length === 0) return null;
  const isRefused = changes.some(({ problem }) => problem !== null);
  const text = messages().unsent.count(changes.length);
  return (
    <button
      type="button"
      class={classesOf('unsent', isRefused && 'refused')}
      aria-label={text}
      onClick={() => {
        showingUnsent.value = 'list';
      }}
    >
      <Icon name={isRefused ? 'warn' : 'clock'} small />
      <span class="long">{text}</span>
      <span class="short">{changes.length}</span>
    </button>
  );
}
