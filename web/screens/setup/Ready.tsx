// The last step: what to do first in the house that is ready.
import { messages } from '../../language.ts';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { BASE, goTo } from '../../router.ts';
import { openNewStay } from '../../shell/open-stay.ts';

export function Ready() {
  const { setup } = messages();
  const enterStay = () => {
    goTo(BASE, { replace: true });
    openNewStay();
  };
  return (
    <div class="setup-form">
      <h1 class="t28 b">{setup.readyTitle}</h1>
      <p class="t14 ink2">{setup.readyAbout}</p>
      <div class="setup-next">
        <button type="button" class="first" onClick={enterStay}>
          <NextStep icon="plus" title={setup.stay} about={setup.stayAbout} />
        </button>
        <a href="/desk/channels">
          <NextStep icon="plug" title={setup.channel} about={setup.channelAbout} />
        </a>
        <a href="/desk/people">
          <NextStep icon="people" title={setup.people} about={setup.peopleAbout} />
        </a>
      </div>
      <footer class="setup-foot">
        <a class="btn" href={BASE}>
          {messages().failed.toStart}
        </a>
      </footer>
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
