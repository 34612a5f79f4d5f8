// Time zones to choose from.
import type { Option } from './Field.tsx';

/** Returns the zones that the browser knows, and before them the chosen one where it knows another name for it. */
export function timeZoneOptions(chosen: string): Option[] {
  const all = Intl.supportedValuesOf('timeZone');
  return [...(all.includes(chosen) ? [] : [chosen]), ...all].map((value) => ({
    value,
    label: value.replaceAll('_', ' '),
  }));
}
