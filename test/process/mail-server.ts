// SMTP servers for tests: one accepts every mail, one never responds.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export type MailServer = { url: string; mails: string[]; connections: number };

export async function startMailServer(options: { silent?: boolean } = {}): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    mail.connections++;
    socket.on('error', () => {});
    if (!options.silent) serveSmtp(socket, mail.mails);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails: [],
    connections: 0,
  };
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return mail;
}

function serveSmtp(socket: Socket, mails: string[]): void {
  let body: string | null = null;
  let rest = '';
  socket.setEncoding('utf8').write('220 test\r\n');
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\r\n');
    rest = lines.pop()!;
    for (const line of lines) {
      if (body === null) {
        if (line === 'DATA') body = '';
        socket.write(line === 'DATA' ? '354 go on\r\n' : '250 fine\r\n');
      } else if (line === '.') {
        mails.push(body);
        body = null;
        socket.write('250 taken\r\n');
      } else body += `${line}\n`;
    }
  });
}
