// The head of every screen: the property, the title, what stands beside it, its controls, the search, and how fresh the screen is.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { copy, shown } from '../desk/property.ts';
import { formatDuration, formatNumber } from '../format.ts';
import { shownKeys } from '../keys.ts';
import { messages } from '../language.ts';
import { Icon } from '../parts/Icon.tsx';
import { Menu } from '../parts/Menu.tsx';
import { useStrip } from '../parts/strip.ts';
import { propertyItems } from './property-items.ts';
import { isSearching } from './searching.ts';
import { UnsentButton } from './UnsentButton.tsx';

type PageHeadProps = {
  title: string;
  about?: ComponentChildren;
  children?: ComponentChildren;
  /** the choice of what the screen shows; on a phone it has a line of its own, so that the title stays in sight */
  views?: ComponentChildren;
  /** the action at the end of the controls */
  action?: ComponentChildren;
};

/** `about` stands beside the title, `children` are the controls of the page. */
export function PageHead({ title, about, children, views, action }: PageHeadProps) {
  return (
    <header class="head">
      <PropertyName />
      <h1>{title}</h1>
      {about && <span class="ink3 nowrap about">{about}</span>}
      {children && <div class="row controls">{children}</div>}
      {views && <Views>{views}</Views>}
      <div class="row end">
        {action}
        <FindButton />
        <UnsentButton />
        <Live />
      </div>
    </header>
  );
}

function Views({ children }: { children: ComponentChildren }) {
  return (
    <div ref={useStrip<HTMLDivElement>()} class="row controls views">
      {children}
    </div>
  );
}

/** The name of the property; with several, a menu to choose another. */
function PropertyName() {
  const name = copy.value?.property.name;
  if (!name) return null;
  const items = propertyItems();
  return (
    <>
      {items.length > 0 ? (
        <Menu
          class="property"
          label={messages().chooseProperty}
          button={
            <>
              {name} <Icon name="updown" small />
            </>
          }
          items={items}
        />
      ) : (
        <span class="property">{name}</span>
      )}
      <span class="slash" aria-hidden="true">
        /
      </span>
    </>
  );
}

function FindButton() {
  const { find } = messages().search;
  const keys = shownKeys('mod+k');
  return (
    <button
      type="button"
      class="find"
      aria-label={`${find} ${keys}`}
      onClick={() => {
        isSearching.value = true;
      }}
    >
      <Icon name="search" />
      <span class="grow">{find}</span>
      <kbd>{keys}</kbd>
    </button>
  );
}

const TICK_MS = 10_000;

/** Whether the screen is up to date: the number of the last event, or how old what it shows is. */
function Live() {
  const now = useSignal(Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now();
    }, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const { live } = messages();
  const link = shown.value?.replica.link.value;
  if (!link) return null;
  const { state, receivedAt } = link;
  if (state === 'live' && copy.value)
    return (
      <span class="live" title={live.title}>
        <span>
          {live.live} · <span class="num">#{formatNumber(copy.value.seq)}</span>
        </span>
      </span>
    );
  if (state === 'connecting' && receivedAt === null) return <span class="live">{live.connecting}</span>;
  return (
    <button type="button" class="live late" title={live.retry} onClick={() => shown.value?.replica.retry()}>
      {receivedAt === null ? live.never : live.late(formatDuration(Math.max(0, now.value - receivedAt)))}
    </button>
  );
}
