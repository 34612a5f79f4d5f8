// What the settings of the property at a channel change of what is sold there.
import { dayOfDate } from '../../days.ts';
import { copy, currency } from '../../desk/property.ts';
import { formatDay, formatMoney } from '../../format.ts';
import { messages } from '../../language.ts';
import { Icon } from '../../parts/Icon.tsx';
import { channelName } from '../../parts/Mark.tsx';
import { WithOutside } from '../../parts/Outside.tsx';
import type { DeskConnection } from './channel-nights.ts';

/** Nothing where the channel sells what is pushed to it. */
export function SalesLimits({ connection }: { connection: DeskConnection }) {
  const texts = limitTexts(connection);
  if (texts.length === 0) return null;
  return (
    <ul class="sales-limits" aria-label={messages().channels.limits.label(channelName(connection.channel))}>
      {texts.map((text) => (
        <li key={text} class="row">
          <Icon name="warn" small />
          <span>
            <WithOutside text={text} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function limitTexts({ channel, sales_limits: limits }: DeskConnection): string[] {
  if (limits === null) return [];
  const texts = messages().channels.limits;
  const name = channelName(channel);
  const { days_ahead: kept, open_days: open, cut_off: cutOff, changed_prices: prices } = limits;
  const shortest = Math.min(kept ?? Number.POSITIVE_INFINITY, open ?? Number.POSITIVE_INFINITY);
  const horizon = copy.value?.property.settings.horizon_days ?? Number.POSITIVE_INFINITY;
  return [
    ...(shortest < horizon ? [texts.days(name, shortest)] : []),
    ...(cutOff ? [texts.cutOff(name, cutOff.time, cutOff.days)] : []),
    ...prices.map(({ effect, nights, room_id: room, date, price, sold_at: sold }) =>
      texts[effect]({
        channel: name,
        nights,
        soldAt: formatMoney(sold, currency.value),
        price: formatMoney(price, currency.value),
        room: copy.value?.rooms.get(room)?.name ?? String(room),
        day: formatDay(dayOfDate(date)),
      }),
    ),
  ];
}
