// Sums of the ledger's charges by what they are for: revenue and taxes of a period.
import type { Queryable } from '../../db/database.ts';
import { CHARGE_TYPES, VAT_RATES, type VatCategory } from '../../model/ledger.ts';
import type { NightRange } from '../../model/night.ts';

/** What a row stands for, beside its code, VAT and currency. */
export const CHARGE_GROUPS = ['code', 'month'] as const;

/** Which days of a charge count: those of the service, or the one on which it was posted. */
export const CHARGE_DATES = ['service', 'posting'] as const;

type ChargesQuery = {
  days: NightRange;
  by: (typeof CHARGE_GROUPS)[number];
  dates: (typeof CHARGE_DATES)[number];
  /** without entries that were posted after this moment */
  asOf?: Temporal.Instant | undefined;
};

/** The sum of the charges of one code, VAT category, VAT rate and currency. Amounts include VAT, in minor units. */
export type ChargesRow = {
  /** yyyy-MM; null = the whole period */
  month: string | null;
  code: string;
  vatCategory: VatCategory | null;
  vatRateBp: number | null;
  currency: string;
  /** entries with a part in it, corrections included */
  entries: number;
  amountMinor: number;
};

/**
 * Returns the charges of some days, by code. A charge of several days counts on each with the part that its entry
 * names: of accommodation the prices of the nights. Where it names none, the amount is divided equally; its parts add
 * up to it, whatever the periods, because each part is the difference of two rounded sums.
 */
export async function readCharges(
  db: Queryable,
  hotelId: number,
  { days, by, dates, asOf }: ChargesQuery,
): Promise<ChargesRow[]> {
  const service = dates === 'service';
  const first = service ? 'coalesce(service_from, date)' : 'date';
  // A service without days counts on its date.
  const until = service ? 'coalesce(greatest(service_until, service_from + 1), date + 1)' : 'date + 1';
  // In the form of the indexes.
  const inRange = service ? `${first} < $3 and ${until} > $2` : 'date < $3 and date >= $2';
  const byMonth = by === 'month';
  return db.query<ChargesRow>(
    `with charge as (
       select entry_id, code, vat_category, vat_rate_bp, currency, amount_minor, ${service ? 'day_amounts_minor' : 'null::bigint[]'} as day_amounts, ${first} as first, ${until} as until
       from ledger_entries where hotel_id = $1 and type = any($4) and ${inRange} ${asOf ? 'and created_at <= $5' : ''}
     ), part as (
       select charge.*, ${byMonth ? "to_char(month, 'YYYY-MM')" : 'null::text'} as month,
         greatest(first, $2, ${byMonth ? 'month' : '$2'}) - first as start,
         least(until, $3, ${byMonth ? "(month + interval '1 month')::date" : '$3'}) - first as finish,
         until - first as days
       from charge ${
         byMonth
           ? `cross join lateral (
         select generate_series(date_trunc('month', greatest(first, $2)), least(until, $3) - 1, interval '1 month')::date as month
       ) as months`
           : ''
}
     )
     select month, code, vat_category as "vatCategory", vat_rate_bp as "vatRateBp", currency,
       count(*)::int as entries,
       sum(case
         when day_amounts is null then round(amount_minor::numeric * finish / days) - round(amount_minor::numeric * start / days)
         else (select sum(amount) from unnest(day_amounts[start + 1 : finish]) as day(amount))
       end)::bigint as "amountMinor"
     from part group by month, code, vat_category, vat_rate_bp, currency
     order by month, code, currency, vat_category, vat_rate_bp`,
    [hotelId, days.from, days.until, CHARGE_TYPES, ...(asOf ? [asOf] : [])],
  );
}

/**
 * Returns the VAT that an amount includes, in minor units: 0 in categories without VAT, whatever was stored as their rate; null
 * where nobody said the rate.
 */
export function vatIn({
  amountMinor,
  vatCategory,
  vatRateBp,
}: Pick<ChargesRow, 'amountMinor' | 'vatCategory' | 'vatRateBp'>): number | null {
  const rates = vatCategory && VAT_RATES[vatCategory];
  if (rates === 'zero' || rates === 'none') return 0;
  return vatRateBp === null ? null : Math.round((amountMinor * vatRateBp) / (10_000 + vatRateBp));
}
