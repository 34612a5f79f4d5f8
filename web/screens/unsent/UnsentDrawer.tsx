// The changes that are not sent: those that wait for the network, and those that were refused, each with its reason and the ways on.
import { chooseProperty, copy } from '../../desk/property.ts';
import { person } from '../../desk/session.ts';
import { formatTime } from '../../format.ts';
import { messages } from '../../language.ts';
import { canSendAnyway, OUTCOME_UNKNOWN } from '../../outbox/delivery.ts';
import { targetOf, type WaitingChange } from '../../outbox/effects.ts';
import { dropChange, sendAgain, unsent } from '../../outbox/outbox.ts';
import { Button } from '../../parts/Button.tsx';
import { Drawer } from '../../parts/Drawer.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Banner, Empty } from '../../parts/Notice.tsx';
import { goTo } from '../../router.ts';
import { leave } from '../../shell/leave.ts';
import { openStay } from '../../shell/open-stay.ts';
import { begunRates, showingUnsent } from '../../shell/showing-unsent.ts';
import { isDoubted } from '../../stay/changes.ts';
import './unsent.css';

export function UnsentDrawer() {
  const texts = messages().unsent;
  const changes = unsent.value;
  const refused = changes.filter(({ problem }) => problem !== null);
  const waiting = changes.filter(({ problem }) => problem === null);
  const begun = showingUnsent.value === 'leaving' ? begunRates.value : [];
  return (
    <Drawer title={texts.title} onClose={close}>
      {showingUnsent.value === 'leaving' && changes.length + begun.length > 0 && (
        <Banner
          urgency="warn"
          icon="warn"
          action={
            <Button small kind="danger" onClick={() => void leaveAnyway()}>
              {texts.leave}
            </Button>
          }
        >
          {texts.leaving}
        </Banner>
      )}
      {changes.length + begun.length === 0 && <Empty title={texts.none} />}
      <BegunRates hotelIds={begun} />
      <List title={texts.refusedTitle} changes={refused} />
      <List title={texts.waitingTitle} changes={waiting} />
    </Drawer>
  );
}

function close(): void {
  showingUnsent.value = null;
}

async function leaveAnyway(): Promise<void> {
  close();
  await leave();
}

/** Rates that are set and not sent, by property: the sheet is the place to send or to drop them. */
function BegunRates({ hotelIds }: { hotelIds: readonly number[] }) {
  const { unsent: texts } = messages();
  if (hotelIds.length === 0) return null;
  const open = (hotelId: number) => {
    close();
    chooseProperty(hotelId);
    goTo('/desk/rates');
  };
  return (
    <section class="unsent-list" aria-label={texts.rates}>
      <h3 class="label">{texts.rates}</h3>
      <ul>
        {hotelIds.map((hotelId) => (
          <li key={hotelId} class="row">
            <span class="m grow">{nameOfProperty(hotelId)}</span>
            <Button small onClick={() => open(hotelId)}>
              {texts.openRates}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameOfProperty(hotelId: number): string {
  return person.value?.properties.find(({ hotel_id: id }) => id === hotelId)?.name ?? '';
}

function List({ title, changes }: { title: string; changes: readonly WaitingChange[] }) {
  if (changes.length === 0) return null;
  return (
    <section class="unsent-list" aria-label={title}>
      <h3 class="label">
        {title} <span class="ink3">{changes.length}</span>
      </h3>
      <ul>
        {changes.map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </ul>
    </section>
  );
}

function Change({ change }: { change: WaitingChange }) {
  const { text, madeAt, problem } = change;
  const timezone = copy.value?.property.timezone;
  return (
    <li>
      <div class="row">
        <span class="m grow">{text}</span>
        {timezone && <span class="t12 ink3">{formatTime(new Date(madeAt).toISOString(), timezone)}</span>}
      </div>
      <p class={problem ? 'row warn' : 'row ink3'}>
        <Icon name={problem ? 'warn' : 'clock'} small />
        <span>{problem ? reasonOf(change) : messages().unsent.waiting}</span>
      </p>
      <Ways change={change} />
    </li>
  );
}

/** Why a change was refused: as the server says it, or as this device knows it. */
function reasonOf({ problem, request }: WaitingChange): string {
  const { unsent: texts } = messages();
  const { code, detail, data } = problem!;
  if (code === OUTCOME_UNKNOWN) return texts.outcomeUnknown;
  if (code === 'server_failed') return texts.serverFailed;
  const theirs = (data as { theirs?: string | null } | undefined)?.theirs;
  if (request.expects && detail === '') return texts.changedMeanwhile(theirs || texts.nothing);
  return detail;
}

function Ways({ change }: { change: WaitingChange }) {
  const { unsent: texts, stay } = messages();
  const { id, request, problem, attemptedAt } = change;
  const target = targetOf(request);
  const facts = problem?.data as { case?: string } | undefined;
  return (
    <div class="row ways">
      {problem?.code === 'unit_not_ready' && (
        <Button small onClick={() => void sendAgain(change, { unready: true })}>
          {stay.ways.asItIs}
        </Button>
      )}
      {isDoubted(problem) && (
        <Button small onClick={() => void sendAgain(change, { confirm: true })}>
          {stay.ways.anyway}
        </Button>
      )}
      {facts?.case === 'before_checkin' && (
        <Button small onClick={() => void sendAgain(change, { early: true })}>
          {stay.ways.early}
        </Button>
      )}
      {problem && (
        <Button small onClick={() => void sendAgain(change)}>
          {canSendAnyway(change) ? texts.anyway : texts.again}
        </Button>
      )}
      {target?.part === 'bookings' && (
        <Button
          small
          onClick={() => {
            close();
            openStay(target.id!);
          }}
        >
          {texts.open}
        </Button>
      )}
      {(problem || attemptedAt === null) && (
        <Button small kind="quiet" onClick={() => void dropChange(id)}>
          {texts.drop}
        </Button>
      )}
    </div>
  );
}
