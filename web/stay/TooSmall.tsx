// Warns of a room that takes fewer guests than come.
import { messages } from '../language.ts';
import { Icon } from '../parts/Icon.tsx';
import type { DeskRoom } from '../replica/state.ts';

export function TooSmall({ room, guests }: { room: DeskRoom | undefined; guests: number }) {
  if (!room || guests <= room.capacity) return null;
  return (
    <p class="help warn">
      <Icon name="warn" small />
      {messages().stay.move.tooSmall(room.name, room.capacity, guests)}
    </p>
  );
}
