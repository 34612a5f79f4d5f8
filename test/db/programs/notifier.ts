// A process that prints the notifications of a database, and sends one for each property id on standard
// input.
import { createInterface } from 'node:readline';
import { createNotifications } from '../../../src/db/notifications.ts';

const notifications = createNotifications();
notifications.subscribe('all', (hotelId) => console.log(`received ${hotelId}`));
await notifications.connect(process.argv[2]!);
console.log('connected');
for await (const line of createInterface({ input: process.stdin })) notifications.notify(Number(line));
process.exit(0);
