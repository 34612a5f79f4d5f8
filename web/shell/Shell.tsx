// The frame of all screens: the rail, the screen that the address names, and what floats above it.
import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { messages } from '../language.ts';
import { IconSprite } from '../parts/Icon.tsx';
import { Empty, Skeleton } from '../parts/Notice.tsx';
import { Toasts } from '../parts/Toast.tsx';
import { place } from '../router.ts';
import { type Screen, screenAt } from '../screens.ts';
import { PageHead } from './PageHead.tsx';
import { Rail } from './Rail.tsx';

export function Shell() {
  const screen = screenAt(place().path);
  return (
    <>
      <IconSprite />
      <a class="skip" href="#content">
        {messages().skip}
      </a>
      <div class="shell">
        <Rail current={screen?.id ?? null} />
        <div class="main">{screen ? <LoadedScreen key={screen.id} screen={screen} /> : <NoScreen />}</div>
      </div>
      <Toasts />
    </>
  );
}

/** Screens that were loaded: shown at once when the person comes back. */
const loaded = new Map<Screen['id'], FunctionComponent>();

function LoadedScreen({ screen }: { screen: Screen }) {
  const failed = useSignal(false);
  const shown = useSignal(loaded.get(screen.id) ?? null);
  const title = messages().screens[screen.id];
  useEffect(() => {
    document.title = `${title} · innwire`;
    if (shown.value) return;
    screen.load().then(
      (component) => {
        loaded.set(screen.id, component);
        shown.value = component;
      },
      () => {
        failed.value = true;
      },
    );
  }, [title]);
  const Component = shown.value;
  if (Component) return <Component />;
  return (
    <>
      <PageHead title={title} />
      <main id="content" class="page">
        {failed.value ? (
          <Empty title={messages().failed.title} />
        ) : (
          <Skeleton lines={4} label={messages().loading} />
        )}
      </main>
    </>
  );
}

function NoScreen() {
  const { noScreen, toStart } = messages().failed;
  return (
    <>
      <PageHead title={noScreen} />
      <main id="content" class="page">
        <Empty title={place().path}>
          <a class="btn" href="/desk">
            {toStart}
          </a>
        </Empty>
      </main>
    </>
  );
}
