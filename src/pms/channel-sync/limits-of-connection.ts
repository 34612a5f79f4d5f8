// The limits of a property at a channel as part of its connection, with the prices that they change.
import { toPlainDate } from '../../model/night.ts';
import type { ChangedPrices, ConnectionLimits, SalesLimits } from '../../model/sales-limits.ts';

/**
 * SQL: the accepted prices of the row `connection` that its limits change, from the date `today` on, as JSON. Reads
 * nights only where there is a lowest or a highest price.
 */
export const changedPricesOf = (today: string) => `coalesce((
  select jsonb_agg(jsonb_build_object('effect', effect, 'nights', nights, 'first', first) order by effect desc)
  from (
    select effect, count(*)::int as nights,
      (array_agg(jsonb_build_object('roomId', room_id, 'date', date, 'priceMinor', price_minor) order by date, room_id))[1] as first
    from (
      select room_id, date, price_minor,
        case when price_minor < (connection.sales_limits ->> 'minPriceMinor')::bigint then 'raised'
          when price_minor > (connection.sales_limits ->> 'maxPriceMinor')::bigint then 'lowered' end as effect
      from channel_nights as night
      where coalesce(connection.sales_limits ->> 'minPriceMinor', connection.sales_limits ->> 'maxPriceMinor') is not null
        and night.hotel_id = connection.hotel_id and night.channel = connection.channel and price_minor > 0
        and date >= ${today}
    ) as priced
    where effect is not null
    group by effect
  ) as changed
), '[]')`;

export type ChangedPricesJson = (Pick<ChangedPrices, 'effect' | 'nights'> & {
  first: { roomId: number; date: string; priceMinor: number };
})[];

/** Returns the limits of a connection; null = not read, or its protocol has none. */
export function toConnectionLimits(
  limits: SalesLimits | null,
  changed: ChangedPricesJson,
): ConnectionLimits | null {
  if (limits === null) return null;
  const changedPrices = changed.map(({ effect, nights, first }) => ({
    effect,
    nights,
    first: { ...first, date: toPlainDate(first.date) },
    soldAtMinor: (effect === 'raised' ? limits.minPriceMinor : limits.maxPriceMinor)!,
  }));
  return { ...limits, changedPrices };
}
