import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as ConnectionServer, type Socket } from 'node:net';
import type { Bound } from '@connectory/core';
import type { Configuration } from '../configuration.ts';
import { answerBrokenRequests } from './broken-request.ts';

/** A server that listens. */
export interface DrainingServer {
  readonly port: number;
  /** The open connections of clients, and how many are accepted; further ones are closed at once. */
  readonly connections: Bound;
  /**
   * Accepts no more connections and goes on answering on those there are. Each is closed with its next answer, or when it was idle for as
   * long as clients were told, so that no request meets a closed connection. Resolves when all are gone.
   */
  retire(): Promise<void>;
  /** Accepts nothing more and resolves when all connections are gone: those of running requests after 23 seconds at the latest. */
  drain(endCalls: () => void): Promise<void>;
}

// Together with the closing of stores and database less than the half minute that process managers usually allow.
const longestDrain = 18_000;
const longestAnswering = 5_000;
const mostConnections = 20_000;

/** Listens where the configuration says. Throws an `Error` that says what to change. */
export async function listen(
  listener: RequestListener,
  { host, port }: Pick<Configuration, 'host' | 'port'>,
): Promise<DrainingServer> {
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 15_000,
      requestTimeout: 60_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5_000,
      // The listener responds to a missing host itself, with a problem document.
      requireHostHeader: false,
    },
    listener,
  );
  // An unknown expectation may be ignored (RFC 9110, section 10.1.1); the default response would have no body.
  server.on('checkExpectation', listener);
  answerBrokenRequests(server);
  server.maxConnections = mostConnections;
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is in use. Set PORT to another one, or stop the program that uses it.`)
          : error,
      );
    });
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    connections: {
      name: 'http_connections',
      help: 'Open connections of clients',
      limit: mostConnections,
      inUse: () => sockets.size,
    },
    retire: () => retire(server),
    drain: (endCalls) => drain(server, sockets, endCalls),
  };
}

function retire(server: Server): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  // The close of an HTTP server cuts idle connections, on which a request may be on its way.
  return new Promise((resolve) => ConnectionServer.prototype.close.call(server, () => resolve()));
}

function drain(server: Server, sockets: ReadonlySet<Socket>, endCalls: () => void): Promise<void> {
  return new Promise((resolve) => {
    const end = setTimeout(endCalls, longestDrain);
    // What was ended is still answered; who does not take the answer, or a file, is cut off.
    const cut = setTimeout(() => server.closeAllConnections(), longestDrain + longestAnswering);
    // Clients keep the connection of a call that ends now, and would hold the shutdown up until it times out.
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    server.close(() => {
      clearTimeout(end);
      clearTimeout(cut);
      clearInterval(idle);
      resolve();
    });
    // Opened ahead by a client's pool: Node takes a connection without a request for a busy one.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
}
