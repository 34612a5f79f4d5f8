// The conversation with a guest.
import { api, rightsOf } from '../../desk/property.ts';
import { type DeskMessage, lastWaiting } from '../../desk/unanswered.ts';
import { useList } from '../../desk/use-list.ts';
import { formatMoment } from '../../format.ts';
import { messages } from '../../language.ts';
import { channelName, State } from '../../parts/Mark.tsx';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { Attachments } from '../../stay/Attachments.tsx';
import { DeliveryReason } from '../../stay/DeliveryReason.tsx';
import { ReplyForm } from '../../stay/ReplyForm.tsx';
import { Section } from './Section.tsx';

type ConversationProps = {
  booking: DeskBooking;
  state: ReplicaState;
  /** how often somebody asked to write */
  asked: number;
};

export function StayConversation({ booking, state, asked }: ConversationProps) {
  const { conversation } = messages().stay;
  const { sees, changes } = rightsOf('messages');
  const exchanges = useList<DeskMessage>({
    path: sees ? api('messages') : null,
    query: { rid: booking.order_id },
    isConcerned: ({ kind, data }) => kind.startsWith('message.') && data['rid'] === booking.order_id,
  });
  if (!sees) return null;
  const waiting = lastWaiting(exchanges ?? []);
  return (
    <Section title={conversation.title}>
      {exchanges?.map((exchange) => (
        <Exchange key={exchange.id} exchange={exchange} timezone={state.property.timezone} />
      ))}
      {exchanges?.length === 0 && <p class="ink3 t12">{conversation.none}</p>}
      {changes && <ReplyForm booking={booking} waiting={waiting} asked={asked} />}
    </Section>
  );
}

/** What the guest wrote, and what was answered. */
function Exchange({ exchange, timezone }: { exchange: DeskMessage; timezone: string }) {
  const {
    message,
    reply,
    created_at: created,
    replied_at: replied,
    channel,
    delivery,
    delivery_error: error,
    delivery_error_cause: cause = null,
  } = exchange;
  const { conversation } = messages().stay;
  const at = (moment: string) => formatMoment(moment, timezone);
  return (
    <>
      {message !== null && (
        <div class="bubble">
          {message}
          <span class="t12 ink3">
            {at(created)} · {channelName(channel)}
          </span>
          <Attachments messageId={exchange.id} attachments={exchange.attachments} />
        </div>
      )}
      {reply !== null && (
        <div class="bubble ours">
          {reply}
          <span class="t12 ink3">
            {replied && at(replied)}
            {delivery && ` · ${conversation.delivery[delivery]}`}
          </span>
          {error && (
            <State urgency="warn" icon="warn">
              <span class="cut">
                <DeliveryReason channel={channel} error={error} cause={cause} />
              </span>
            </State>
          )}
        </div>
      )}
    </>
  );
}
