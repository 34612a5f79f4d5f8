// Pictures that a person chose or took, made small enough to be sent from a corridor and to wait on the device.

/** An image as it is sent: a JPEG in base64. */
export type EncodedImage = string;

/** Longer sides in pixels and qualities that are tried, until the image is small enough. */
const SIDES = [1_600, 1_280, 960];
const QUALITIES = [0.8, 0.65, 0.5];
/** A second on a slow phone network, and enough to see where it drips. */
const MAX_BYTES = 350_000;

/** Why a file is no image. `heic`: it is one of a camera, which this browser cannot read. */
type Unreadable = 'heic' | 'no_image';

/**
 * Returns the image of a file, upright, at most 1,600 pixels long, of some 350 kB at most and without what the camera wrote beside it; else why
 * the browser cannot read it.
 */
export async function toImage(file: File): Promise<{ image: EncodedImage } | { unreadable: Unreadable }> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return { unreadable: isHeic(file) ? 'heic' : 'no_image' };
  try {
    const blob = await toJpeg(bitmap);
    return blob ? { image: await toBase64(blob) } : { unreadable: 'no_image' };
  } catch {
    // As where the memory of a phone does not suffice.
    return { unreadable: 'no_image' };
  } finally {
    bitmap.close();
  }
}

function isHeic({ name, type }: File): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);
}

async function toJpeg(bitmap: ImageBitmap): Promise<Blob | null> {
  let last: Blob | null = null;
  for (const side of SIDES) {
    const canvas = drawn(bitmap, side);
    for (const quality of QUALITIES) {
      last = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
      if (last && last.size <= MAX_BYTES) return last;
    }
  }
  return last;
}

function drawn(bitmap: ImageBitmap, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d')!;
  // A JPEG has no transparent parts.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Returns a file in base64. */
export function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** Returns the address of an image that is here. */
export function addressOf(image: EncodedImage): string {
  return `data:image/jpeg;base64,${image}`;
}
