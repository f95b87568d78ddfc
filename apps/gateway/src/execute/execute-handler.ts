import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ControlPlane } from '@connectory/control-plane';
import type { CallSpan, ExecuteRequest, Executor } from '@connectory/core';
import type { AgentCalls } from '../agent-sdk/agent-calls.ts';
import { isAgentClient } from '../agent-sdk/agent-client.ts';
import type { GatewayServices } from '../gateway-services.ts';
import { authenticateToken } from '../http/authenticate.ts';
import { readJsonBody } from '../http/read-body.ts';
import { requestIdOf } from '../http/request-id.ts';
import { takeCallSlots } from '../http/take-call-slots.ts';
import { whenClosed } from '../http/when-closed.ts';
import type { CallLimiter } from '../limits/call-limiter.ts';
import type { RunningCalls } from '../limits/running-calls.ts';
import { tracedAuthentication } from '../telemetry/trace-request.ts';
import { type ActionAddress, envelopeOf } from './action-address.ts';
import { announceDeprecation } from './announce-deprecation.ts';
import { sendResult } from './send-result.ts';
import { streamRecords, wantsStream } from './stream-records.ts';
import { watchCaller } from './watch-caller.ts';

/** Handles `POST /api/v1/integrations/connectors/{connector_id}/execute`, and the URL of an action below it. */
export class ExecuteHandler {
  readonly #controlPlane: ControlPlane;
  readonly #executor: Executor;
  readonly #agentCalls: AgentCalls;
  readonly #runningCalls: RunningCalls;
  readonly #callLimiter: CallLimiter;
  readonly #processes: GatewayServices['processes'];

  constructor(
    { controlPlane, executor, runningCalls, callLimiter, processes }: GatewayServices,
    agentCalls: AgentCalls,
  ) {
    this.#controlPlane = controlPlane;
    this.#executor = executor;
    this.#agentCalls = agentCalls;
    this.#runningCalls = runningCalls;
    this.#callLimiter = callLimiter;
    this.#processes = processes;
  }

  /** Authenticates the request, applies its limits, reads the body, executes the call and responds. Throws `GatewayError`. */
  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    connectionId: string,
    address: ActionAddress | undefined,
    span: CallSpan | undefined,
  ): Promise<void> {
    const started = performance.now();
    // Awaiting a value that is already available would cost every call a turn of the microtask queue.
    const authenticate = () => authenticateToken(this.#controlPlane, request);
    const authenticated = span === undefined ? authenticate() : tracedAuthentication(span, authenticate);
    const principal = authenticated instanceof Promise ? await authenticated : authenticated;
    const taken = takeCallSlots(this.#processes, principal, request, response);
    if (taken !== undefined) await taken;
    this.#runningCalls.begin(principal);
    const caller = watchCaller(request, response);
    try {
      const counted = this.#callLimiter.count(principal, response);
      if (counted !== undefined) await counted;
      const body = await readJsonBody(request);
      const call: ExecuteRequest = {
        principal,
        connectionId,
        body: address === undefined ? body : envelopeOf(body, address),
        requestId: requestIdOf(request),
        ...caller,
        span,
        onDeprecated: (deprecation) => announceDeprecation(response, deprecation),
        ...headerValues(request),
      };
      const agent = isAgentClient(request) ? await this.#agentCalls.translate(call) : undefined;
      const execute = agent?.call ?? call;
      const result = wantsStream(request)
        ? await streamRecords(response, request, this.#executor, execute, authenticate)
        : await this.#executor.execute(execute);
      if (result === undefined) return;
      if (agent === undefined) sendResult(request, response, result);
      else await this.#agentCalls.answer(request, response, agent, result, started);
    } finally {
      // The call ends when its response has been sent or the client has disconnected.
      whenClosed(request, response, () => this.#runningCalls.end(principal));
    }
  }
}

function headerValues({ headers }: IncomingMessage): Pick<ExecuteRequest, 'idempotencyKey' | 'range'> {
  const key = headers['idempotency-key'];
  const { range } = headers;
  return { ...(typeof key === 'string' && { idempotencyKey: key }), ...(range !== undefined && { range }) };
}
