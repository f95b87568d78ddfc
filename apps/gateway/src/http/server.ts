import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Bound } from '@connectory/core';
import { type ErrorCode, GatewayError, problemOf } from '@connectory/errors';
import type { Configuration } from '../start/configuration.ts';
import { mayArriveSlowly } from './connection-lifecycle.ts';

/** A listening server. */
export interface DrainingServer {
  readonly port: number;
  /** Open client connections and their limit; connections above it are closed immediately. */
  readonly connections: Bound;
  /** Stops accepting connections and resolves when all are closed: after 23 seconds at the latest for those with running requests. */
  drain(endCalls: () => void): Promise<void>;
}

// Together with closing the stores and the database, this stays below the 30 seconds that process managers usually allow.
const maxDrain = 18_000;
const maxResponding = 5_000;
const connectionLimit = 20_000;

/** Listens on the configured host and port. Throws an `Error` that explains what to change. */
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
  responseBrokenRequests(server);
  server.maxConnections = connectionLimit;
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
      limit: connectionLimit,
      inUse: () => sockets.size,
    },
    drain: (endCalls) => drain(server, sockets, endCalls),
  };
}

function drain(server: Server, sockets: ReadonlySet<Socket>, endCalls: () => void): Promise<void> {
  return new Promise((resolve) => {
    const end = setTimeout(endCalls, maxDrain);
    // Aborted calls still get a response; downloads, and clients that do not read it, are disconnected.
    const cut = setTimeout(() => server.closeAllConnections(), maxDrain + maxResponding);
    // Clients keep their connections alive after a call, which would delay the shutdown until they time out.
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    server.close(() => {
      clearTimeout(end);
      clearTimeout(cut);
      clearInterval(idle);
      resolve();
    });
    // Connections that a client's pool opened ahead: Node.js treats a connection without a request as busy.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
}

const codes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'header_fields_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

const messages: Partial<Record<ErrorCode, string>> = {
  header_fields_too_large: 'The request headers are larger than 16 KiB.',
  request_timeout: 'The request did not arrive completely in time.',
};

/** Responds to broken HTTP, and to CONNECT, which is for proxies, with a problem document, and closes the connection. */
function responseBrokenRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    // Node.js looks at a request once.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && mayArriveSlowly(socket)) return;
    const code = codes[error.code ?? ''] ?? 'malformed_request';
    endWith(socket, new GatewayError(code, messages[code] ?? 'The request is not valid HTTP.'));
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', () => {});
    endWith(socket, new GatewayError('malformed_request', 'The gateway is not a proxy and does not support CONNECT.'));
  });
}

function endWith(socket: Duplex, problem: GatewayError): void {
  const requestId = randomUUID();
  const body = JSON.stringify(problemOf(problem, requestId));
  socket.end(
    `HTTP/1.1 ${problem.status} ${problem.code}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
  );
}
