// A small SMTP server on loopback that accepts mails, or refuses them as a test sets it.
import net from 'node:net';
import { onTestFinished } from 'vitest';

export type TakenMail = { to: string; subject: string; text: string; messageId: string; raw: string };

export type SmtpServer = {
  readonly url: string;
  readonly mails: TakenMail[];
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
  const mails: TakenMail[] = [];
  const sockets = new Set<net.Socket>();
  let attempts = 0;
  let answer = '250 ok';
  let answerAllowed: Promise<void> = Promise.resolve();

  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.write('220 test\r\n');
    let buffer = '';
    let inData = false;
    let to = '';
    socket.on('data', async (data) => {
      buffer += data.toString('latin1');
      for (;;) {
        const end = inData ? '\r\n.\r\n' : '\r\n';
        const at = buffer.indexOf(end);
        if (at < 0) return;
        const text = buffer.slice(0, at);
        buffer = buffer.slice(at + end.length);
        if (inData) {
          inData = false;
          attempts += 1;
          await answerAllowed;
          if (answer.startsWith('2')) mails.push(readMail(to, text));
          socket.write(`${answer}\r\n`);
        } else if (/^EHLO|^HELO/i.test(text)) socket.write('250 test\r\n');
        else if (/^RCPT TO:<(.*)>/i.test(text)) {
          to = /<(.*)>/.exec(text)![1]!;
          socket.write('250 ok\r\n');
        } else if (/^DATA/i.test(text)) {
          inData = true;
          socket.write('354 go on\r\n');
        } else if (/^QUIT/i.test(text)) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((closed) => server.close(closed));
  };
  onTestFinished(close);
  return {
    url: `smtp://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    mails,
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

function readMail(to: string, raw: string): TakenMail {
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
