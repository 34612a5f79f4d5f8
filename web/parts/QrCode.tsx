// A QR code: dark on white in every theme, because readers of phones expect it so.
import type { QrDrawing } from './qr-code.ts';

/** `label`: what it is, for those who do not see it. `drawing`: null = it is being drawn; its place is kept. */
export function QrCode({ drawing, label }: { drawing: QrDrawing | null; label: string }) {
  if (!drawing) return <span class="qr" />;
  return (
    <svg
      class="qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${drawing.size} ${drawing.size}`}
      shape-rendering="crispEdges"
    >
      <path fill="#000" d={drawing.path} />
    </svg>
  );
}
