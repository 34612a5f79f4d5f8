// Prices and free units of the next week, room by room: what a phone shows of the sheet.
import { useEffect } from 'preact/hooks';
import { currency } from '../../desk/property.ts';
import { formatCount, formatDay, formatMoney } from '../../format.ts';
import { messages } from '../../language.ts';
import { edits, rooms, shownAt, sight } from './rates-state.ts';

/** Days that a phone shows. */
export const NEXT_DAYS = 7;

export function NextNights({ today }: { today: number }) {
  const texts = messages().rates;
  const days = Array.from({ length: NEXT_DAYS }, (_, at) => today + at);
  const roomIds = rooms.value.map(({ room_id: id }) => id);
  useEffect(() => {
    sight.value = { from: today, until: today + NEXT_DAYS, roomIds: new Set(roomIds) };
    return () => {
      sight.value = null;
    };
  }, [today, roomIds.join()]);
  return rooms.value.map(({ room_id: id, name }) => (
    <section key={id} class="rate-room">
      <h2>{name}</h2>
      <ul>
        {days.map((day) => {
          const values = shownAt(id, day);
          const isChanged = edits.value.get(id)?.has(day);
          return (
            <li key={day} class={isChanged ? 'changed' : ''}>
              <span class="t12 ink3">{formatDay(day, 'tiny')}</span>
              <b class="m">
                {values && (values.stop_sell ? texts.closed : formatMoney(values.price, currency.value))}
              </b>
              <span class="t12 ink3">{values && texts.free(formatCount(values.available))}</span>
            </li>
          );
        })}
      </ul>
    </section>
  ));
}
