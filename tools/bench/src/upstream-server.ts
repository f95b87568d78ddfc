import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { customer } from './customers.ts';

/** An upstream that pages through customers, their number being its argument; every other list is empty. Prints its port. */
const total = Number(process.argv[2]);
const cached = new Map<string, Buffer>();

function page(path: string, query: URLSearchParams): Buffer {
  const after = query.get('starting_after');
  const first = after === null ? 0 : Number(after.slice('cus_'.length)) + 1;
  const end = path === '/v1/customers' ? Math.min(total, first + Number(query.get('limit') ?? 10)) : first;
  const data = Array.from({ length: Math.max(0, end - first) }, (_, index) => customer(first + index));
  const hasMore = data.length > 0 && end < total;
  return Buffer.from(JSON.stringify({ object: 'list', data, has_more: hasMore, url: path }));
}

const server = createServer((request, response) => {
  const url = request.url ?? '';
  // The measured pages are those without a position, of which there are few.
  let body = cached.get(url);
  if (body === undefined) {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    body = page(pathname, searchParams);
    if (!searchParams.has('starting_after')) cached.set(url, body);
  }
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
