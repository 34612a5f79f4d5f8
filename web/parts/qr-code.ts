// QR codes as the path of an SVG, made in the browser: what is in them is often secret.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** `path`: the dark squares, in units of one square. `size`: of the whole drawing, with the light border that readers need. */
export type QrDrawing = { size: number; path: string };

/** Light squares around the code (ISO/IEC 18004, 9.1). */
const QUIET_ZONE = 4;

/** Returns a text of up to about 2,000 characters as a QR code that is read even if 15 % of it are covered. */
export async function drawQrCode(text: string): Promise<QrDrawing> {
  const { default: encodeQr } = await import('qr');
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  return { size: rows.length, path: rows.map(pathOfRow).join('') };
}

/** Draws the dark squares of a row that stand side by side as one bar, so that no gap shows between them. */
function pathOfRow(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; ) {
    let end = x;
    while (row[end]) end += 1;
    if (end > x) path += `M${x} ${y}h${end - x}v1H${x}z`;
    x = end + 1;
  }
  return path;
}

/** Draws a text while the component is shown; null until it is drawn. */
export function useQrCode(text: string): QrDrawing | null {
  const drawing = useSignal<QrDrawing | null>(null);
  useEffect(() => {
    drawing.value = null;
    let isShown = true;
    void drawQrCode(text).then((drawn) => {
      if (isShown) drawing.value = drawn;
    });
    return () => {
      isShown = false;
    };
  }, [text]);
  return drawing.value;
}
