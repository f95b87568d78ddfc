import type { IncomingMessage } from 'node:http';
import type { Problem } from '@connectory/errors';
import { presentProblems } from '../http/respond.ts';

/** Sends the problems of a request as JSON-RPC errors, the only form of which clients of the Model Context Protocol show the message. */
export function presentAsJsonRpc(request: IncomingMessage): void {
  presentProblems(request, jsonRpcError, 'application/json');
}

/** Codes of JSON-RPC 2.0; other statuses are errors of this server. */
const codes: Readonly<Record<number, number>> = { 400: -32_600, 500: -32_603 };
const serverError = -32_000;

function jsonRpcError(problem: Problem): object {
  const code = codes[problem.status] ?? serverError;
  return { jsonrpc: '2.0', id: null, error: { code, message: problem.detail, data: problem } };
}
