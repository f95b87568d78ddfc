import { createServer, type Socket } from 'node:net';
import { cannedPage, fewCustomers, pageSizes } from './canned-pages.ts';
import { fileBytes } from './stream-sizes.ts';

/**
 * An upstream that sends ready-made pages and a file over raw sockets, so that its cost is negligible. Argument: the number of customers it
 * lists, 200 if omitted. Prints its port.
 */
const total = Number(process.argv[2] ?? fewCustomers);
const pages = new Map<string, Buffer>();
const file = answer('application/octet-stream', Buffer.alloc(fileBytes, 'file'));

function answer(type: string, body: Buffer): Buffer {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

function pageOf(size: number, start: number): Buffer {
  const key = `${size} ${start}`;
  const known = pages.get(key);
  if (known !== undefined) return known;
  const page = answer('application/json', Buffer.from(cannedPage(size, start, total)));
  pages.set(key, page);
  return page;
}

for (const size of pageSizes) pageOf(size, 0);

const request = /^GET ([^ ?]*)(?:\?([^ ]*))? HTTP/gm;
const limitIn = /\blimit=(\d+)/;
const lastIn = /\bstarting_after=cus_Q*(\d+)/;

const server = createServer((socket: Socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    for (const [, path, query = ''] of chunk.toString('latin1').matchAll(request)) {
      const limit = Number(limitIn.exec(query)?.[1] ?? 1);
      const last = lastIn.exec(query)?.[1];
      socket.write(path === '/v1/file' ? file : pageOf(limit, last === undefined ? 0 : Number(last) + 1));
    }
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
