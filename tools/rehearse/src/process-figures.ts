/**
 * Loaded into a gateway process with `--import`: each connection to the socket `REHEARSAL_FIGURES` receives one JSON object of figures,
 * taken after a garbage collection.
 */
import { createServer } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const path = process.env.REHEARSAL_FIGURES;

if (isMainThread && path !== undefined) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const server = createServer((socket) => {
    const lag = { p99: delay.percentile(99) / 1e6, highest: delay.max / 1e6 };
    collect();
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    const handles = process.getActiveResourcesInfo().length;
    // The garbage collection must not count as a delay of the gateway.
    delay.reset();
    socket.on('error', () => socket.destroy());
    socket.end(JSON.stringify({ lag, heapUsed, external, arrayBuffers, handles }));
  });
  server.listen(path);
  server.unref();
}
