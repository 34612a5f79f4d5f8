// The page of parts: marks, tables, what floats, and what stands where nothing is.
import { useSignal } from '@preact/signals';
import { dayOfDate } from '../../days.ts';
import { Button } from '../../parts/Button.tsx';
import { Drawer } from '../../parts/Drawer.tsx';
import { Avatar, Badge, ChannelMark, channelName, State } from '../../parts/Mark.tsx';
import { Menu, type MenuItem } from '../../parts/Menu.tsx';
import { Banner, Empty, Failed, Skeleton } from '../../parts/Notice.tsx';
import { showToast, ToastLine } from '../../parts/Toast.tsx';
import { DateText, Money } from '../../parts/Value.tsx';

export function Marks() {
  return (
    <>
      <div class="wrap">
        <State icon="check">confirmed</State>
        <State icon="in" urgency="act">
          arrives today
        </State>
        <State icon="card" urgency="warn">
          <Money amount={86} currency="EUR" /> to take
        </State>
        <State icon="ban" urgency="alert">
          refused
        </State>
        <State icon="ask" urgency="warn">
          unknown
        </State>
      </div>
      <div class="wrap">
        <Badge>12 nights</Badge>
        <Badge open>Draft</Badge>
        <Badge icon="in" urgency="act">
          Arrives today
        </Badge>
        <Badge icon="broom" urgency="warn">
          To clean
        </Badge>
        <Badge icon="clash" urgency="alert">
          Sold twice
        </Badge>
      </div>
      <div class="wrap">
        {['booking_com', 'airbnb', 'expedia', 'vrbo', 'direct', 'hrs'].map((channel) => (
          <span key={channel} class="row">
            <ChannelMark channel={channel} />
            <span class="ink2">{channelName(channel)}</span>
          </span>
        ))}
      </div>
      <div class="wrap">
        <Avatar name="Maria Thaler" />
        <Avatar name="Ana" small />
        <Avatar name="Agent for Maria" agent />
        <span class="live">live · #48 211</span>
        <span class="live late">offline since 10:26</span>
      </div>
    </>
  );
}

const SAMPLE_TOAST = { text: 'Moved to 204, +€40', undo: () => {} };
const MENU: MenuItem[] = [
  { label: 'Move', icon: 'swap', keys: 'M', run: () => showToast(SAMPLE_TOAST) },
  { label: 'Split', icon: 'split', keys: 'S', run: () => {} },
  { label: 'Message', icon: 'msg', keys: 'R', run: () => {} },
  'line',
  { label: 'Cancel stay', icon: 'ban', run: () => {}, disabled: true },
];

export function Floating() {
  const drawer = useSignal(false);
  const show = (shown: boolean) => () => {
    drawer.value = shown;
  };
  return (
    <>
      <div class="wrap">
        <Menu class="btn" button="Menu" items={MENU} />
        <Button onClick={show(true)}>Drawer</Button>
        <Button onClick={() => showToast(SAMPLE_TOAST)}>Message</Button>
      </div>
      <div class="wrap">
        <ToastLine {...SAMPLE_TOAST} />
        <ToastLine text="Ana moved the departure 4 s ago" />
      </div>
      {drawer.value && (
        <Drawer
          title="Siobhán Gallagher"
          about={<Badge urgency="act">Arrives today</Badge>}
          onClose={show(false)}
        >
          <p class="ink2">The details of one thing, while its place stays in sight.</p>
        </Drawer>
      )}
    </>
  );
}

export function Rows() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="scroll" aria-label="Table" tabIndex={0}>
      <table class="table">
        <thead>
          <tr>
            <th>Guest</th>
            <th>Stay</th>
            <th>Room</th>
            <th>Channel</th>
            <th class="num">Total</th>
            <th class="num">Open</th>
          </tr>
        </thead>
        <tbody>
          <Row name="Siobhán Gallagher" room="301" channel="booking_com" total={902.4} open={262.4} />
          <Row name="Anna-Lena Kowalczyk-Hoffmannsthal" channel="expedia" total={296} open={0} />
        </tbody>
      </table>
    </section>
  );
}

type RowProps = { name: string; room?: string; channel: string; total: number; open: number };

function Row({ name, room, channel, total, open }: RowProps) {
  return (
    <tr>
      <td class="m">{name}</td>
      <td class="nowrap">
        <DateText day={dayOfDate('2026-06-11')} /> – <DateText day={dayOfDate('2026-06-15')} />
      </td>
      <td>
        {room ?? (
          <State icon="bed" urgency="warn">
            none
          </State>
        )}
      </td>
      <td>
        <span class="row">
          <ChannelMark channel={channel} />
          {channelName(channel)}
        </span>
      </td>
      <td class="num">
        <Money amount={total} currency="EUR" />
      </td>
      <td class={open > 0 ? 'num warn m' : 'num ink3'}>
        <Money amount={open} currency="EUR" />
      </td>
    </tr>
  );
}

export function Loading() {
  return (
    <>
      <div class="four">
        <div class="box">
          <Empty title="Nobody arrives today.">Tomorrow: 3.</Empty>
        </div>
        <div class="box">
          <Skeleton lines={3} label="Loading" />
        </div>
        <div class="box">
          <Failed title="This screen cannot be shown" action={{ label: 'Load again', run: () => {} }}>
            Changes that are not sent yet are kept.
          </Failed>
        </div>
        <div class="box">
          <State icon="warn" urgency="alert">
            Not saved
          </State>
          <p class="ink2">204 was sold to Bauer 2 s ago. Free now: 201, 206.</p>
          <Button small kind="next">
            Take 206
          </Button>
        </div>
        <div class="box">
          <State icon="offline" urgency="warn">
            From 10:26
          </State>
          <p class="ink2">You can read and search. Prices wait for the network.</p>
        </div>
      </div>
      <div class="banners">
        <Banner icon="offline" urgency="warn">
          <b class="m">No network since 10:26.</b> It goes on by itself.
        </Banner>
        <Banner icon="plug" urgency="alert" action={<Button small>Open</Button>}>
          <b class="m">Expedia refused 4 nights.</b> It sells Superior without our minimum.
        </Banner>
        <Banner icon="history" urgency="act" action={<Button small>Now</Button>}>
          You see the house as of <DateText day={dayOfDate('2026-06-04')} />, 10:40.
        </Banner>
      </div>
    </>
  );
}

export function LongTexts() {
  return (
    <div class="wrap" lang="de">
      <Button kind="primary">Reservierung bestätigen</Button>
      <Button>Reservierungsbestätigung senden</Button>
      <Button kind="next" small>
        Kurtaxe nachberechnen
      </Button>
      <Badge icon="bed" urgency="warn">
        Zimmerzuweisung fehlt
      </Badge>
      <span class="narrow cut">Stornierungsbedingungen, Nichtraucherzimmer</span>
    </div>
  );
}
