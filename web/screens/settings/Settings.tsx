// Settings of the house: who may change the house does so here, in sections with addresses of their own; others read some of it.
import type { FunctionComponent } from 'preact';
import { isArchived, rightsOf, shown } from '../../desk/property.ts';
import { messages } from '../../language.ts';
import { useStrip } from '../../parts/strip.ts';
import { place } from '../../router.ts';
import { PageHead } from '../../shell/PageHead.tsx';
import { CalendarLinks } from './CalendarLinks.tsx';
import { House } from './House.tsx';
import { Kept } from './Kept.tsx';
import { Rooms } from './Rooms.tsx';
import { openSections, type SectionId } from './sections.ts';
import { Templates } from './Templates.tsx';
import { Tokens } from './Tokens.tsx';
import { Webhooks } from './Webhooks.tsx';
import './settings.css';

/** What a person may do with the settings. */
type Rights = { canEdit: boolean; isOwner: boolean };

const CONTENTS: Record<SectionId, FunctionComponent<Rights>> = {
  house: House,
  rooms: Rooms,
  templates: Templates,
  calendars: CalendarLinks,
  tokens: Tokens,
  webhooks: Webhooks,
  kept: Kept,
};

export function Settings() {
  const { houseSettings, screens } = messages();
  const rights = { canEdit: rightsOf('settings').changes, isOwner: shown.value?.role === 'owner' };
  const sections = openSections();
  const section = sections.find((id) => id === place().query.get('section')) ?? 'house';
  const Content = CONTENTS[section];
  return (
    <>
      <PageHead title={screens.settings} />
      <main id="content" class="page settings">
        <nav ref={useStrip<HTMLElement>()} class="setting-nav" aria-label={houseSettings.label}>
          {sections.map((id) => (
            <a
              key={id}
              href={`/desk/settings?section=${id}`}
              {...(id === section && { 'aria-current': 'page' as const })}
            >
              {houseSettings.sections[id]}
            </a>
          ))}
        </nav>
        <div class="setting-page">
          <h2 class="t20 b">{houseSettings.sections[section]}</h2>
          {shown.value && <Note section={section} {...rights} />}
          {shown.value && <Content key={`${section} ${shown.value.hotelId}`} {...rights} />}
        </div>
      </main>
    </>
  );
}

/** Says to those who only read who changes it. */
function Note({ section, canEdit, isOwner }: Rights & { section: SectionId }) {
  const { readOnly, ownersOnly } = messages().houseSettings;
  const isForOwners = section === 'tokens' || section === 'webhooks' || section === 'kept';
  if (isArchived.value) return null;
  if (!canEdit) return <p class="ink3">{readOnly}</p>;
  return isForOwners && !isOwner ? <p class="ink3">{ownersOnly}</p> : null;
}
