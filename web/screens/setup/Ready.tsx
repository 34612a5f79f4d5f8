// The last step: what to do first in the house that is ready.
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { connectedChannels, useChannelStatus } from '../../desk/channel-status.ts';
import { connectPractice, PRACTICE, practiceStays } from '../../desk/practice.ts';
import { copy } from '../../desk/property.ts';
import { person } from '../../desk/session.ts';
import { formatDays } from '../../format.ts';
import { messages } from '../../language.ts';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { daysOfStay } from '../../replica/stays.ts';
import { BASE, goTo } from '../../router.ts';
import { openNewStay } from '../../shell/open-stay.ts';

export function Ready() {
  const { setup } = messages();
  const title = useRef<HTMLHeadingElement>(null);
  // The button that led here is gone: a screen reader goes on with what is said now.
  useLayoutEffect(() => title.current?.focus(), []);
  const enterStay = () => {
    goTo(BASE, { replace: true });
    openNewStay();
  };
  return (
    <div class="setup-form">
      <h1 ref={title} class="t28 b" tabIndex={-1}>
        {setup.readyTitle}
      </h1>
      <p class="t14 ink2">{setup.readyAbout}</p>
      <div class="setup-next">
        <button type="button" class="first" onClick={enterStay}>
          <NextStep icon="plus" title={setup.stay} about={setup.stayAbout} />
        </button>
        <Practice />
        <a href="/desk/setup?step=stays">
          <NextStep icon="download" title={setup.takeOver} about={setup.takeOverAbout} />
        </a>
        <a href="/desk/setup?step=calendars">
          <NextStep icon="calendar" title={setup.calendars} about={setup.calendarsAbout} />
        </a>
        <a href="/desk/channels?view=connections&connect=new">
          <NextStep icon="plug" title={setup.channel} about={setup.channelAbout} />
        </a>
        <a href="/desk/people">
          <NextStep icon="people" title={setup.people} about={setup.peopleAbout} />
        </a>
      </div>
      <SignInNextTime />
      <footer class="setup-foot">
        <a class="btn" href={BASE}>
          {setup.openDesk}
        </a>
      </footer>
    </div>
  );
}

/** The first link is valid once: how the person comes in from now on. */
function SignInNextTime() {
  const { setup } = messages();
  if (!person.value) return null;
  const { name, has_password: hasPassword } = person.value;
  return (
    <p class="setup-sign-in ink2">
      <Icon name="user" small />
      <span>
        {hasPassword ? setup.signInAs(name) : setup.noPassword(name)}{' '}
        <a class="link" href="/desk/account">
          {setup.toAccount}
        </a>
      </span>
    </p>
  );
}

/** One click connects the practice channel; then its first booking is waited for, and shown. */
function Practice() {
  const { practice, setup } = messages();
  const isMade = useSignal(false);
  const isHere = connectedChannels(useChannelStatus()).includes(PRACTICE) || isMade.value;
  const connect = async () => {
    isMade.value = await connectPractice();
  };
  if (!isHere)
    return (
      <button type="button" onClick={() => void connect()}>
        <NextStep icon="swap" title={setup.practice} about={setup.practiceAbout} />
      </button>
    );
  const state = copy.value!;
  const [first] = practiceStays(state);
  if (!first)
    return (
      <p class="setup-practice" role="status">
        <Icon name="clock" />
        <span>{practice.waiting}</span>
      </p>
    );
  const { from, until } = daysOfStay(first, state);
  const room = state.rooms.get(first.room_id)?.name ?? '';
  return (
    <div class="setup-practice">
      <Icon name="check" />
      <span>
        <span class="m" role="status">
          {practice.arrived(first.name, `${room}, ${formatDays(from, until)}`)}
        </span>
        <span class="row">
          <a class="link" href="/desk/calendar">
            {practice.inCalendar}
          </a>
          <a class="link" href="/desk/channels">
            {practice.proof}
          </a>
        </span>
      </span>
    </div>
  );
}

function NextStep({ icon, title, about }: { icon: IconName; title: string; about: string }) {
  return (
    <>
      <Icon name={icon} />
      <span>
        <span class="m">{title}</span>
        <span class="ink2">{about}</span>
      </span>
      <Icon name="right" />
    </>
  );
}
