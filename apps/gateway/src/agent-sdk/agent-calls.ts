import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Connection, ControlPlane } from '@connectory/control-plane';
import type { ExecuteRequest, ExecuteResult, Registry } from '@connectory/core';
import type { FormOf } from '../execute/execute-handler.ts';
import { sendResult } from '../execute/send-result.ts';
import { isAgentClient } from './agent-client.ts';
import { readPiece } from './file-piece.ts';
import { type JsonResult, sendEnvelope } from './send-envelope.ts';
import { type TranslatedCall, translateCall } from './translate-call.ts';

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
export function agentForm(controlPlane: ControlPlane, registry: Registry): FormOf {
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
    sendEnvelope(request, response, result, { connectionId, connector, entity, action, names, milliseconds });
  };

  const send = async (call: Call, { piece, ...translated }: TranslatedCall, result: ExecuteResult): Promise<void> => {
    if (result.kind !== 'file') await sendJson(call, translated, result);
    else if (piece === undefined) sendResult(call.request, call.response, result);
    else {
      const json = Buffer.from(JSON.stringify(await readPiece(result.file, piece, translated.call.signal)));
      await sendJson(call, translated, { kind: 'record', json, meta: {} });
    }
  };

  return (request, response, started) => {
    if (!isAgentClient(request)) return undefined;
    return async (call) => {
      const connector = (await connectionOf(call))?.connector;
      const manifest = connector === undefined ? undefined : registry.get(connector)?.manifest;
      const translated = translateCall(call, manifest);
      return {
        call: translated.call,
        send: (result) => send({ request, response, started }, translated, result),
      };
    };
  };
}
