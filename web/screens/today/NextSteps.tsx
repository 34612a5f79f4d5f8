// What an owner of a new house has not done yet: connect a channel, invite people. Closed for good on this device.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { connectedChannels, type useChannelStatus } from '../../desk/channel-status.ts';
import { PRACTICE } from '../../desk/practice.ts';
import { isArchived, shown } from '../../desk/property.ts';
import { read } from '../../desk/server.ts';
import { messages } from '../../language.ts';
import { IconButton } from '../../parts/Button.tsx';
import { readChoice, storeChoice } from '../../stored-choice.ts';
import { type NextStepId, nextSteps } from './next-steps.ts';

const CLOSED = 'closed';
/** Each owner closes them for each house. */
const keyOf = () => `innwire.next-steps.${shown.value?.userId}.${shown.value?.hotelId}`;
const PATHS: Record<NextStepId, string> = {
  channel: '/desk/channels?view=connections&connect=new',
  people: '/desk/people',
};

type Props = {
  /** of the channels; null = not here yet */
  status: ReturnType<typeof useChannelStatus>;
};

export function NextSteps({ status }: Props) {
  const key = keyOf();
  return <StepsOf key={key} storedAs={key} status={status} />;
}

function StepsOf({ storedAs, status }: Props & { storedAs: string }) {
  const isOpen = useSignal(readChoice(storedAs) !== CLOSED);
  const isOwners = shown.value?.role === 'owner' && shown.value.hotelId !== null;
  const isAsked = isOpen.value && isOwners && !isArchived.value;
  const people = usePeopleCount(isAsked);
  if (!isAsked || !status || people === null) return null;
  const channels = connectedChannels(status).filter((channel) => channel !== PRACTICE);
  const steps = nextSteps({ channels: channels.length, people });
  if (steps.length === 0) return null;
  const { setup, close } = messages();
  const texts: Record<NextStepId, string> = { channel: setup.channel, people: setup.people };
  return (
    <div class="next-steps">
      <span class="ink2">{setup.next}</span>
      {steps.map((step) => (
        <a key={step} class="act" href={PATHS[step]}>
          {texts[step]}
        </a>
      ))}
      <span class="end">
        <IconButton
          small
          icon="x"
          label={close}
          onClick={() => {
            storeChoice(storedAs, CLOSED);
            isOpen.value = false;
          }}
        />
      </span>
    </div>
  );
}

/** Returns how many people may sign in; null = not known. */
function usePeopleCount(isAsked: boolean): number | null {
  const count = useSignal<number | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    const aborted = new AbortController();
    read<unknown[]>('/operator/users', {}, aborted.signal).then(
      (users) => {
        count.value = users.length;
      },
      () => {
        // Then nothing is said.
      },
    );
    return () => aborted.abort();
  }, [isAsked]);
  return count.value;
}
