// What is pushed while the channel's calendar is read back: of these nights the reading may be older than the push.
import type { AriMessage, WireRequest } from '../../channels/channel.ts';
import type { Exchanger } from '../../channels/exchange.ts';
import type { RequestQueue } from '../../channels/request-queue.ts';
import type { PlainDate } from '../../model/night.ts';
import { datesOf, keyOf } from './cells.ts';

export type Pushes = {
  /** The exchanger of the lane that pushes: notes the nights of each message that it sends, while somebody wants to know. */
  recording(exchanger: Exchanger): Exchanger;
  /** Notes nights from now on, until `between` has run. */
  watch(): { wasPushed(night: { roomId: number; date: PlainDate }): boolean };
  /** Runs `work` when no push is under way, and lets none begin until it has ended. */
  between<T>(work: () => Promise<T>): Promise<T>;
};

export function trackPushes(pushing: RequestQueue): Pushes {
  let pushed: Set<string> | null = null;
  return {
    recording: (exchanger) => ({
      ask(request, decode) {
        if (pushed && 'cells' in request) for (const key of keysOf(request)) pushed.add(key);
        return exchanger.ask(request, decode);
      },
    }),
    watch() {
      const own = new Set<string>();
      pushed = own;
      return { wasPushed: ({ roomId, date }) => own.has(keyOf(roomId, date)) };
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
    datesOf(cells).map((date) => keyOf(cells.roomId, date)),
  );
}
