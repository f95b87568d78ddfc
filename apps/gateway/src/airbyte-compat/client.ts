import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Connection, ControlPlane } from '@connectory/control-plane';
import type { ExecuteRequest, ExecuteResult, HeldCall, Registry } from '@connectory/core';
import { type FieldError, GatewayError, type Problem } from '@connectory/errors';
import type { FormOf } from '../execute/execute-handler.ts';
import { sendResult } from '../execute/send-result.ts';
import { presentProblems } from '../http/respond.ts';
import { readPiece } from './file-piece.ts';
import { type JsonResult, sendEnvelope } from './send-envelope.ts';
import { type TranslatedCall, translateCall } from './translate-call.ts';

type HeadersOf = Pick<IncomingMessage, 'headers'>;

/**
 * Whether a request comes from an existing client of the hosted service, which sends `X-ADP-Agent-SDK` or `X-ADP-Agent-CLI` with any value,
 * or is PyAirbyte (spec/drop-in.md).
 */
export function isAirbyteClient(request: HeadersOf): boolean {
  const { headers } = request;
  return headers['x-adp-agent-sdk'] !== undefined || headers['x-adp-agent-cli'] !== undefined || isPyAirbyte(request);
}

/** Whether a request comes from PyAirbyte, which reads the pages of a list by a cursor. */
const isPyAirbyte = ({ headers }: HeadersOf) => headers['user-agent']?.startsWith('PyAirbyte') === true;

/** Sends the problems of a request of such a client in the form that the client reads. */
export function prepareAirbyteRequest(request: IncomingMessage): void {
  if (isAirbyteClient(request)) presentProblems(request, presentProblem);
}

/**
 * Adds `userPresentableMessage` to each error of a problem. Existing clients of the hosted service show this text, and without it only the
 * message, which does not name the invalid field (spec/drop-in.md).
 */
export function presentProblem(problem: Problem): Problem {
  return { ...problem, errors: problem.errors.map((error) => ({ ...error, userPresentableMessage: sentence(error) })) };
}

function sentence({ field, message, did_you_mean: near }: FieldError): string {
  const name = field.slice(1).replaceAll('/', '.');
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
  return `${name} ${message}.${hint}`;
}

const noNames: ReadonlyMap<string, string> = new Map();

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The `performance.now()` at which it arrived. */
  readonly started: number;
}

/**
 * Translates the execute calls of existing clients of the hosted service to our form (spec/drop-in.md), and sends the results in the
 * client's envelope; the bytes of a file have none. Throws `invalid_params` for an invalid piece of a file, and if text is requested from a
 * file that is not text.
 */
export function airbyteForm(controlPlane: Pick<ControlPlane, 'connections'>, registry: Registry): FormOf {
  const connectionOf = async ({ principal, connectionId }: ExecuteRequest): Promise<Connection | null> =>
    controlPlane.connections.get(principal.workspaceId, connectionId);

  const sendJson = async (
    { request, response, started }: Call,
    { call, searched }: Omit<TranslatedCall, 'piece'>,
    result: JsonResult,
  ): Promise<void> => {
    const { entity, action } = call.body as { readonly entity: string; readonly action: string };
    // Only lists differ between connectors. A write has already been carried out, so nothing may fail from here on.
    const connector = result.kind === 'records' ? ((await connectionOf(call))?.connector ?? '') : '';
    const { connectionId } = call;
    const milliseconds = performance.now() - started;
    const names = searched?.names.byField ?? noNames;
    const readsCursor = isPyAirbyte(request);
    const responded = { connectionId, connector, entity, action, names, milliseconds, readsCursor };
    sendEnvelope(request, response, result, responded);
  };

  const send = async (call: Call, { piece, ...translated }: TranslatedCall, result: ExecuteResult): Promise<void> => {
    if (result.kind === 'held') throw waitsForApproval(result.held);
    if (result.kind !== 'file') await sendJson(call, translated, result);
    else if (piece === undefined) sendResult(call.request, call.response, result);
    else {
      const json = Buffer.from(JSON.stringify(await readPiece(result.file, piece)));
      await sendJson(call, translated, { kind: 'record', json, meta: {} });
    }
  };

  return (request, response, started) => {
    if (!isAirbyteClient(request)) return undefined;
    return async (call) => {
      const connector = (await connectionOf(call))?.connector;
      const manifest = connector === undefined ? undefined : registry.get(connector)?.manifest;
      const translated = translateCall(call, manifest, isPyAirbyte(request));
      return {
        call: translated.call,
        send: (result) => send({ request, response, started }, translated, result),
      };
    };
  };
}

// These clients take every success for a record.
const waitsForApproval = ({ id, expiresAt }: HeldCall) =>
  new GatewayError(
    'approval_required',
    `Nothing was sent: the write waits for approval until ${expiresAt}, as held write ${id}. Do not send it again.`,
  );
