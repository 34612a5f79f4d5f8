// The frame of all screens: the rail, the screen that the address names, and what floats above it.
import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import { redoLast, undoLast } from '../desk/changes.ts';
import { hasSessionEnded } from '../desk/ended-session.ts';
import { pastMoment } from '../desk/past-moment.ts';
import { isArchived, rightsOf, shown } from '../desk/property.ts';
import { asksWho, isWithoutServer, person } from '../desk/session.ts';
import { screenUsers, switchingTo } from '../desk/shared-screen.ts';
import { useShortcuts } from '../keys.ts';
import { messages } from '../language.ts';
import { IconSprite } from '../parts/Icon.tsx';
import { Empty, Failed, Skeleton } from '../parts/Notice.tsx';
import { Toasts } from '../parts/Toast.tsx';
import { BASE, goTo, place } from '../router.ts';
import { mayOpen, openScreens, type Screen, SIGN_IN, screenAt, startPath } from '../screens.ts';
import { KeyList } from './KeyList.tsx';
import { openNewStay } from './open-stay.ts';
import { PageHead } from './PageHead.tsx';
import { PaletteHost } from './PaletteHost.tsx';
import { LOCK_KEYS, lockNow, Rail } from './Rail.tsx';
import { SignInAgain } from './SignInAgain.tsx';
import { StayHost } from './StayHost.tsx';
import { SwitchDialog } from './SwitchDialog.tsx';
import { UnsentHost } from './UnsentHost.tsx';

export function Shell() {
  const { path } = place();
  const start = person.value === undefined ? path : startPath();
  const named = screenAt(path);
  // What the person before had open on a shared screen, and this one may not see.
  const isClosed = shown.value !== null && named !== null && !mayOpen(named);
  useEffect(() => {
    // Who cannot see the first screen, or has no house yet, starts with another one.
    if ((path === BASE || isClosed) && start !== path) goTo(start, { replace: true });
  }, [path, start, isClosed]);
  const screen = asksWho.value && !named?.isBare ? SIGN_IN : named;
  // Another person or property gets new screens, drawers and searches: nothing stays of what was read or typed in them. What the modules of
  // screens hold is reset as `onPropertyClosed` says.
  const owner = `${shown.value?.userId} ${shown.value?.hotelId}`;
  return (
    <>
      <IconSprite />
      <a class="skip" href="#content">
        {messages().skip}
      </a>
      {screen?.isBare ? (
        <LoadedScreen key={screen.id} screen={screen} />
      ) : (
        <div class="shell">
          <Rail current={screen?.id ?? null} />
          <div class="main">
            {shown.value?.hotelId === null && <SampleLine />}
            {isArchived.value && <p class="sample-line">{messages().archived.line}</p>}
            {isWithoutServer.value && <p class="sample-line">{messages().signin.unreachable}</p>}
            {screen ? (
              <LoadedScreen key={`${screen.id} ${owner}`} screen={screen} />
            ) : (
              path !== BASE && <NoScreen />
            )}
          </div>
        </div>
      )}
      {!screen?.isBare && rightsOf('bookings:read').sees && <StayHost key={owner} />}
      {!screen?.isBare && <PaletteHost key={owner} />}
      {!screen?.isBare && <UnsentHost key={owner} />}
      <Toasts />
      {hasSessionEnded.value && <SignInAgain />}
      {switchingTo.value && <SwitchDialog user={switchingTo.value} />}
      <Keys />
    </>
  );
}

/** The keys that work on every screen, and their list. */
function Keys() {
  const areShown = useSignal(false);
  const texts = messages();
  // Beside a calendar of the past no key changes anything.
  const looksBack = pastMoment() !== null;
  useShortcuts([
    ...openScreens().flatMap(({ id, key, path }) =>
      key ? [{ keys: `g ${key}`, label: texts.screens[id], run: () => goTo(path) }] : [],
    ),
    {
      keys: 'n',
      label: texts.stay.newStay.title,
      run: () => openNewStay(),
      disabled: looksBack || !rightsOf('bookings:write').changes,
    },
    ...(screenUsers.value && person.value
      ? [{ keys: LOCK_KEYS, label: texts.signin.lock, run: () => void lockNow() }]
      : []),
    { keys: 'mod+z', label: texts.undo, disabled: looksBack, run: () => void undoLast() },
    { keys: 'mod+shift+z', label: texts.redo, disabled: looksBack, run: () => void redoLast() },
    {
      keys: '?',
      label: texts.keys.title,
      run: () => {
        areShown.value = true;
      },
    },
  ]);
  if (!areShown.value) return null;
  return (
    <KeyList
      onClose={() => {
        areShown.value = false;
      }}
    />
  );
}

/** Says to visitors what they see. */
function SampleLine() {
  const { signin } = messages();
  return (
    <p class="sample-line">
      <span class="cut">{signin.sample}</span>
      <a class="link" href="/desk/signin">
        {signin.title}
      </a>
    </p>
  );
}

/** Screens that were loaded: shown at once when the person comes back. */
const loaded = new Map<Screen['id'], FunctionComponent>();

/** Loads and shows a screen. An error of the screen is shown in its place until it is loaded again, or the person goes elsewhere. */
function LoadedScreen({ screen }: { screen: Screen }) {
  const [error, showAgain] = useErrorBoundary((one) => reportError(one));
  const { path } = place();
  useEffect(() => {
    if (error) showAgain();
  }, [path]);
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
      (reason) => {
        reportError(reason);
        failed.value = true;
      },
    );
  }, [title]);
  const Component = shown.value;
  if (Component && error === undefined) return <Component />;
  if (screen.isBare && !failed.value) return null;
  return (
    <>
      <PageHead title={title} />
      <main id="content" class="page">
        {error !== undefined ? (
          <ScreenFailed onAgain={showAgain} />
        ) : failed.value ? (
          <Empty title={messages().failed.title} />
        ) : (
          <Skeleton lines={4} label={messages().loading} />
        )}
      </main>
    </>
  );
}

function ScreenFailed({ onAgain }: { onAgain: () => void }) {
  const { screen, unsentKept, again } = messages().failed;
  return (
    <Failed title={screen} action={{ label: again, run: onAgain }}>
      {unsentKept}
    </Failed>
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
