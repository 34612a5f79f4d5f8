// A process of its own at the doorbell of a database: tells what it hears, and rings what it is told on standard input.
import { createInterface } from 'node:readline';
import { createDoorbell } from '../../../src/db/doorbell.ts';

const bell = createDoorbell();
bell.subscribe('all', (hotelId) => console.log(`heard ${hotelId}`));
await bell.connect(process.argv[2]!);
console.log('connected');
for await (const line of createInterface({ input: process.stdin })) bell.ring(Number(line));
process.exit(0);
