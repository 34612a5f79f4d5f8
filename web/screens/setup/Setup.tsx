// From nothing to a house that can be booked: the house, its rooms with prices, the first booking. Each step is saved when it is
// left, and what exists decides which step comes next.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { copy, isKeptCopy, shown } from '../../desk/property.ts';
import { person } from '../../desk/session.ts';
import { messages } from '../../language.ts';
import { Icon } from '../../parts/Icon.tsx';
import { Empty, Skeleton } from '../../parts/Notice.tsx';
import { goTo, place } from '../../router.ts';
import { Logo } from '../../shell/Logo.tsx';
import { HouseForm } from './HouseForm.tsx';
import { CalendarsImport } from './import/CalendarsImport.tsx';
import { StaysImport } from './import/StaysImport.tsx';
import { PLACES, type SetupStep, STEPS } from './places.ts';
import { Ready } from './Ready.tsx';
import { RoomsForm } from './RoomsForm.tsx';
import { emptyLine, type RoomLine } from './room-lines.ts';
import { type RoomsSaving, roomsStepOf } from './rooms-step.ts';
import './setup.css';

export function Setup() {
  const { setup, loading } = messages();
  const state = copy.value;
  const isWaiting = person.value === undefined || (shown.value !== null && state === null);
  if (isWaiting)
    return (
      <SetupPage step="house">
        <Skeleton lines={4} label={loading} />
      </SetupPage>
    );
  if (shown.value === null && !person.value?.all_properties)
    return (
      <SetupPage step="house">
        <Empty title={setup.notOwner}>
          <p>{setup.notOwnerAbout}</p>
        </Empty>
      </SetupPage>
    );
  if (shown.value === null)
    return (
      <SetupPage step="house">
        <HouseForm />
      </SetupPage>
    );
  return <RoomsAndAfter key={shown.value.hotelId} rooms={state?.rooms.size ?? 0} />;
}

/** The second and the last step, of one house. `rooms`: how many its copy has. */
function RoomsAndAfter({ rooms }: { rooms: number }) {
  const saving = useSignal<RoomsSaving>('not_begun');
  const lines = useSignal<readonly RoomLine[]>([emptyLine(0), emptyLine(1), emptyLine(2)]);
  const step = roomsStepOf({ rooms, isKept: isKeptCopy.value, saving: saving.value });
  const wanted = place().query.get('step');
  const isReady = step === 'ready';
  const setSaving = (state: RoomsSaving) => {
    saving.value = state;
  };
  const back = () => goTo('/desk/setup');
  const property = copy.value?.property;
  if (wanted === 'house' && property)
    return (
      <SetupPage step="house">
        <HouseForm existing={property} />
      </SetupPage>
    );
  return (
    <SetupPage step={isReady ? 'ready' : 'rooms'}>
      {step === 'waiting' && <Waiting />}
      {step === 'form' && <RoomsForm lines={lines} onSaving={setSaving} />}
      {isReady && wanted === 'stays' && <StaysImport onDone={back} />}
      {isReady && wanted === 'calendars' && <CalendarsImport onDone={back} />}
      {isReady && wanted !== 'stays' && wanted !== 'calendars' && <Ready />}
    </SetupPage>
  );
}

/** Until the server has said which rooms the house has. */
function Waiting() {
  const { loading, unreachable } = messages();
  const isOffline = shown.value?.replica.link.value.state === 'offline';
  return isOffline ? <Empty title={unreachable} /> : <Skeleton lines={4} label={loading} />;
}

function SetupPage({ step, children }: { step: SetupStep; children: ComponentChildren }) {
  const { setup } = messages();
  const at = STEPS.indexOf(step);
  return (
    <div class="setup">
      <aside class="setup-steps">
        <p class="row b t14">
          <Logo /> {setup.newHouse}
        </p>
        <ol>
          {STEPS.map((one, place) => (
            <li key={one} {...(place === at && { 'aria-current': 'step' })} data-done={place < at}>
              <span class="setup-number">{place < at ? <Icon name="check" small /> : place + 1}</span>
              {place < at ? (
                <a class="link" href={PLACES[one]}>
                  {setup.steps[one]}
                </a>
              ) : (
                setup.steps[one]
              )}
              {one === 'house' && place < at && <span class="ink3 end cut">{copy.value?.property.name}</span>}
            </li>
          ))}
        </ol>
        <p class="t12 ink3">{setup.minutes}</p>
      </aside>
      <main id="content" class="setup-main">
        {children}
      </main>
    </div>
  );
}
