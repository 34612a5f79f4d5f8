// The settings that `innwire serve --help` lists. README.md describes them in detail.
import { readConfig } from '../config.ts';

const ABOUT: Record<string, string> = {
  HOST: 'where the API listens (127.0.0.1)',
  PORT: 'its port (3000)',
  BASE_URL: 'how clients reach it, behind a proxy (http://HOST:PORT)',
  DATA_DIR: 'the embedded database, the keys and the backups (data in the folder of innwire)',
  DATABASE_URL: 'a PostgreSQL of your own instead of the embedded one',
  DATABASE_POOL_SIZE: 'connections to it (16)',
  OPERATOR_KEY: 'opens the operator API (generated into DATA_DIR/operator.key)',
  CREDENTIALS_KEY: 'what stored credentials are encrypted with (generated into DATA_DIR/credentials.key)',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent (info)',
  ICAL_POLL_SECONDS: 'how often connected calendars are read (600)',
  CHANNELS: 'off starts with channels, e-mails and webhooks paused until they are resumed (on)',
  EVENTS_KEEP_DAYS: 'how long events stay in the log, 7 or more (for ever)',
  ALLOW_PRIVATE_NETWORK: 'on lets outgoing requests reach loopback and private addresses (off)',
  TEST_PROPERTIES: 'off: no test properties without the operator key (on)',
  RATE_LIMIT_SANDBOX: 'requests a minute with the sandbox token (600)',
  RATE_LIMIT_LIVE: 'requests a minute with a live token (6000)',
  TRUST_PROXY: 'whose X-Forwarded-For is believed (off)',
  MCP_CONFIRM: 'how writes of agents are confirmed: auto, strict or off (auto)',
  MCP_HOSTS: 'further names under which agents reach this server',
  MCP_STREAMS_PER_TOKEN: 'open streams of agents per token (20)',
  MCP_SESSIONS_PER_TOKEN: 'sessions of agents per token (50)',
  MCP_SESSIONS: 'sessions of agents in all (5000)',
  SMTP_URL: 'the mail server for replies to guests who booked directly',
  MAIL_FROM: 'their sender',
  ALERT_EMAIL: 'who gets an e-mail when a channel refuses a connection',
};

/** Returns a line for each setting, for the end of a command's help. */
export function settingsHelp(): string {
  const names = settingNames();
  const width = Math.max(...names.map((name) => name.length));
  const lines = names.map((name) => `  ${name.padEnd(width)}  ${ABOUT[name] ?? ''}`.trimEnd());
  return `\nSettings, from the environment:\n${lines.join('\n')}`;
}

/** Returns the names of all settings: those that readConfig looks up. */
export function settingNames(): string[] {
  const names = new Set<string>();
  readConfig(
    new Proxy<NodeJS.ProcessEnv>(
      {},
      {
        get(_, name) {
          names.add(String(name));
          return undefined;
        },
      },
    ),
  );
  return [...names];
}
