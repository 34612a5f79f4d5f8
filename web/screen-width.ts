// Whether the screen is as narrow as a phone's: some screens show something else there than on a desk.
import { signal } from '@preact/signals';

const query = matchMedia('(max-width: 700px)');

/** Whether the screen is narrow. What renders with it follows a change. */
export const isPhone = signal(query.matches);

query.addEventListener('change', () => {
  isPhone.value = query.matches;
});
