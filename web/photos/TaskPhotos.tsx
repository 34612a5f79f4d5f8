// The photos of a task: small ones in a row, and one of them large in a dialog.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isLive, rightsOf } from '../desk/property.ts';
import { person } from '../desk/session.ts';
import { messages } from '../language.ts';
import { waitingImage } from '../outbox/outbox.ts';
import { Button, classesOf, IconButton } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { useModal } from '../parts/modal.ts';
import { Toasts } from '../parts/Toast.tsx';
import type { DeskTask } from '../replica/state.ts';
import { taskName } from '../stay/task-name.ts';
import { photoPath, removePhoto } from './photo-changes.ts';
import './photos.css';
import { addressOf } from './image.ts';

type PhotoTask = Pick<DeskTask, 'task_id' | 'task_name' | 'unit' | 'photos'>;

/** The photos of a task; a touch shows one large. `isShort`: only the first, with their number. Nothing, if it has none. */
export function TaskPhotos({ task, isShort = false }: { task: PhotoTask; isShort?: boolean }) {
  const large = useSignal<number | null>(null);
  const { photos } = task;
  const hasNone = photos.length === 0;
  useEffect(() => {
    // The next one does not open by itself.
    if (hasNone) large.value = null;
  }, [hasNone]);
  if (hasNone) return null;
  const shown = isShort ? photos.slice(0, 1) : photos;
  return (
    <span class={classesOf('photos', isShort && 'short')}>
      {shown.map(({ photo_id: id }, place) => (
        <button
          key={id}
          type="button"
          class="photo"
          onClick={() => {
            large.value = place;
          }}
        >
          <Photo task={task} place={place} />
          {isShort && photos.length > 1 && (
            <span class="photo-count" aria-hidden="true">
              {photos.length}
            </span>
          )}
        </button>
      ))}
      {large.value !== null && (
        <LargePhoto
          task={task}
          place={Math.min(large.value, photos.length - 1)}
          onShow={(place) => {
            large.value = place;
          }}
          onClose={() => {
            large.value = null;
          }}
        />
      )}
    </span>
  );
}

/** Returns what a photo shows, in words. */
function aboutPhoto({ task_name: name, unit, photos }: PhotoTask, place: number): string {
  const about = [taskName(name), unit].filter(Boolean).join(', ');
  return messages().housekeeping.photo(place + 1, photos.length, about);
}

type PhotoProps = { task: PhotoTask; place: number; isLarge?: boolean };

/** A photo from the server, or from this device while it waits to be sent; without the network a place that says so. */
function Photo({ task, place, isLarge = false }: PhotoProps) {
  const texts = messages().housekeeping;
  const { photo_id: id } = task.photos[place]!;
  const image = id < 0 ? waitingImage(id) : null;
  const isMissing = useSignal(false);
  const isReachable = isLive.value;
  const signedIn = person.value;
  useEffect(() => {
    // Somebody has signed in again, too.
    if (isReachable) isMissing.value = false;
  }, [isReachable, signedIn, id]);
  const about = aboutPhoto(task, place);
  if (isMissing.value || (id < 0 && image === null))
    return (
      <span class="photo-none" role="img" aria-label={`${about}. ${texts.photoNeedsNetwork}`}>
        <Icon name="offline" />
        {isLarge && <span>{texts.photoNeedsNetwork}</span>}
      </span>
    );
  return (
    <>
      <img
        src={image === null ? photoPath(task.task_id, id) : addressOf(image)}
        alt={about}
        decoding="async"
        onError={() => {
          isMissing.value = true;
        }}
      />
      {image !== null && (
        <span class="photo-waits">
          <Icon name="clock" small label={texts.photoWaits} />
          {isLarge && <span aria-hidden="true">{texts.photoWaits}</span>}
        </span>
      )}
    </>
  );
}

type LargeProps = { task: PhotoTask; place: number; onShow: (place: number) => void; onClose: () => void };

function LargePhoto({ task, place, onShow, onClose }: LargeProps) {
  const texts = messages().housekeeping;
  const dialog = useModal(onClose);
  const { photos } = task;
  const { photo_id: id } = photos[place]!;
  const isRemoving = useSignal(false);
  const go = (by: number) => onShow((place + by + photos.length) % photos.length);
  const press = (event: KeyboardEvent) => {
    if (photos.length > 1 && event.key === 'ArrowRight') go(1);
    if (photos.length > 1 && event.key === 'ArrowLeft') go(-1);
    // The keys of the screen below are not meant.
    event.stopPropagation();
  };
  const remove = async () => {
    isRemoving.value = true;
    await removePhoto(task, id);
    isRemoving.value = false;
  };
  return (
    <dialog ref={dialog} class="dialog photo-large" aria-label={aboutPhoto(task, place)} onKeyDown={press}>
      <header class="row">
        <span class="grow cut">
          {[taskName(task.task_name), task.unit].filter(Boolean).join(' · ')}
          {photos.length > 1 && <span class="ink3 num">{` ${place + 1}/${photos.length}`}</span>}
        </span>
        <IconButton icon="x" label={messages().close} onClick={onClose} />
      </header>
      <div class="photo-whole">
        <Photo key={id} task={task} place={place} isLarge />
      </div>
      <footer class="row">
        {photos.length > 1 && (
          <>
            <IconButton icon="left" kind="plain" label={texts.photoBefore} onClick={() => go(-1)} />
            <IconButton icon="right" kind="plain" label={texts.photoNext} onClick={() => go(1)} />
          </>
        )}
        {id > 0 && rightsOf('housekeeping').changes && (
          <span class="end">
            <Button kind="quiet" disabled={isRemoving.value} onClick={remove}>
              {texts.removeThisPhoto}
            </Button>
          </span>
        )}
      </footer>
      <Toasts />
    </dialog>
  );
}
