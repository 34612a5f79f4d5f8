// How a refund goes back.
import { expect, test } from 'vitest';
import { type FolioEntry, lastPaymentMethod } from '../../../web/stay/folio.ts';

const payment = (id: number, method: FolioEntry['method'], more: Partial<FolioEntry> = {}) =>
  ({ id, type: 'payment', method, reverses_id: null, ...more }) as FolioEntry;

test('a refund goes back as the last payment came', () => {
  expect(lastPaymentMethod([payment(7, 'cash'), payment(9, 'bank_transfer')])).toBe('bank_transfer');
  expect(lastPaymentMethod([payment(9, 'virtual_card'), payment(7, 'cash')])).toBe('virtual_card');
});

test('a payment that was reversed, its reversal, charges and refunds say nothing', () => {
  const reversed = [payment(8, 'cash'), payment(10, 'cash', { reverses_id: 8 })];
  const others = [
    payment(11, null),
    payment(12, 'other', { type: 'refund' }),
    payment(13, null, { type: 'charge' }),
  ];
  expect(lastPaymentMethod([payment(7, 'card_terminal'), ...reversed, ...others])).toBe('card_terminal');
  expect(lastPaymentMethod([...reversed, ...others])).toBeNull();
});
