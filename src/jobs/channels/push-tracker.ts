// Tracks nights pushed while the channel's calendar is read: the values read of these may be older.
import type { AriMessage, WireRequest } from '../../channels/channel.ts';
import type { ChannelClient } from '../../channels/channel-client.ts';
import type { RequestQueue } from '../../channels/request-queue.ts';
import { type MappingKey, nightKey } from '../../model/channel.ts';
import type { PlainDate } from '../../model/night.ts';
import { datesOf } from './cells.ts';

export type PushTracker = {
  /** Wraps the client of the push pipeline: records the nights of its messages while they are watched. */
  recording(client: ChannelClient): ChannelClient;
  /** Records pushed nights from now on, until `between` has run. */
  watch(): { wasPushed(night: MappingKey & { date: PlainDate }): boolean };
  /** Runs `work` while no push is under way, and delays pushes until it has ended. */
  between<T>(work: () => Promise<T>): Promise<T>;
};

/** Creates the tracker of a connection; `pushing` serialises its pushes. */
export function createPushTracker(pushing: RequestQueue): PushTracker {
  let pushed: Set<string> | null = null;
  return {
    recording: (client) => ({
      request(request, decode) {
        if (pushed && 'cells' in request) for (const key of keysOf(request)) pushed.add(key);
        return client.request(request, decode);
      },
    }),
    watch() {
      const own = new Set<string>();
      pushed = own;
      return { wasPushed: (night) => own.has(nightKey(night, night.date)) };
    },
    between: (work) =>
      pushing(false, async () => {
        try {
          return await work();
        } finally {
          pushed = null;
        }
      }),
  };
}

function keysOf(request: WireRequest): string[] {
  return (request as AriMessage).cells.flatMap((cells) =>
    datesOf(cells).map((date) => nightKey(cells, date)),
  );
}
