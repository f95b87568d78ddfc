import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Deprecation } from '@connectory/connector-sdk/engine';
import type { ControlPlane } from '@connectory/control-plane';
import type { CallSpan, ExecuteRequest, ExecuteResult, Executor } from '@connectory/core';
import { type FieldError, GatewayError } from '@connectory/errors';
import { type HeldLinkParts, heldBody, heldLink } from '../held/held-link.ts';
import { type AccessParts, authenticateToken } from '../http/authenticate.ts';
import { readJsonBody } from '../http/body.ts';
import { awaitSlowBody, watchCaller, whenClosed } from '../http/connection-lifecycle.ts';
import type { CallLimiter, RunningCalls } from '../http/limits.ts';
import { requestIdOf, viaOf } from '../http/request.ts';
import { sendJson } from '../http/respond.ts';
import { tracedAuthentication } from '../telemetry/trace-request.ts';
import { isForm, readUpload, type UploadCall } from './read-upload.ts';
import { sendResult } from './send-result.ts';
import { streamRecords, wantsStream } from './stream-records.ts';

/** The entity and action in the URL of a call (spec/execute.md). */
export interface ActionAddress {
  readonly entity: string;
  readonly action: string;
  /** Whether it is the URL of a dry run. */
  readonly isDryRun: boolean;
}

/** A call that a client sent in another form than ours. */
interface ForeignCall {
  /** The call in our form. */
  readonly call: ExecuteRequest;
  /** Sends the result in the client's form. */
  send(result: ExecuteResult): Promise<void>;
}

/**
 * Returns how to read the calls of a client with a form of its own; undefined for other clients. `started` is the `performance.now()` at
 * which the request arrived.
 */
export type FormOf = (
  request: IncomingMessage,
  response: ServerResponse,
  started: number,
) => ((call: ExecuteRequest) => Promise<ForeignCall>) | undefined;

/** Dependencies of the execute endpoint. */
export interface ExecuteParts extends HeldLinkParts {
  readonly controlPlane: AccessParts & Pick<ControlPlane, 'heldWrites'>;
  readonly executor: Executor;
  readonly runningCalls: RunningCalls;
  readonly callLimiter: CallLimiter;
  readonly formOf: FormOf;
}

/** Handles `POST /api/v1/integrations/connectors/{connector_id}/execute`, and the URL of an action below it. */
export class ExecuteHandler {
  readonly #parts: ExecuteParts;

  constructor(parts: ExecuteParts) {
    this.#parts = parts;
  }

  /** Authenticates the request, applies its limits, reads the body, executes the call and responds. Throws `GatewayError`. */
  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    connectionId: string,
    address: ActionAddress | undefined,
    span: CallSpan | undefined,
  ): Promise<void> {
    const { controlPlane, executor, runningCalls, callLimiter, formOf } = this.#parts;
    const readForeign = formOf(request, response, performance.now());
    const authenticate = () => authenticateToken(controlPlane, request);
    const principal = await (span === undefined ? authenticate() : tracedAuthentication(span, authenticate));
    runningCalls.begin(principal);
    const caller = watchCaller(request, response);
    let upload: UploadCall | undefined;
    try {
      await callLimiter.count(principal, response);
      if (isForm(request)) awaitSlowBody(request, response);
      upload = isForm(request) ? await readUpload(request) : undefined;
      const body = upload === undefined ? await readJsonBody(request) : upload.call;
      const own: ExecuteRequest = {
        principal,
        connectionId,
        body: address === undefined ? body : envelopeOf(body, address),
        requestId: requestIdOf(request),
        via: viaOf(request),
        ...caller,
        file: upload?.file,
        span,
        onDeprecated: (deprecation) => announceDeprecation(response, deprecation),
        ...headerValues(request),
      };
      const foreign = await readForeign?.(own);
      const call = foreign?.call ?? own;
      const result = wantsStream(request)
        ? await streamRecords(response, request, executor, call, authenticate)
        : await executor.execute(call);
      if (result === undefined) return;
      if (foreign !== undefined) await foreign.send(result);
      else if (result.kind === 'held')
        sendJson(request, response, 202, heldBody(result.held, await heldLink(this.#parts, request, result.held)));
      else sendResult(request, response, result);
    } finally {
      upload?.close();
      // The call ends when its response has been sent or the client has disconnected.
      whenClosed(request, response, () => runningCalls.end(principal));
    }
  }
}

function headerValues({ headers }: IncomingMessage): Pick<ExecuteRequest, 'idempotencyKey' | 'range'> {
  const key = headers['idempotency-key'];
  const { range } = headers;
  return { ...(typeof key === 'string' && { idempotencyKey: key }), ...(range !== undefined && { range }) };
}

// RFC 9745 and RFC 8594.
function announceDeprecation(response: ServerResponse, { since, until }: Deprecation): void {
  // The header has already been sent when a stream continues with later pages.
  if (response.headersSent) return;
  response.setHeader('deprecation', `@${Date.parse(since) / 1000}`);
  response.setHeader('sunset', new Date(until).toUTCString());
}

// Fields that repeat the URL, would change the type of the response, or are only accepted at the execute URL.
const foreignMembers = ['entity', 'action', 'dry_run', 'limit_headers', 'skip_truncation'];

/**
 * Returns the execute envelope for a body that was sent to the URL of an action. Throws `malformed_request` for a field it may not have.
 */
export function envelopeOf(body: unknown, { entity, action, isDryRun }: ActionAddress): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new GatewayError('malformed_request', 'The body must be a JSON object, such as {"params": {}}.');
  }
  const errors = foreignMembers
    .filter((name) => Object.hasOwn(body, name))
    .map(
      (name): FieldError => ({
        field: `/${name}`,
        message: 'is not a field of this request',
        error_code: 'unknown_name',
      }),
    );
  const [first] = errors;
  if (first !== undefined) {
    throw new GatewayError(
      'malformed_request',
      `${first.field.slice(1)} ${first.message}. The URL contains entity and action; append /dry-run for a dry run.`,
      { errors },
    );
  }
  return { ...body, entity, action, ...(isDryRun && { dry_run: true }) };
}
