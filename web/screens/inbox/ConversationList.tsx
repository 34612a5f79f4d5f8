// The list of the inbox: who wrote, the last text, and what the conversation needs.
import { dayOfMoment, todayIn } from '../../days.ts';
import { copy } from '../../desk/property.ts';
import { formatAge, formatDay, formatDays, formatTime } from '../../format.ts';
import { messages } from '../../language.ts';
import { ChannelMark, State } from '../../parts/Mark.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { daysOfStay } from '../../replica/stays.ts';
import {
  type InboxConversation,
  lastAt,
  lastDelivery,
  type Need,
  needOf,
  textsOf,
  waitingSince,
} from './conversations.ts';
import { bookingOf } from './store.ts';

export type InboxFilter = NonNullable<Need> | 'all';

type ConversationListProps = {
  list: readonly InboxConversation[];
  all: readonly InboxConversation[];
  filter: InboxFilter;
  onFilter: (filter: InboxFilter) => void;
  chosen: InboxConversation | undefined;
  onChoose: (conversation: InboxConversation) => void;
};

export function ConversationList({ list, all, filter, onFilter, chosen, onChoose }: ConversationListProps) {
  const texts = messages().inbox;
  const count = (need: Need) => all.filter((one) => needOf(one) === need).length;
  return (
    <section class="inbox-list" aria-label={texts.conversations}>
      <Tabs
        label={texts.show}
        selected={filter}
        onSelect={onFilter}
        tabs={[
          { id: 'answer', label: texts.toAnswer(count('answer')) },
          { id: 'retry', label: texts.notDelivered(count('retry')) },
          { id: 'all', label: texts.all },
        ]}
      >
        {list.length === 0 && <p class="inbox-none ink2">{texts.none[filter]}</p>}
        <ul>
          {list.map((one) => (
            <li key={one.key}>
              <ConversationRow
                conversation={one}
                isChosen={one.key === chosen?.key}
                onChoose={() => onChoose(one)}
              />
            </li>
          ))}
        </ul>
      </Tabs>
    </section>
  );
}

type RowProps = { conversation: InboxConversation; isChosen: boolean; onChoose: () => void };

function ConversationRow({ conversation, isChosen, onChoose }: RowProps) {
  const texts = messages().inbox;
  const last = textsOf(conversation).at(-1);
  const preview = last?.by === 'house' ? texts.you(last.text) : (last?.text ?? texts.hidden);
  return (
    <button type="button" class="inbox-row" aria-current={isChosen} onClick={onChoose}>
      <span class="row">
        <ChannelMark channel={conversation.channel} />
        <b class="cut">{guestOf(conversation)}</b>
        <span class="end t12 ink3 nowrap">{shortMoment(lastAt(conversation))}</span>
      </span>
      <span class={last?.by === 'house' ? 'cut ink2' : 'cut'}>{preview}</span>
      <span class="row">
        <span class="t12 ink3 cut">{stayText(conversation)}</span>
        <span class="end">
          <NeedState conversation={conversation} />
        </span>
      </span>
    </button>
  );
}

/** Returns the name of whoever the conversation is with. */
export function guestOf({ orderId, guestName }: InboxConversation): string {
  const { booking, somebody } = messages().inbox;
  if (orderId === null) return guestName ?? somebody;
  return bookingOf(orderId)?.name ?? booking(orderId);
}

/** Returns the room and the days of the stay, or that there is none. */
function stayText({ orderId }: InboxConversation): string {
  const state = copy.value;
  const booking = orderId === null ? null : bookingOf(orderId);
  if (orderId === null) return messages().inbox.inquiry;
  if (!booking || !state) return '';
  const { from, until } = daysOfStay(booking, state);
  const place = booking.unit ?? state.rooms.get(booking.room_id)?.name;
  return [place, formatDays(from, until)].filter(Boolean).join(' · ');
}

/** Returns the hour of a moment of today, else its day. */
function shortMoment(moment: string): string {
  const timezone = copy.value?.property.timezone ?? 'UTC';
  const day = dayOfMoment(moment, timezone);
  return day === todayIn(timezone, Date.now()) ? formatTime(moment, timezone) : formatDay(day, 'tiny');
}

/** What a conversation needs, or how its last reply fared. */
function NeedState({ conversation }: { conversation: InboxConversation }) {
  const need = needOf(conversation);
  if (need === 'answer')
    return (
      <State icon="clock" urgency="warn">
        {formatAge(Math.max(0, Date.now() - Date.parse(waitingSince(conversation))))}
      </State>
    );
  const delivery = lastDelivery(conversation);
  return delivery && <DeliveryState delivery={delivery} />;
}

/** How the delivery of a reply stands. */
export function DeliveryState({ delivery }: { delivery: 'queued' | 'sent' | 'failed' }) {
  const texts = messages().inbox.deliveries;
  if (delivery === 'failed')
    return (
      <State icon="ban" urgency="alert">
        {texts.failed}
      </State>
    );
  return <State icon={delivery === 'sent' ? 'check' : 'clock'}>{texts[delivery]}</State>;
}
