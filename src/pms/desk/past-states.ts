// What the log knows of a subject at a moment of the past, as SQL.

/** The kinds of events that have a subject's whole state, by the noun of its subjects. */
type Noun = 'booking' | 'room' | 'unit' | 'closure' | 'task';

/**
 * Returns SQL that selects the state of a subject of the property `$1` at a moment, as `data`: that of its last event up to the moment or, where
 * that was removed from the log, of the first one after it with the values that this one names as earlier. No row: the log
 * has no event of it, so that it never changed. `id` is the column with its id, `at` the placeholder of the moment. The state of a booking is
 * null where the first event after the moment does not name the earlier values.
 */
export function stateAt(noun: Noun, id: string, at: string): string {
  const events = `from events where hotel_id = $1 and kind like '${noun}.%' and subject = '${noun}/' || ${id}`;
  const earlier =
    noun === 'booking'
      ? `case when data ? 'before' then data || (data->'before') end`
      : `data || '{"archived": false}' || coalesce(data->'before', '{}')`;
  return `(select data ${events} and at <= ${at}::timestamptz order by seq desc limit 1)
    union all
    (select ${earlier} ${events} and at > ${at}::timestamptz order by seq limit 1)
    limit 1`;
}

/**
 * Selects the number of the last event of the property `$1` up to the moment `$2`, 0 for none, as `seq`. The moments of events follow their numbers
 * but for the length of a transaction, so that a binary search finds it: some twenty events are read, however long the log is.
 */
export const LAST_EVENT_AT = `
  with recursive search(low, high) as (
    select first_seq - 1, last_seq from log_heads where hotel_id = $1
    union all
    select case when event.at <= $2::timestamptz then event.seq else search.low end,
      case when event.at <= $2::timestamptz then search.high else event.seq - 1 end
    from search, lateral (
      select seq, at from events where hotel_id = $1 and seq = (search.low + search.high + 1) / 2
    ) as event
    where search.low < search.high
  )
  select low as seq from search where low = high`;
