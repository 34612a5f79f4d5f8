// The public record of a protocol, made from its adapter.
import type { Static } from 'typebox';
import type { Adapter } from '../channels/channel.ts';
import type { protocolSchema } from './operator/records.ts';

export function presentProtocol(from: Adapter): Static<typeof protocolSchema> {
  return {
    protocol: from.protocol,
    title: from.title,
    maturity: from.maturity,
    needs_rate: from.needsRate,
    several_rates: from.severalRates,
    sells_units: from.sellsUnits ?? false,
    needs_url: from.needsUrl ?? false,
    has_calendars: from.calendars !== undefined,
    settings: { ...from.settingsSchema },
    credentials: { ...from.credentialsSchema },
  };
}
