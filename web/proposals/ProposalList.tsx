// Proposals of agents as rows: what would be done, who proposes it since when, and the two answers.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import type { ProposalRecord } from '../../src/api/proposal-records.ts';
import { formatAge } from '../format.ts';
import { useShortcuts } from '../keys.ts';
import { messages } from '../language.ts';
import { Button, classesOf, IconButton } from '../parts/Button.tsx';
import { Avatar, State } from '../parts/Mark.tsx';
import { openStay } from '../shell/open-stay.ts';
import { approve, decidesProposals, decline } from './proposals.ts';
import './proposals.css';
import { proposerOf, sentenceOf } from './sentence.ts';

type ProposalListProps = {
  proposals: readonly ProposalRecord[];
  /** in a drawer, whose keys work while it is open */
  inDialog?: boolean;
};

/** Enter and Backspace answer the row that has the focus. Nothing is shown where nothing waits. */
export function ProposalList({ proposals, inDialog = false }: ProposalListProps) {
  const titleId = useId();
  const focused = useSignal<number | null>(null);
  const texts = messages().proposals;
  const current = proposals.find(({ proposal_id: id }) => id === focused.value);
  const answer = (decide: typeof approve) => () => {
    if (!current) return;
    focusNext();
    decide(current);
  };
  useShortcuts(
    current && decidesProposals()
      ? [
          { keys: 'Enter', label: texts.approve, run: answer(approve) },
          { keys: 'Backspace', label: texts.decline, run: answer(decline) },
        ]
      : [],
    { inDialog },
  );
  const count = inDialog ? 1 : proposals.length;
  const isOpen = useFold(count);
  if (proposals.length === 0) return null;
  const isFolded = count > 1 && !isOpen.value;
  return (
    <section class="proposals" aria-labelledby={titleId}>
      <header>
        <h2 id={titleId} class="t16 b">
          {texts.title}
        </h2>
        <span class="t16 ink3">{proposals.length}</span>
        {isFolded && <span class="cut ink2 proposals-first">{sentenceOf(proposals[0]!)}</span>}
        {decidesProposals() && !isFolded && (
          <span class="end t12 ink3 key-hints">
            <kbd>↵</kbd> {texts.approve} <kbd>⌫</kbd> {texts.decline}
          </span>
        )}
        {count > 1 && <FoldButton isOpen={isOpen} />}
      </header>
      <ul hidden={isFolded}>
        {(isFolded ? [] : proposals).map((proposal) => (
          <ProposalRow
            key={proposal.proposal_id}
            proposal={proposal}
            opensStay={!inDialog}
            isCurrent={proposal === current}
            onFocus={(has) => {
              const { proposal_id: id } = proposal;
              if (has) focused.value = id;
              else if (focused.value === id) focused.value = null;
            }}
          />
        ))}
      </ul>
    </section>
  );
}

/**
 * Whether the rows are shown. Several that are there at first are a line with their number until somebody wants to see them; what is shown
 * stays when more come, since a key may be about to answer it.
 */
function useFold(count: number): Signal<boolean | null> {
  const isOpen = useSignal<boolean | null>(null);
  useEffect(() => {
    if (count === 0) isOpen.value = null;
    else isOpen.value ??= count === 1;
  }, [count]);
  return isOpen;
}

function FoldButton({ isOpen }: { isOpen: Signal<boolean | null> }) {
  const texts = messages().proposals;
  return (
    <Button
      small
      kind="quiet"
      aria-expanded={isOpen.value === true}
      onClick={() => {
        isOpen.value = !isOpen.value;
      }}
    >
      {isOpen.value ? texts.fold : texts.show}
    </Button>
  );
}

/** Moves the focus to the next row, else to the one before: the row that has it leaves. */
function focusNext(): void {
  const row = document.activeElement?.closest('.proposals li');
  const other = row?.nextElementSibling ?? row?.previousElementSibling;
  other?.querySelector<HTMLElement>('.proposal-row')?.focus();
}

type ProposalRowProps = {
  proposal: ProposalRecord;
  opensStay: boolean;
  isCurrent: boolean;
  onFocus: (has: boolean) => void;
};

function ProposalRow({ proposal, opensStay, isCurrent, onFocus }: ProposalRowProps) {
  const texts = messages().proposals;
  const { created_at: since, order_id: order, problem } = proposal;
  const sentence = sentenceOf(proposal);
  const who = proposerOf(proposal);
  const age = formatAge(Date.now() - Date.parse(since));
  return (
    <li>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons that takes the keys of its row */}
      <div
        role="group"
        class={classesOf('proposal-row', isCurrent && 'current')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: Enter and Backspace answer the row
        tabIndex={0}
        aria-label={[sentence, who, problem?.detail].filter(Boolean).join(', ')}
        onFocus={() => onFocus(true)}
        onBlur={() => onFocus(false)}
      >
        <Avatar name={who} agent small />
        <div class="grow">
          <p class="m">{sentence}</p>
          <p class="sub">
            {who} · {age}
            {problem && (
              <State urgency="alert" icon="warn">
                {problem.detail}
              </State>
            )}
          </p>
        </div>
        {opensStay && order !== null && (
          <IconButton icon="go" small label={`${texts.open}: ${sentence}`} onClick={() => openStay(order)} />
        )}
        <Button
          small
          kind="quiet"
          disabled={!decidesProposals()}
          aria-label={`${problem ? texts.putAway : texts.decline}: ${sentence}`}
          onClick={() => decline(proposal)}
        >
          {problem ? texts.putAway : texts.decline}
        </Button>
        <Button
          small
          kind="next"
          disabled={!decidesProposals()}
          aria-label={`${texts.approve}: ${sentence}`}
          onClick={() => approve(proposal)}
          {...(isCurrent && { keys: '↵' })}
        >
          {problem ? texts.again : texts.approve}
        </Button>
      </div>
    </li>
  );
}
