// A delay, where a test server must be slower than its client.
import { setTimeout as sleep } from 'node:timers/promises';

export const pause = (ms: number): Promise<void> => sleep(ms);
