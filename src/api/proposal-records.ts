// The public record of proposals: field names, types, order. Filled by present-proposal.ts.
import Type, { type Static } from 'typebox';
import { PROPOSAL_STATES } from '../model/proposal.ts';
import { actorSchema, hotelId } from './records.ts';
import { amount, date, id, moment, needs, nullable, object, oneOf, text } from './schema.ts';

const anyMembers = (description: string, example: object) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description, example });

export const proposalSchema = object(
  {
    proposal_id: id('proposal', 1),
    hotel_id: hotelId,
    state: oneOf(PROPOSAL_STATES, {
      description:
        '`open`: waits for a person; `approved`: done; `declined`; `expired`: nobody decided in time; `failed`: approved, and refused for the reason in `problem`',
      example: 'open',
    }),
    tool: text({ description: 'the tool that the agent called', example: 'update_availability' }),
    sentence: needs(
      'contacts',
      nullable(
        text({
          description: 'what would be done, for the person who decides',
          example: 'Set room 101 "Attic" from 2026-12-24 to 2026-12-26: 140 EUR a night?',
        }),
      ),
    ),
    arguments: needs(
      'contacts',
      nullable(
        anyMembers('of the call', {
          room_id: 101,
          fromdate: '2026-12-24',
          todate: '2026-12-26',
          price: 140,
        }),
      ),
    ),
    before: anyMembers(
      'what the agent saw of what it would change; if it is something else when a person approves, nothing is changed',
      { nights: [{ fromdate: '2026-12-24', todate: '2026-12-26', price: 120 }] },
    ),
    order_id: nullable(id('the booking that it concerns; of a new one once it is made', 10001)),
    inquiry_id: nullable(id('the inquiry that it answers', 1)),
    room_id: nullable(id('the room that it concerns, of a move the new one', 101)),
    fromdate: nullable(date('the first night, as it would be', '2026-12-24')),
    todate: nullable(date('the last night, as it would be', '2026-12-26')),
    by: object(actorSchema.properties, { description: 'the agent' }),
    created_at: moment('when it was proposed'),
    expires_at: moment('from then on it can no longer be approved'),
    decided_at: nullable(moment('when it was decided')),
    decided_by: nullable(object(actorSchema.properties, { description: 'who decided; null = nobody yet' })),
    change_id: nullable(
      id('the change of prices and availability that it became, under which it can be undone', 1),
    ),
    problem: nullable(
      object(
        {
          code: text({ description: 'a code as in refusals', example: 'room_unavailable' }),
          detail: text({ example: 'The room has nothing left on 2026-12-24.' }),
        },
        { description: 'why it failed; null = it did not' },
      ),
    ),
  },
  { $id: 'Proposal', description: 'A write of an agent that waits for a person, or waited for one.' },
);

const { sentence: _, arguments: __, ...decided } = proposalSchema.properties;

/** The answer to a decision: without what the agent wrote, because answers are stored for repeated requests. */
export const decidedProposalSchema = object(
  {
    ...decided,
    price: nullable(
      amount(
        'what the booking costs after this approval; null = it was none, the booking is not concerned, or it was approved before',
        360.5,
      ),
    ),
  },
  { $id: 'DecidedProposal', description: 'A proposal after a decision, without its texts.' },
);

/** A proposal as clients get it. */
export type ProposalRecord = Static<typeof proposalSchema>;
