// The folio of a stay: what was charged, what was paid, what is open.
import type { Static } from 'typebox';
import type { accountingEntrySchema } from '../../../src/api/records.ts';
import { isPostedByBooking } from '../../../src/model/ledger.ts';
import { dayOfDate } from '../../days.ts';
import { api, rightsOf } from '../../desk/property.ts';
import { useList } from '../../desk/use-list.ts';
import { formatDay, formatMoney } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button, IconButton } from '../../parts/Button.tsx';
import { State } from '../../parts/Mark.tsx';
import type { DeskBooking } from '../../replica/state.ts';
import { reverseEntry } from '../../stay/changes.ts';
import type { StayPanelId } from '../../stay/StayPanel.tsx';
import { Section } from './Section.tsx';

type FolioEntry = Static<typeof accountingEntrySchema>;
type StayFolioProps = { booking: DeskBooking; onPanel: (panel: StayPanelId) => void };

export function StayFolio({ booking, onPanel }: StayFolioProps) {
  const { folio } = messages().stay;
  const { order_id: orderId, balance, currency } = booking;
  const entries = useList<FolioEntry>({
    path: rightsOf('ledger').sees ? api('accounting') : null,
    query: { order_id: orderId },
    isConcerned: ({ kind, data }) =>
      (kind === 'accounting.posted' || kind.startsWith('booking.')) && data['order_id'] === orderId,
  });
  const mayPost = rightsOf('ledger').changes;
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
            {(entries ?? []).map((entry) => (
              <FolioLine key={entry.id} entry={entry} entries={entries!} mayReverse={mayPost} />
            ))}
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
            <Button small kind="next" onClick={() => onPanel('payment')}>
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

type LineProps = { entry: FolioEntry; entries: readonly FolioEntry[]; mayReverse: boolean };

function FolioLine({ entry, entries, mayReverse }: LineProps) {
  const { folio } = messages().stay;
  const { id, type, description, amount, date, currency, method, reverses_id: reverses } = entry;
  const isReversed = reverses !== null || entries.some((one) => one.reverses_id === id);
  // Its entries follow from the price of the stay, whose changes correct them.
  const isOfPrice = isPostedByBooking(type);
  const isPayment = type === 'payment' || type === 'refund';
  const about = method ? folio.allMethods[method] : formatDay(dayOfDate(date));
  return (
    <tr class={isReversed ? 'reversed' : ''}>
      <td title={description}>{isOfPrice ? folio.ofPrice[type as 'income'] : description}</td>
      <td class="ink3 nowrap">{about}</td>
      <td class="act">
        {mayReverse && !isReversed && !isOfPrice && (
          <IconButton
            small
            icon="undo"
            label={folio.reverse(description)}
            onClick={() => void reverseEntry(entry)}
          />
        )}
      </td>
      <td class="num">{formatMoney(isPayment ? -amount : amount, currency)}</td>
    </tr>
  );
}
