// The property that the desk shows, with its copy, and what the person may do there.
import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { TokenScope } from '../../src/model/scope.ts';
import type { StaffRole } from '../../src/model/staff.ts';
import { keepCopy, readCopy } from '../device/copy.ts';
import { accessOf, keepPerson } from '../device/person.ts';
import { messages } from '../language.ts';
import { closeOutbox, deliverSoon, openOutbox, settleWith, withUnsent } from '../outbox/outbox.ts';
import { clearToasts, showToast } from '../parts/Toast.tsx';
import { openReplica, type Replica } from '../replica/store.ts';
import { readChoice, storeChoice } from '../stored-choice.ts';
import { compareWith, forgetChanges } from './changes.ts';
import { sessionNumber, signedInAgain } from './ended-session.ts';
import { forgetAnswers, read } from './server.ts';
import { asksWho, person, readPerson, type SignedIn } from './session.ts';

/** `role`: null = a visitor of the sample property. `scopes`: what the role opens; null = everything. */
type ShownProperty = {
  /** the person who is signed in; null = a visitor */
  userId: number | null;
  hotelId: number | null;
  role: StaffRole | null;
  canWrite: boolean;
  scopes: ReadonlySet<TokenScope> | null;
  replica: Replica;
};

const SAMPLE_TOKEN = 'api_token';
const KEY = 'innwire.property';
/** The sample property is made anew each hour, without events. */
const SAMPLE_RELOAD_MS = 10 * 60_000;

/** The property that is shown; null until it is known who uses the desk, and for people without a property. */
export const shown = signal<ShownProperty | null>(null);

/** The copy of the property, with what is not sent yet; null until its first snapshot is here. */
export const copy = computed(() => {
  const { replica, hotelId } = shown.value ?? {};
  const state = replica?.state.value ?? null;
  return state && hotelId ? withUnsent(state, hotelId) : state;
});

/** Whether the server can be reached, as far as is known, and the copy contains what was committed before. */
export const isLive = computed(() => shown.value?.replica.link.value.state === 'live');

/**
 * Whether the copy is the one that was kept on the device when the desk was last used. It is shown, but nothing is decided for good from what
 * it contains or lacks: that is corrected as soon as the server is reached.
 */
export const isKeptCopy = computed(() => shown.value?.replica.link.value.isKept === true);

/** Whether the property is in the archive: it is read, and nothing in it changes. */
export const isArchived = computed(() => (copy.value?.property.archived_at ?? null) !== null);

/** The currency of the property's amounts. */
export const currency: ReadonlySignal<string> = computed(() => copy.value?.property.currency ?? 'EUR');

/** Follows who is signed in: shows one of the person's properties, or the sample property to a visitor. */
export function followPerson(): void {
  effect(() => {
    const user = person.value;
    if (user === undefined) return;
    if (user === null) return asksWho.value ? closeProperty() : showSample();
    const property = propertyOf(user, shown.peek()?.hotelId ?? Number(readChoice(KEY)));
    if (property) showProperty(user, property);
    else closeProperty();
  });
  effect(() => {
    const { state, status } = shown.value?.replica.link.value ?? {};
    if (state === 'refused' && person.peek()) void askAgain(status ?? null);
  });
  followOutbox();
  compareWith(copy, isLive);
  addEventListener('offline', () => shown.peek()?.replica.reconnect());
  addEventListener('online', () => {
    shown.peek()?.replica.retry();
    deliverSoon();
  });
  setInterval(() => {
    if (shown.value?.hotelId === null) shown.value.replica.reload();
  }, SAMPLE_RELOAD_MS);
}

/** Sends what a person could not send, whenever the server can be reached. */
function followOutbox(): void {
  const personId = computed(() => person.value?.user_id);
  effect(() => {
    const userId = personId.value;
    if (userId === undefined) return closeOutbox();
    void openOutbox({
      userId,
      isLive: () => isLive.peek() && navigator.onLine,
      shown: () => {
        const { hotelId, replica } = shown.peek() ?? {};
        const state = replica?.state.peek();
        return hotelId && state ? { hotelId, state } : null;
      },
      onUnreachable: () => shown.peek()?.replica.reconnect(),
      session: sessionNumber,
      signIn: signedInAgain,
      isSignedIn: async () => (await readPerson())?.user_id === userId,
      onRefused: ({ text }) => showToast({ text: messages().unsent.refused(text), refused: true }),
    });
  });
  effect(() => {
    if (isLive.value) deliverSoon();
  });
}

/** After the stream of a person was refused: waits for a sign-in, or reads what the person may still see. */
async function askAgain(status: number | null): Promise<void> {
  if (status !== 401) return void (await readPerson().catch(() => {}));
  if (await isSignedInAgain()) shown.peek()?.replica.retry();
}

/** Waits until the person is signed in, after a refusal that may be older than the last sign-in. Returns false if it is somebody else. */
async function isSignedInAgain(): Promise<boolean> {
  const userId = person.peek()?.user_id;
  const session = sessionNumber();
  try {
    return (await read<SignedIn>('/session')).user_id === userId;
  } catch {
    // A session that was ended elsewhere, as of a lost phone, leaves no copy behind; the screen stays until somebody signs in.
    if (sessionNumber() === session) await keepPerson(null);
    return signedInAgain(session);
  }
}

