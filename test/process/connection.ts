// Raw TCP connection to the server, for misbehaving clients: half a request, no request, or no reading.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type RawConnection = {
  socket: Socket;
  /** the text received so far */
  readonly received: string;
  /** resolves when the connection has ended for any reason */
  closed: Promise<void>;
};

export async function openConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  socket.on('error', () => {}); // a reset counts as an end
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  return {
    socket,
    get received() {
      return received;
    },
    closed,
  };
}
