// The list of keys that work now, made from the shortcuts of the screen.
import { shortcuts, shownKeys } from '../keys.ts';
import { messages } from '../language.ts';
import { IconButton } from '../parts/Button.tsx';
import { useModal } from '../parts/modal.ts';
import { isAt, place } from '../router.ts';

export function KeyList({ onClose }: { onClose: () => void }) {
  const dialog = useModal(onClose);
  const { close, keys } = messages();
  return (
    <dialog ref={dialog} class="dialog keys" aria-label={keys.title}>
      <div class="dialog-page">
        <h2 class="t16 b">{keys.title}</h2>
        <IconButton icon="x" label={close} onClick={onClose} />
        {isAt(place().path, '/desk/calendar') && <p class="ink2">{keys.bars}</p>}
        <dl>
          {shortcuts.value.map(({ keys: pressed, label }) => (
            <div key={pressed}>
              <dt>{label}</dt>
              <dd>
                <kbd>{shownKeys(pressed)}</kbd>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </dialog>
  );
}
