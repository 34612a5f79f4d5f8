// Messages between the pages of this browser that show the desk.
import type { DeskProblem } from '../desk/server.ts';

/** `person`: somebody signed in or out. `changes`: those that wait are others now. `answered`: a change of another page was sent; `real`: the id of the record that it made. */
type TabMessage =
  | { kind: 'person' }
  | { kind: 'changes' }
  | {
      kind: 'answered';
      id: number;
      data: unknown;
      etag: string | null;
      real: number | null;
      problem: DeskProblem | null;
    };

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('innwire') : null;

/** Sends a message to the other pages. */
export function postToTabs(message: TabMessage): void {
  channel?.postMessage(message);
}

/** Calls a function with the messages of other pages. */
export function onTabMessage(listener: (message: TabMessage) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data));
}
