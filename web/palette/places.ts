// Parts of screens that have addresses of their own, for the search: sections of the settings, views of the channels, kinds of reports.
import type { Messages } from '../messages/en/index.ts';
import { openReports } from '../screens/reports/report-kinds.ts';
import { openSections } from '../screens/settings/sections.ts';
import { type Screen, screenAt } from '../screens.ts';

/** `name`: of the part; the screen's own name stands before it. */
type ScreenPart = { screen: Screen; name: string; address: string };

/** Returns the parts of the screens that are given which the person may see. */
export function screenParts(screens: readonly Screen[], texts: Messages): ScreenPart[] {
  const parts = [
    ...openSections().map((id) => ({
      name: texts.houseSettings.sections[id],
      address: `/desk/settings?section=${id}`,
    })),
    ...CHANNEL_VIEWS.map((id) => ({ name: texts.channels.views[id], address: `/desk/channels?view=${id}` })),
    ...openReports().map(({ id }) => ({
      name: texts.reports.kinds[id],
      address: `/desk/reports?report=${id}`,
    })),
  ];
  return parts.flatMap((part) => {
    const screen = screenAt(part.address.split('?')[0]!);
    return screen && screens.includes(screen) ? [{ ...part, screen }] : [];
  });
}

/** The first view is what the screen shows by itself. */
const CHANNEL_VIEWS = ['connections', 'log'] as const;
