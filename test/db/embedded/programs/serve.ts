// Represents innwire in tests that kill it: starts the embedded server, prints a line of JSON, stops on
// SIGTERM.
import { startEmbeddedServer } from '../../../../src/db/embedded/server.ts';

const [dataDir] = process.argv.slice(2);
const print = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);

try {
  const server = await startEmbeddedServer({
    dataDir: dataDir!,
    log: (level, message) => process.stderr.write(`${level}: ${message}\n`),
    onLost: (error) => print({ lost: error.message }),
  });
  process.on('SIGINT', () => print({ interrupted: true }));
  process.on('SIGUSR2', () => {
    throw new Error('a bug');
  });
  process.on('SIGTERM', async () => {
    await server.stop();
    process.exit(0);
  });
  print({ url: server.url, directory: server.directory });
} catch (error) {
  const { name, message } = error as Error;
  print({ failed: message, name });
  process.exitCode = 1;
}