type Opened = SignedIn['properties'][number];

/** Returns the property with the id if the person works there, else the first that is not archived, else the first. */
function propertyOf({ properties }: SignedIn, wanted: number): Opened | undefined {
  return (
    properties.find(({ hotel_id: id }) => id === wanted) ??
    properties.find(({ archived }) => !archived) ??
    properties[0]
  );
}

/** Shows a property of the person. */
export function chooseProperty(hotelId: number): void {
  const property = person.value && propertyOf(person.value, hotelId);
  if (!person.value || !property) return;
  storeChoice(KEY, String(hotelId));
  showProperty(person.value, property);
}

function showProperty(
  { user_id: userId }: SignedIn,
  { hotel_id: hotelId, role, scopes, access }: Opened,
): void {
  const before = shown.peek();
  if (before?.hotelId === hotelId && before.userId === userId && before.role === role) return;
  openProperty({ userId, hotelId, role, scopes, access });
}

function showSample(): void {
  const before = shown.peek();
  if (before && before.hotelId === null) return;
  openProperty({ userId: null, hotelId: null, role: null, scopes: null, access: 'read' });
}

function openProperty(
  given: { userId: number | null; hotelId: number | null } & (
    | Pick<Opened, 'role' | 'scopes' | 'access'>
    | { role: null; scopes: null; access: 'read' }
  ),
): void {
  closeProperty();
  const { userId, hotelId, role, access } = given;
  const owner =
    role === null || userId === null || hotelId === null
      ? null
      : { userId, hotelId, access: accessOf({ ...given, role }) };
  const replica = openReplica({
    baseUrl: '/api',
    token: hotelId === null ? SAMPLE_TOKEN : 'session',
    fetch: (...request) => fetch(...request),
    ...(hotelId !== null && { hotelId }),
    ...(owner && { kept: readCopy(owner) }),
  });
  if (owner) endKeeping = keepOnDevice(owner, replica);
  const scopes = given.scopes && new Set(given.scopes as TokenScope[]);
  batch(() => {
    shown.value = { userId, hotelId, role, scopes, canWrite: hotelId !== null && access === 'full', replica };
  });
}

/** Keeps the copy of a property on the device. Returns how to end that. */
function keepOnDevice(owner: Parameters<typeof keepCopy>[0], replica: Replica): () => void {
  const keeper = keepCopy(owner, {
    settled: () => replica.settled(),
    receivedAt: () => replica.link.peek().receivedAt,
  });
  const endEvents = replica.onEvents(settleWith);
  const endStates = effect(() => {
    if (replica.state.value && replica.link.value.state === 'live') keeper.changed();
  });
  return () => {
    endEvents();
    endStates();
    void keeper.flush();
    keeper.close();
  };
}

let endKeeping = () => {};

const resets = new Set<() => void>();

/** Calls a function when a property is shown no longer: a module that holds anything of a property or a person empties it there. */
export function onPropertyClosed(reset: () => void): void {
  resets.add(reset);
}

function closeProperty(): void {
  endKeeping();
  endKeeping = () => {};
  shown.peek()?.replica.close();
  batch(() => {
    shown.value = null;
    for (const reset of resets) reset();
    clearToasts();
    forgetAnswers();
    // The next person must not take back what another one did.
    forgetChanges();
  });
}

/** Returns the person and the property that records on the device belong to; null = a visitor looks, for whom nothing is kept. */
export function shownOwner(): { userId: number; hotelId: number } | null {
  const { userId, hotelId } = shown.peek() ?? {};
  return userId && hotelId ? { userId, hotelId } : null;
}

const NOBODY = { scopes: new Set<TokenScope>(), canWrite: false };

/** What the person may see and change of what a scope opens. */
export function rightsOf(scope: TokenScope): { sees: boolean; changes: boolean } {
  const { scopes, canWrite } = shown.value ?? NOBODY;
  const sees = scopes === null || scopes.has(scope);
  return { sees, changes: sees && canWrite && !isArchived.value };
}

/** Returns the path of a noun of the public API for the property that is shown: `/api/bookings/session?hotel_id=1001`. */
export function api(noun: string, parameters: PathParameters = {}): string {
  const { hotelId } = shown.peek()!;
  if (hotelId === null) return withQuery(`/api/${noun}/${SAMPLE_TOKEN}`, parameters);
  return withQuery(`/api/${noun}/session`, { hotel_id: hotelId, ...parameters });
}

/** Returns a path of the operator API below the property that is shown, for what the public API does not have. */
export function operator(path: string, parameters: PathParameters = {}): string {
  const property = `/operator/properties/${shown.peek()!.hotelId}`;
  return withQuery(path === '' ? property : `${property}/${path}`, parameters);
}

type PathParameters = Readonly<Record<string, string | number | boolean>>;

function withQuery(path: string, parameters: PathParameters): string {
  const entries = Object.entries(parameters).map(([name, value]) => [name, String(value)]);
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`;
}
