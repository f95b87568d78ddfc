import type { IncomingMessage } from 'node:http';
import type { Problem } from '@connectory/errors';
import { presentProblems } from '../http/respond.ts';

/** Sends the problems of a request as JSON-RPC errors, the only form of which clients of the Model Context Protocol show the message. */
export function presentAsJsonRpc(request: IncomingMessage): void {
  presentProblems(request, (problem) => jsonRpcError(problem), 'application/json');
}

/** The same for a body that is no JSON, which has a code of its own. */
export function presentAsParseError(request: IncomingMessage): void {
  presentProblems(request, (problem) => jsonRpcError(problem, parseError), 'application/json');
}

/** Codes of JSON-RPC 2.0; other statuses are errors of this server. */
const codes: Readonly<Record<number, number>> = { 400: -32_600, 500: -32_603 };
const serverError = -32_000;
const parseError = -32_700;

function jsonRpcError(problem: Problem, code = codes[problem.status] ?? serverError): object {
  return { jsonrpc: '2.0', id: null, error: { code, message: problem.detail, data: problem } };
}
