import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openSqliteStore, parseSearch } from '@connectory/context-store';
import { startBenchGateway } from './bench-gateway.ts';
import { connectionScope } from './store-load.ts';

/**
 * The gateway in one process with a store, which scans continuously from `GET /scan/<concurrency>` to `GET /scan/0`. Arguments: the
 * upstream's origin and the store's directory. Prints the gateway's port, the connector id, a token and the port for scans.
 */
const [origin, directory] = process.argv.slice(2) as [string, string];
const { port, connectionIds, tokens } = await startBenchGateway(origin);
const store = openSqliteStore(directory, { scansBeforeIndex: Number.POSITIVE_INFINITY });
const scope = connectionScope(0);
// No index helps: the pattern has no three consecutive characters, and nothing matches it.
const filter = { like: { description: '%q%q_%q%q_%q%q%' } };
const query = parseSearch({ query: { filter, sort: [{ reply_count: 'asc' }] } }, scope.layout);
let wanted = 0;
let running = 0;

async function scan(): Promise<void> {
  running += 1;
  // A scan that takes too long is stopped, and the next one begins.
  while (running <= wanted) await store.search(scope, query).catch(() => {});
  running -= 1;
}

const control = createServer((request, response) => {
  wanted = Number(request.url?.split('/').at(-1));
  while (running < wanted) void scan();
  response.end(String(running));
});
control.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${port} ${connectionIds[0]} ${tokens[0]} ${(control.address() as AddressInfo).port}\n`);
});
