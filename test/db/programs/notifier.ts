// A process of its own at the doorbell of a database: tells what it hears, and rings what it is told on standard input.
import { createInterface } from 'node:readline';
import { createNotifications } from '../../../src/db/notifications.ts';

const bell = createNotifications();
bell.subscribe('all', (hotelId) => console.log(`heard ${hotelId}`));
await bell.connect(process.argv[2]!);
console.log('connected');
for await (const line of createInterface({ input: process.stdin })) bell.notify(Number(line));
process.exit(0);
