// Warns of a room that takes fewer guests than come, and says how many cots it has for infants.
import { countAgainstCapacity, countInfants, type GuestCounts } from '../../src/model/guest-counts.ts';
import { messages } from '../language.ts';
import { Icon } from '../parts/Icon.tsx';
import type { ReplicaState } from '../replica/state.ts';

type TooSmallProps = { state: ReplicaState; roomId: number; party: GuestCounts };

export function TooSmall({ state, roomId, party }: TooSmallProps) {
  const room = state.rooms.get(roomId);
  const { infants_under_age: infantsUnderAge } = state.property.settings;
  if (!room || (countAgainstCapacity(party, room, infantsUnderAge) ?? 0) <= room.capacity) return null;
  const { name, capacity, cots } = room;
  const guests = (party.adults ?? 0) + (party.children?.length ?? 0);
  const infants = countInfants(party.children, infantsUnderAge);
  return (
    <p class="help warn">
      <Icon name="warn" small />
      {messages().stay.move.tooSmall(name, { places: capacity, guests, cots, infants, infantsUnderAge })}
    </p>
  );
}
