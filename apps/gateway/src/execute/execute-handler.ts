import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ControlPlane } from '@connectory/control-plane';
import type { ExecuteRequest, Executor } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import type { AgentCalls } from '../agent-sdk/agent-calls.ts';
import { isAgentClient } from '../agent-sdk/agent-client.ts';
import { authenticateToken } from '../http/authenticate.ts';
import { readJsonBody } from '../http/read-body.ts';
import { requestIdOf } from '../http/request-id.ts';
import { type ActionAddress, envelopeOf } from './action-address.ts';
import { announceDeprecation } from './announce-deprecation.ts';
import { sendResult } from './send-result.ts';
import { streamRecords, wantsStream } from './stream-records.ts';
import { watchCaller } from './watch-caller.ts';

/** The most calls one token may have running in one process. */
const mostRunningCalls = 1000;

/** Answers `POST /api/v1/integrations/connectors/{connector_id}/execute`, and the address of an action below it. */
export class ExecuteHandler {
  readonly #controlPlane: ControlPlane;
  readonly #executor: Executor;
  readonly #agentCalls: AgentCalls;
  readonly #running = new Map<string, number>();

  constructor(controlPlane: ControlPlane, executor: Executor, agentCalls: AgentCalls) {
    this.#controlPlane = controlPlane;
    this.#executor = executor;
    this.#agentCalls = agentCalls;
  }

  /** Authenticates, reads the body, executes and answers. Throws `GatewayError`. */
  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    connectionId: string,
    address: ActionAddress | undefined,
  ): Promise<void> {
    const started = performance.now();
    // Awaiting what is there already would cost a turn of the queue on every call.
    const authenticated = authenticateToken(this.#controlPlane, request);
    const principal = authenticated instanceof Promise ? await authenticated : authenticated;
    const running = this.#running.get(principal.tokenId) ?? 0;
    if (running >= mostRunningCalls) {
      throw new GatewayError('rate_limited', `The token has ${running} calls running. Wait for some of them to end.`, {
        retryAfterSeconds: 1,
      });
    }
    this.#running.set(principal.tokenId, running + 1);
    const caller = watchCaller(response);
    try {
      const body = await readJsonBody(request);
      const call: ExecuteRequest = {
        principal,
        connectionId,
        body: address === undefined ? body : envelopeOf(body, address),
        requestId: requestIdOf(request),
        ...caller,
        onDeprecated: (deprecation) => announceDeprecation(response, deprecation),
        ...headerValues(request),
      };
      const agent = isAgentClient(request) ? await this.#agentCalls.translate(call) : undefined;
      const execute = agent?.call ?? call;
      const result = wantsStream(request)
        ? await streamRecords(response, request, this.#executor, execute, principal.policy.maxRecords)
        : await this.#executor.execute(execute);
      if (result === undefined) return;
      if (agent === undefined) sendResult(request, response, result);
      else await this.#agentCalls.answer(request, response, agent, result, started);
    } finally {
      const left = (this.#running.get(principal.tokenId) ?? 1) - 1;
      if (left === 0) this.#running.delete(principal.tokenId);
      else this.#running.set(principal.tokenId, left);
    }
  }
}

function headerValues({ headers }: IncomingMessage): Pick<ExecuteRequest, 'idempotencyKey' | 'range'> {
  const key = headers['idempotency-key'];
  const { range } = headers;
  return { ...(typeof key === 'string' && { idempotencyKey: key }), ...(range !== undefined && { range }) };
}
