// POST /api/groups/payments: one payment for all bookings of a group.
import { PAYMENT_METHODS } from '../../model/ledger.ts';
import { requireGroup } from '../../pms/reservations/group-rows.ts';
import { payGroup } from '../../pms/reservations/pay-group.ts';
import { GROUP } from '../changed-records.ts';
import { groupPaymentSchema, presentGroup } from '../group-records.ts';
import { toAmount, toName, toOpenDay } from '../input.ts';
import { writeOperation } from '../operation.ts';
import { presentAccountingEntry } from '../present.ts';
import { amount, boolean, date, id, object, oneOf, optional, text } from '../schema.ts';

export const payGroupOperation = writeOperation({
  name: 'payGroup',
  audience: ['public', 'operator'],
  scopes: ['bookings:read', 'ledger:write'],
  method: 'POST',
  path: '/groups/{group_id}/payments',
  tag: 'Bookings',
  summary: 'Pay for a group',
  description:
    'Splits one payment over the bookings of a group, in proportion to what each still owes: one entry of the ledger for each, which add up to the amount exactly. A negative amount is a refund, split over what is paid too much. A payment confirms the bookings that are held. One that is posted already is refused until `confirm` says that it is another one.',
  problems: ['unknown_group', 'exceeds_balance', 'repeated_payment'],
  params: object({ group_id: id('the group', 1) }),
  body: object({
    amount: optional(
      amount('positive = a payment, negative = a refund; absent = the whole `balance` of the group', 100),
    ),
    method: optional(
      oneOf(PAYMENT_METHODS, { description: 'how it was made; absent = `other`', example: 'card_terminal' }),
    ),
    reference: optional(
      text({
        description: 'the number that the bank, terminal or channel gave it',
        minLength: 1,
        maxLength: 200,
        example: 'T-20261201-17',
      }),
    ),
    description: optional(
      text({
        description: 'what for; absent = a sentence with the number of the group',
        minLength: 1,
        maxLength: 500,
        example: 'Deposit',
      }),
    ),
    date: optional(
      date(
        'booking date; absent = today. After `books_closed_until` of the property (where that is not set, from the first day of the last calendar year on), and at most a year ahead',
        '2026-06-10',
      ),
    ),
    confirm: optional(
      boolean({ description: 'true = it is meant although it repeats an earlier one', example: true }),
    ),
  }),
  changes: { record: GROUP, id: ({ params }) => params.group_id },
  answer: groupPaymentSchema,
  run: async (tx, call, { params, body }) => {
    const { bookings } = await requireGroup(tx, tx.hotelId, params.group_id);
    const { entries, group } = await payGroup(tx, params.group_id, {
      amountMinor: body.amount === undefined ? null : toAmount(body.amount, bookings[0]!.currency),
      method: body.method ?? 'other',
      reference: body.reference === undefined ? null : toName(body.reference, 'reference'),
      description: body.description ?? null,
      date: toOpenDay(call, body.date),
      confirm: body.confirm === true,
      today: call.today,
    });
    return {
      entries: entries.map((entry) => presentAccountingEntry(entry)),
      group: presentGroup(group, call.property, call.today),
    };
  },
});
