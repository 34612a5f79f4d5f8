// The drawer of a stay: everything about it, and everything that can be done with it; or the form that books one.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { copy, isLive } from '../../desk/property.ts';
import type { DeskProblem } from '../../desk/server.ts';
import { useUnanswered } from '../../desk/unanswered.ts';
import { GuestRequestList } from '../../guest-requests/GuestRequestList.tsx';
import { useGuestRequests } from '../../guest-requests/guest-requests.ts';
import { GuestReviewList } from '../../guest-reviews/GuestReviewList.tsx';
import { useGuestReviews } from '../../guest-reviews/guest-reviews.ts';
import { useShortcuts } from '../../keys.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Drawer } from '../../parts/Drawer.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Badge } from '../../parts/Mark.tsx';
import { Menu } from '../../parts/Menu.tsx';
import { Banner, Empty, Skeleton } from '../../parts/Notice.tsx';
import { ProposalList } from '../../proposals/ProposalList.tsx';
import { useProposals } from '../../proposals/proposals.ts';
import { nextActionOf } from '../../replica/next-action.ts';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { closeStay, type OpenStay } from '../../shell/open-stay.ts';
import { actionLabel } from '../../stay/action-label.ts';
import { Differences } from '../../stay/Differences.tsx';
import { useFolio } from '../../stay/folio.ts';
import { RefusalBelow } from '../../stay/RefusalBelow.tsx';
import { StayPanel, type StayPanelId } from '../../stay/StayPanel.tsx';
import { doAction, mayDo, mayMove, mayNameCompanions, stayMenu } from '../../stay/stay-menu.ts';
import { stateOfStay } from '../../stay/stay-state.ts';
import { type RefusedChange, refusedChange } from '../../stay/ways-on.ts';
import { bookedNow } from './booked-now.ts';
import { NewStay } from './NewStay.tsx';
import { StayChannels } from './StayChannels.tsx';
import { StayConflict } from './StayConflict.tsx';
import { StayConversation } from './StayConversation.tsx';
import { StayFacts } from './StayFacts.tsx';
import { StayFolio } from './StayFolio.tsx';
import { StayGroup } from './StayGroup.tsx';
import { StayGuest } from './StayGuest.tsx';
import { StayHistory } from './StayHistory.tsx';
import { StayPrice } from './StayPrice.tsx';
import { StayTasks } from './StayTasks.tsx';
import './stay.css';
import { useBooking } from './use-booking.ts';

export function StayDrawer({ opened }: { opened: OpenStay }) {
  if ('newStay' in opened) return <NewStay given={opened.newStay} />;
  return <OpenedStay key={opened.orderId} orderId={opened.orderId} />;
}

function OpenedStay({ orderId }: { orderId: number }) {
  const booking = useBooking(orderId);
  const state = copy.value;
  const { stay, loading } = messages();
  if (booking && state) return <Stay booking={booking} state={state} />;
  return (
    <Drawer title={stay.title} class="stay-drawer" onClose={closeStay}>
      <div class="stay-waiting">
        {booking === null ? <Empty title={stay.notFound} /> : <Skeleton lines={4} label={loading} />}
      </div>
    </Drawer>
  );
}

type StayProps = { booking: DeskBooking; state: ReplicaState };

function Stay({ booking, state }: StayProps) {
  const { stay } = messages();
  const panel = useSignal<OpenForm>(null);
  const asked = useSignal(0);
  const refused = useSignal<{ version: string; refusal: RefusedChange } | null>(null);
  const acting = {
    booking,
    state,
    // The conversation has the field already.
    showPanel: (shown: StayPanelId) => {
      if (shown === 'reply') asked.value += 1;
      else panel.value = shown;
    },
    showRefusal: (refusal: RefusedChange | null) => {
      refused.value = refusal && { version: booking.updated_at, refusal };
    },
  };
  const showRefused = (problem: DeskProblem) =>
    acting.showRefusal(refusedChange({ problem, booking, state }, acting.showRefusal));
  useEffect(() => {
    const booked = bookedNow.value;
    bookedNow.value = null;
    if (booked?.orderId !== booking.order_id) return;
    panel.value = 'payment';
    if (booked.refused) showRefused(booked.refused);
  }, []);
  const question = useUnanswered()?.find(({ rid }) => rid === booking.order_id)?.message ?? null;
  const isRefused = refused.value?.version === booking.updated_at;
  return (
    <Drawer
      class="stay-drawer"
      title={booking.name || stay.noGuestName}
      about={<StayBadge booking={booking} state={state} />}
      actions={
        <StayActions acting={acting} isUnanswered={question !== null} isAsking={panel.value !== null} />
      }
      facts={
        <StayFacts
          booking={booking}
          state={state}
          onChange={mayMove(booking) ? acting.showPanel : undefined}
          onCompanions={mayNameCompanions() ? () => acting.showPanel('companions') : undefined}
        />
      }
      onClose={closeStay}
    >
      {isRefused && (
        <div class="stay-panel">
          <RefusalBelow {...refused.value!.refusal} />
        </div>
      )}
      <OpenPanel booking={booking} state={state} panel={panel} />
      <WithoutServer />
      <Columns {...{ booking, state, panel }} asked={asked.value} />
    </Drawer>
  );
}

