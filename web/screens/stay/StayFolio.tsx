// The folio of a stay: what was charged, what was paid, what is open.
import { useSignal } from '@preact/signals';
import { isPostedByBooking } from '../../../src/model/ledger.ts';
import { rightsOf } from '../../desk/property.ts';
import { formatMoney } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button, IconButton } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { State } from '../../parts/Mark.tsx';
import type { DeskBooking } from '../../replica/state.ts';
import { reverseEntry } from '../../stay/changes.ts';
import type { FolioEntry } from '../../stay/folio.ts';
import type { StayPanelId } from '../../stay/StayPanel.tsx';
import { detailOfEntry, foldReversed, nameOfEntry } from './folio-lines.ts';
import { Section } from './Section.tsx';

type StayFolioProps = {
  booking: DeskBooking;
  /** undefined = not here yet, or not readable */
  entries: readonly FolioEntry[] | undefined;
  /** a form is open above */
  isAsking: boolean;
  onPanel: (panel: StayPanelId) => void;
};

export function StayFolio({ booking, entries, isAsking, onPanel }: StayFolioProps) {
  const { folio } = messages().stay;
  const { balance, currency } = booking;
  const { counting, reversed } = foldReversed(entries ?? []);
  const mayPost = rightsOf('ledger:write').changes;
  return (
    <Section
      title={folio.title}
      about={
        balance > 0 && (
          <State urgency="warn" icon="card">
            {folio.openSum(formatMoney(balance, currency))}
          </State>
        )
      }
    >
      {rightsOf('ledger').sees && (
        <table class="table folio">
          <tbody>
            {counting.map((entry) => (
              <FolioLine key={entry.id} entry={entry} mayReverse={mayPost} />
            ))}
            {reversed.length > 0 && <ReversedLines entries={reversed} />}
            <tr class="total">
              <td colSpan={3}>{balance < 0 ? folio.toReturn : folio.toTake}</td>
              <td class="num">{formatMoney(Math.abs(balance), currency)}</td>
            </tr>
          </tbody>
        </table>
      )}
      {mayPost && (
        <div class="row folio-actions">
          {balance !== 0 && (
            <Button small kind={isAsking ? 'plain' : 'next'} onClick={() => onPanel('payment')}>
              {balance > 0
                ? folio.take(formatMoney(balance, currency))
                : folio.giveBack(formatMoney(-balance, currency))}
            </Button>
          )}
          <Button small kind="quiet" icon="plus" onClick={() => onPanel('charge')}>
            {folio.charge}
          </Button>
        </div>
      )}
    </Section>
  );
}

/** What cancels out, behind one line that opens it. */
function ReversedLines({ entries }: { entries: readonly FolioEntry[] }) {
  const isOpen = useSignal(false);
  return (
    <>
      <tr>
        <td colSpan={4}>
          <button
            type="button"
            class="row t12 ink3"
            aria-expanded={isOpen.value}
            onClick={() => {
              isOpen.value = !isOpen.value;
            }}
          >
            <Icon name={isOpen.value ? 'down' : 'right'} small />
            {messages().stay.folio.reversed(entries.length)}
          </button>
        </td>
      </tr>
      {isOpen.value && entries.map((entry) => <FolioLine key={entry.id} entry={entry} isReversed />)}
    </>
  );
}

type LineProps = { entry: FolioEntry; mayReverse?: boolean; isReversed?: boolean };

function FolioLine({ entry, mayReverse = false, isReversed = false }: LineProps) {
  const { folio } = messages().stay;
  const { type, description, amount, currency, reverses_id: reverses } = entry;
  const name = nameOfEntry(entry, folio);
  // Its entries follow from the price of the stay, whose changes correct them.
  const isOfPrice = isPostedByBooking(type);
  const isPayment = type === 'payment' || type === 'refund';
  return (
    <tr class={isReversed ? 'reversed' : ''}>
      <td title={description}>{name}</td>
      <td class="ink3 nowrap">{detailOfEntry(entry, folio)}</td>
      <td class="act">
        {mayReverse && reverses === null && !isOfPrice && (
          <IconButton
            small
            icon="undo"
            label={folio.reverse(name)}
            onClick={() => void reverseEntry(entry)}
          />
        )}
      </td>
      <td class="num">{formatMoney(isPayment ? -amount : amount, currency)}</td>
    </tr>
  );
}
