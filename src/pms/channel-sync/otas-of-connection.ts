// The OTAs behind a channel as part of its connection: read and forgotten with it.
import type { Connection } from '../../model/channel.ts';
import type { ConnectedOta, ConnectedOtas, OtaProblemKind } from '../../model/connected-ota.ts';
import { toPlainDateOrNull } from '../../model/night.ts';
import type { PropertyTransaction } from '../property-transaction.ts';

/** SQL: the OTAs of the row `connection` as JSON, those that are switched on first, with what stands of their problems. */
export const OTAS_OF_CONNECTION = `coalesce((
  select jsonb_agg(jsonb_build_object('externalId', ota.external_id, 'ota', ota.ota, 'name', ota.name,
    'active', ota.active, 'removalDate', ota.removal_date, 'problems', coalesce((
      select jsonb_agg(jsonb_build_object('kind', kind, 'detail', detail, 'since', since, 'reportedAt', reported_at)
        order by reported_at desc, kind)
      from ota_problems as problem
      where problem.hotel_id = ota.hotel_id and problem.channel = ota.channel and problem.external_id = ota.external_id
        and problem.dismissed_at is null
    ), '[]')) order by ota.external_id = '', ota.active is not true, ota.name, ota.external_id)
  from connection_otas as ota
  where ota.hotel_id = connection.hotel_id and ota.channel = connection.channel
), '[]')`;

export type OtaJson = Pick<ConnectedOta, 'ota' | 'name' | 'active'> & {
  externalId: string;
  removalDate: string | null;
  problems: { kind: OtaProblemKind; detail: string | null; since: string; reportedAt: string }[];
};

/** Returns the OTAs of the JSON of `OTAS_OF_CONNECTION`; the property itself is one of them only while something is wrong with it. */
export function toConnectedOtas(json: readonly OtaJson[], readAt: Temporal.Instant | null): ConnectedOtas {
  const list = json.map(toConnectedOta);
  return {
    readAt,
    list: list.filter(({ externalId, problems }) => externalId !== null || problems.length > 0),
  };
}

function toConnectedOta({ externalId, removalDate, problems, ...ota }: OtaJson): ConnectedOta {
  return {
    ...ota,
    externalId: externalId === '' ? null : externalId,
    removalDate: toPlainDateOrNull(removalDate),
    problems: problems.map(({ since, reportedAt, ...problem }) => ({
      ...problem,
      since: Temporal.Instant.from(since),
      reportedAt: Temporal.Instant.from(reportedAt),
    })),
  };
}

/** Forgets the OTAs and the limits of a connection that leads elsewhere from now on: to another property, or over another protocol. */
export async function forgetOtas(
  tx: PropertyTransaction,
  { channel, protocol, url, settings }: Pick<Connection, 'channel' | 'protocol' | 'url' | 'settings'>,
): Promise<void> {
  await tx.query(
    `with changed as (
       update connections set otas_read_at = null, sales_limits = null
       where hotel_id = $1 and channel = $2 and (protocol, url, settings) is distinct from ($3::text, $4::text, $5::jsonb)
       returning 1
     )
     delete from connection_otas where hotel_id = $1 and channel = $2 and exists (select 1 from changed)`,
    [tx.hotelId, channel, protocol, url, JSON.stringify(settings)],
  );
}
