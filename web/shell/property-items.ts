// The menu by which a person chooses one of several properties. Those in the archive are listed once they are asked for.
import { signal } from '@preact/signals';
import { chooseProperty, shown } from '../desk/property.ts';
import { person } from '../desk/session.ts';
import { messages } from '../language.ts';
import type { MenuItem } from '../parts/Menu.tsx';

/** Whether archived properties are listed too, until the page is loaded again. */
const listsArchived = signal(false);

/** Returns the items of the menu; none where there is nothing to choose. */
export function propertyItems(): MenuItem[] {
  const properties = person.value?.properties ?? [];
  if (properties.length < 2) return [];
  const { archived } = messages();
  const isListed = ({ hotel_id: id, archived: isArchived }: (typeof properties)[number]) =>
    !isArchived || listsArchived.value || id === shown.value?.hotelId;
  const items = properties.filter(isListed).map(
    (one): MenuItem => ({
      label: one.archived ? archived.named(one.name) : one.name,
      checked: one.hotel_id === shown.value?.hotelId,
      run: () => chooseProperty(one.hotel_id),
    }),
  );
  const hidden = properties.length - items.length;
  if (hidden === 0) return items;
  const list: MenuItem = {
    label: archived.list(hidden),
    run: () => {
      listsArchived.value = true;
    },
  };
  return [...items, list];
}
