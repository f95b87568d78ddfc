import type { Server } from 'node:http';
import type { Bound } from '@connectory/core';

/** The most connections that are accepted; further ones are closed at once. */
const mostConnections = 20_000;

/** Limits the open connections of a server, and counts them. */
export function boundConnections(server: Server): Bound {
  server.maxConnections = mostConnections;
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
  });
  return { name: 'http_connections', help: 'Open connections of clients', limit: mostConnections, inUse: () => open };
}
