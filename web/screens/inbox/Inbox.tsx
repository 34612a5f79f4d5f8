// The inbox: conversations of all channels, those without an answer first; the chosen one; and the stay it belongs to.
import { useSignal } from '@preact/signals';
import { currency } from '../../desk/property.ts';
import { useShortcuts } from '../../keys.ts';
import { messages } from '../../language.ts';
import { Empty, Skeleton } from '../../parts/Notice.tsx';
import { goTo, place } from '../../router.ts';
import { isPhone } from '../../screen-width.ts';
import { openStay } from '../../shell/open-stay.ts';
import { PageHead } from '../../shell/PageHead.tsx';
import { ConversationList, type InboxFilter } from './ConversationList.tsx';
import { type InboxConversation, needOf } from './conversations.ts';
import './inbox.css';
import { StayBeside } from './StayBeside.tsx';
import { conversations, ordered, useConversations } from './store.ts';
import { Thread } from './Thread.tsx';

const ADDRESS = '/desk/inbox';

export function Inbox() {
  useConversations();
  const { screens, inbox: texts, loading } = messages();
  const filter = useSignal<InboxFilter>('answer');
  const toAnswer = ordered.value.filter((one) => needOf(one) === 'answer').length;
  // With nothing to answer, all are shown.
  const current: InboxFilter = filter.value === 'answer' && toAnswer === 0 ? 'all' : filter.value;
  const list = ordered.value.filter((one) => current === 'all' || needOf(one) === current);
  const chosen = chosenIn(list);
  useInboxKeys(list, chosen);
  const isThreadShown = chosen !== undefined && (!isPhone.value || place().query.has('of'));
  return (
    <>
      <PageHead title={screens.inbox} about={conversations.value ? texts.about(toAnswer) : undefined} />
      {conversations.value === null ? (
        <main id="content" class="page">
          <Skeleton lines={6} label={loading} />
        </main>
      ) : conversations.value.size === 0 ? (
        <main id="content" class="page">
          <Empty title={texts.nothing}>{texts.nothingHelp}</Empty>
        </main>
      ) : (
        <main id="content" class="inbox">
          {!(isPhone.value && isThreadShown) && (
            <ConversationList
              list={list}
              all={ordered.value}
              filter={current}
              onFilter={(id) => {
                filter.value = id;
              }}
              chosen={isPhone.value ? undefined : chosen}
              onChoose={choose}
            />
          )}
          {isThreadShown && (
            <Thread
              key={chosen.key}
              conversation={chosen}
              onReply={() => choose(chosen, { replace: true })}
              onBack={isPhone.value ? () => goTo(ADDRESS) : null}
            />
          )}
          {isThreadShown && !isPhone.value && <StayBeside conversation={chosen} currency={currency.value} />}
        </main>
      )}
    </>
  );
}

function useInboxKeys(list: readonly InboxConversation[], chosen: InboxConversation | undefined): void {
  const texts = messages().inbox;
  const move = (by: number) => {
    const at = list.indexOf(chosen!);
    const next = list[Math.max(0, Math.min(list.length - 1, at + by))];
    if (next) choose(next, { replace: true });
  };
  useShortcuts([
    { keys: 'j', label: texts.keys.next, run: () => move(1), disabled: !chosen },
    { keys: 'k', label: texts.keys.before, run: () => move(-1), disabled: !chosen },
    {
      keys: 'r',
      label: texts.keys.reply,
      run: () => document.querySelector<HTMLElement>('.reply textarea')?.focus(),
      disabled: !chosen,
    },
    {
      keys: 'o',
      label: texts.keys.open,
      run: () => openStay(chosen!.orderId!),
      disabled: chosen?.orderId == null,
    },
  ]);
}

/** Returns the conversation that the address names, wherever it stands now, else the first of the list. */
function chosenIn(list: readonly InboxConversation[]): InboxConversation | undefined {
  const key = place().query.get('of');
  return (key !== null && conversations.value?.get(key)) || list[0];
}

function choose({ key }: InboxConversation, { replace = !isPhone.value } = {}): void {
  goTo(`${ADDRESS}?of=${key}`, { replace });
}
