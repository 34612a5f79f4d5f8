// A bare TCP connection to the server, for what no well-behaved client does: half a request, silence, not reading.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type RawConnection = {
  socket: Socket;
  /** what has come so far */
  readonly received: string;
  /** resolves when the connection is over, in whatever way */
  closed: Promise<void>;
};

export async function openConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  socket.on('error', () => {}); // a reset is an end like any other
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
