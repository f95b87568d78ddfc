import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { customerId, searchedCustomer } from './search-customers.ts';

/** An upstream that pages through this many customers, its argument; every other list is empty. Prints its port. */
const count = Number(process.argv[2]);

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const after = searchParams.get('starting_after');
  const first = after === null ? 0 : Number(after.slice(customerId(0).length - 8)) + 1;
  const end = pathname === '/v1/customers' ? Math.min(count, first + Number(searchParams.get('limit') ?? 10)) : first;
  const data = Array.from({ length: Math.max(0, end - first) }, (_, index) => searchedCustomer(first + index));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ object: 'list', data, has_more: data.length > 0 && end < count, url: pathname }));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
