// An SMTP server on loopback that accepts mails, refuses them as a test sets it, or never answers.

import net, { type AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

export type ReceivedMail = { to: string; subject: string; text: string; messageId: string; raw: string };

export type SmtpServer = {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** the lines that clients sent, without the mails themselves */
  readonly commands: string[];
  /** number of attempts to send a mail */
  readonly attempts: number;
  /** sets the answer to the mail's text from now on; `250 ok` at first */
  answer(text: string): void;
  /** delays the answer until the returned function is called */
  hold(): () => void;
  close(): Promise<void>;
};

/** Starts a server that is stopped at the end of the test. */
export async function startSmtpServer(port = 0): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const commands: string[] = [];
  let attempts = 0;
  let answer = '250 ok';
  let answerAllowed: Promise<void> = Promise.resolve();

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: recordCommands(commands),
    closeTimeout: 1, // a client that waits for an answer is disconnected at once
    onData(stream, { envelope }, done) {
      void readText(stream).then(async (raw) => {
        attempts += 1;
        await answerAllowed;
        if (!answer.startsWith('2')) return done(replyAs(answer));
        mails.push(readMail(envelope.rcptTo[0]!.address, raw));
        done();
      });
    },
  });
  server.on('error', () => {}); // a client that breaks off
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const close = () => new Promise<void>((closed) => server.close(closed));
  onTestFinished(close);
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    commands,
    get attempts() {
      return attempts;
    },
    answer: (text) => {
      answer = text;
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      answerAllowed = promise;
      return resolve;
    },
    close,
  };
}

/** Starts a server that accepts connections and never says anything. */
export async function startSilentServer(): Promise<{ url: string; readonly connections: number }> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => void sockets.add(socket.on('error', () => {})));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get connections() {
      return sockets.size;
    },
  };
}

/** Returns a logger that records commands as they came: the server decodes the addresses in its envelopes. */
function recordCommands(commands: string[]): NonNullable<SMTPServerOptions['logger']> {
  const ignore = () => {};
  const debug = (_entry: unknown, direction?: unknown, line?: unknown) => {
    if (direction === 'C:') commands.push(String(line));
  };
  return { level: ignore, trace: ignore, debug, info: ignore, warn: ignore, error: ignore, fatal: ignore };
}

function replyAs(answer: string): Error {
  const [, code, text] = /^(\d{3}) (.*)$/.exec(answer)!;
  return Object.assign(new Error(text), { responseCode: Number(code) });
}

function readMail(to: string, raw: string): ReceivedMail {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
  return {
    to,
    subject: header('Subject'),
    messageId: header('Message-ID'),
    text: body.join('\r\n\r\n').trim(),
    raw,
  };
}
