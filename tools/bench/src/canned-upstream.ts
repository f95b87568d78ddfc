import { createServer, type Socket } from 'node:net';
import { cannedPage, pageSizes } from './canned-pages.ts';

/**
 * An upstream that answers ready-made pages over raw sockets, so that it costs next to nothing beside what is measured.
 * Prints its port.
 */
const responses = new Map<number, Buffer>(
  pageSizes.map((size): [number, Buffer] => {
    const body = Buffer.from(cannedPage(size));
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    return [size, Buffer.concat([Buffer.from(head), body])];
  }),
);

const server = createServer((socket: Socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    for (const [, limit] of chunk.toString('latin1').matchAll(/^GET [^ ]*[?&]limit=(\d+)/gm)) {
      socket.write(responses.get(Number(limit)) as Buffer);
    }
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
