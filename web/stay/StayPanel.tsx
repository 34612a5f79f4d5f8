// A form of a stay, in a row of Today or in the drawer.
import type { DeskBooking, ReplicaState } from '../replica/state.ts';
import { CompanionsForm } from './CompanionsForm.tsx';
import { EndForm } from './EndForm.tsx';
import { JoinForm } from './JoinForm.tsx';
import { ChargeForm, PaymentForm } from './MoneyForms.tsx';
import { MoveForm } from './MoveForm.tsx';
import { PartyForm } from './PartyForm.tsx';
import { ReplyForm } from './ReplyForm.tsx';
import './forms.css';

export type StayPanelId = 'payment' | 'charge' | 'reply' | 'move' | 'party' | 'companions' | 'end' | 'join';

type StayPanelProps = {
  panel: StayPanelId;
  booking: DeskBooking;
  state: ReplicaState;
  /** what the guest asks */
  question?: string | null;
  /** the last text that waits for a reply; absent = none does */
  waiting?: number | null;
  onDone: () => void;
};

export function StayPanel({
  panel,
  booking,
  state,
  question = null,
  waiting = null,
  onDone,
}: StayPanelProps) {
  switch (panel) {
    case 'payment':
      return <PaymentForm booking={booking} onDone={onDone} />;
    case 'charge':
      return <ChargeForm booking={booking} onDone={onDone} />;
    case 'reply':
      return <ReplyForm booking={booking} question={question} waiting={waiting} takesFocus onDone={onDone} />;
    case 'move':
      return <MoveForm booking={booking} state={state} onDone={onDone} />;
    case 'party':
      return <PartyForm booking={booking} state={state} onDone={onDone} />;
    case 'companions':
      return <CompanionsForm booking={booking} onDone={onDone} />;
    case 'join':
      return <JoinForm booking={booking} state={state} onDone={onDone} />;
    case 'end':
      return <EndForm booking={booking} state={state} onDone={onDone} />;
  }
}
