import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, GatewayError, problemOf } from '@connectory/errors';

const codes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'header_fields_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

const messages: Partial<Record<ErrorCode, string>> = {
  header_fields_too_large: 'The request headers are larger than 16 KiB.',
  request_timeout: 'The request did not arrive completely in time.',
};

/** Responds to broken HTTP, and to CONNECT, which is for proxies, with a problem document, and closes the connection. */
export function answerBrokenRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
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
