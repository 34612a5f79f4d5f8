// From nothing to a house that can be booked: the house, its rooms with prices, the first booking. Each step is saved when it is
// left, and what exists decides which step comes next.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { copy, shown } from '../../desk/property.ts';
import { person } from '../../desk/session.ts';
import { messages } from '../../language.ts';
import { Icon } from '../../parts/Icon.tsx';
import { Empty, Skeleton } from '../../parts/Notice.tsx';
import { goTo, place } from '../../router.ts';
import { Logo } from '../../shell/Logo.tsx';
import { HouseForm } from './HouseForm.tsx';
import { CalendarsImport } from './import/CalendarsImport.tsx';
import { StaysImport } from './import/StaysImport.tsx';
import { Ready } from './Ready.tsx';
import { RoomsForm } from './RoomsForm.tsx';
import './setup.css';

const STEPS = ['house', 'rooms', 'ready'] as const;
type Step = (typeof STEPS)[number];

export function Setup() {
  const { setup, loading } = messages();
  /** the house whose rooms are being entered: they appear one by one, and the form stays until all are saved */
  const entered = useSignal<number | null>(null);
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
  const { hotelId } = shown.value;
  if (state?.rooms.size === 0 && entered.value === null) entered.value = hotelId;
  const wanted = place().query.get('step');
  const isReady = entered.value !== hotelId && (state?.rooms.size ?? 0) > 0;
  const goOn = () => {
    entered.value = DONE;
  };
  const back = () => goTo('/desk/setup');
  return (
    <SetupPage step={isReady ? 'ready' : 'rooms'}>
      {!isReady && <RoomsForm onDone={goOn} />}
      {isReady && wanted === 'stays' && <StaysImport onDone={back} />}
      {isReady && wanted === 'calendars' && <CalendarsImport onDone={back} />}
      {isReady && wanted !== 'stays' && wanted !== 'calendars' && <Ready />}
    </SetupPage>
  );
}

/** No property has this id. */
const DONE = 0;

function SetupPage({ step, children }: { step: Step; children: ComponentChildren }) {
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
              {setup.steps[one]}
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