/** The form that is open above the columns. */
function OpenPanel({ booking, state, panel }: StayProps & { panel: Signal<OpenForm> }) {
  if (panel.value === null || panel.value === 'group') return null;
  return (
    <div class="stay-panel">
      <StayPanel
        key={panel.value}
        panel={panel.value}
        booking={booking}
        state={state}
        onDone={() => {
          panel.value = null;
        }}
      />
    </div>
  );
}

/** Says what cannot be shown now. */
function WithoutServer() {
  if (isLive.value) return null;
  return (
    <Banner urgency="warn" icon="offline">
      {messages().unsent.needsNetwork}
    </Banner>
  );
}

/** The form that is open: one of the panel above, or that of a payment for the group. */
type OpenForm = StayPanelId | 'group' | null;

type ColumnsProps = StayProps & {
  panel: Signal<OpenForm>;
  /** how often somebody asked to write */
  asked: number;
};

/** The stay and its money; what was said and done. */
function Columns({ booking, state, panel, asked }: ColumnsProps) {
  const onPanel = (shown: StayPanelId) => {
    panel.value = shown;
  };
  const { order_id: orderId } = booking;
  const ofStay = useProposals().filter(({ order_id: id }) => id === orderId);
  const reviews = useGuestReviews().filter(({ order_id: id }) => id === orderId);
  const requests = useGuestRequests().filter(({ order_id: id }) => id === orderId);
  const entries = useFolio({ order_id: orderId });
  return (
    <div class="stay-columns">
      <div>
        <GuestRequestList requests={requests} ofOneGuest />
        <GuestReviewList reviews={reviews} />
        <ProposalList proposals={ofStay} inDialog />
        <StayConflict booking={booking} onMove={() => onPanel('move')} />
        <Differences booking={booking} state={state} />
        <StayPrice booking={booking} state={state} entries={entries} />
        <StayFolio booking={booking} entries={entries} isAsking={panel.value !== null} onPanel={onPanel} />
        <StayGuest booking={booking} />
        <StayTasks booking={booking} />
      </div>
      <div>
        <StayConversation booking={booking} state={state} asked={asked} />
        <StayGroup
          booking={booking}
          state={state}
          isPaying={panel.value === 'group'}
          onPaying={(isPaying) => {
            panel.value = isPaying ? 'group' : null;
          }}
        />
        <StayChannels booking={booking} state={state} />
        <StayHistory booking={booking} state={state} />
      </div>
    </div>
  );
}

/** The state, and the number of the booking. */
function StayBadge({ booking, state }: StayProps) {
  const { label, ...badge } = stateOfStay(booking, state);
  return (
    <>
      <Badge {...badge}>{label}</Badge>
      <span class="ink3 t12 nowrap">{booking.order_id}</span>
    </>
  );
}

type StayActionsProps = {
  acting: Parameters<typeof stayMenu>[0];
  isUnanswered: boolean;
  /** a form is open, and what it asks comes first */
  isAsking: boolean;
};

/** The next action, the message, and everything else in a menu. */
function StayActions({ acting, isUnanswered, isAsking }: StayActionsProps) {
  const { booking, state, showPanel } = acting;
  const { menu, actions } = messages().stay;
  const { more } = messages().today;
  // The conflict is solved by the choices below; what is done seldom is in the menu.
  const next = nextActionOf({ ...booking, conflict: null }, state, isUnanswered);
  const action = next && next !== 'charge' && mayDo(next) ? next : null;
  const act = () => action && doAction(action, acting);
  useShortcuts(
    [
      {
        keys: 'Enter',
        label: action ? actionLabel(action, booking) : actions.charge,
        run: () => void act(),
        disabled: !action || isAsking,
      },
      { keys: 'r', label: menu.message, run: () => showPanel('reply'), disabled: !mayDo('reply') },
      { keys: 'm', label: menu.move, run: () => showPanel('move'), disabled: !mayMove(acting.booking) },
    ],
    { inDialog: true },
  );
  return (
    <>
      {action && (
        <Button {...(!isAsking && { kind: 'primary', keys: '↵' })} onClick={act}>
          {actionLabel(action, booking)}
        </Button>
      )}
      {mayDo('reply') && action !== 'reply' && (
        <span class="wide-only">
          <Button icon="msg" onClick={() => showPanel('reply')}>
            {menu.message}
          </Button>
        </span>
      )}
      <Menu
        class="btn icon"
        label={more(booking.name)}
        button={<Icon name="more" />}
        items={stayMenu(acting)}
      />
    </>
  );
}
