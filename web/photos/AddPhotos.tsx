// Photos for what a person is about to report: taken or chosen, shown small, and removed again.
import { type Signal, useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { MAX_PHOTOS } from '../../src/model/task.ts';
import { messages } from '../language.ts';
import { classesOf, IconButton } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import './photos.css';
import { addressOf, type EncodedImage, toImage } from './image.ts';

/** `isReading`: an image is being made small, and is not among them yet. */
type AddPhotosProps = { images: Signal<readonly EncodedImage[]>; isReading: Signal<boolean> };

export function AddPhotos({ images, isReading }: AddPhotosProps) {
  const texts = messages().housekeeping;
  const id = useId();
  const error = useSignal<string | null>(null);
  const isFull = images.value.length >= MAX_PHOTOS;
  const add = async (files: readonly File[]) => {
    isReading.value = true;
    error.value = files.length > MAX_PHOTOS - images.value.length ? texts.photosFull(MAX_PHOTOS) : null;
    try {
      for (const file of files.slice(0, MAX_PHOTOS - images.value.length)) {
        const read = await toImage(file);
        if ('image' in read) images.value = [...images.value, read.image];
        else error.value = (read.unreadable === 'heic' ? texts.heic : texts.noImage)(file.name);
      }
    } finally {
      isReading.value = false;
    }
  };
  return (
    <div class="field add-photos">
      <ToSend images={images} />
      <label class={classesOf('btn photo-add', isFull && 'off')}>
        <Icon name="camera" />
        {isReading.value ? texts.readingPhoto : isFull ? texts.photosFull(MAX_PHOTOS) : texts.addPhoto}
        <input
          class="sr"
          type="file"
          accept="image/*"
          multiple
          disabled={isFull || isReading.value}
          {...(error.value && { 'aria-describedby': `${id}-error` })}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            // The same file can be chosen once more.
            currentTarget.value = '';
            void add(files);
          }}
        />
      </label>
      {error.value && (
        <span id={`${id}-error`} class="help bad" role="alert">
          <Icon name="warn" small />
          {error.value}
        </span>
      )}
    </div>
  );
}

/** The photos so far, each with a way to remove it. */
function ToSend({ images }: Pick<AddPhotosProps, 'images'>) {
  const texts = messages().housekeeping;
  if (images.value.length === 0) return null;
  return (
    <ul class="photos">
      {images.value.map((image, place) => (
        <li key={`${place} ${image.length}`} class="photo">
          <img src={addressOf(image)} alt={texts.photoToSend(place + 1)} />
          <IconButton
            icon="x"
            label={texts.removePhoto(place + 1)}
            onClick={() => {
              images.value = images.value.filter((_, other) => other !== place);
            }}
          />
        </li>
      ))}
    </ul>
  );
}
