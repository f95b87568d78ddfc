import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Connection, ControlPlane } from '@connectory/control-plane';
import type { ExecuteRequest, ExecuteResult, Registry } from '@connectory/core';
import { sendResult } from '../execute/send-result.ts';
import { readPiece } from './file-piece.ts';
import { type JsonResult, sendEnvelope } from './send-envelope.ts';
import { type TranslatedCall, translateCall } from './translate-call.ts';

const noNames: ReadonlyMap<string, string> = new Map();

/** Adapts execute calls of existing clients of the hosted service, before and after the executor (spec/drop-in.md). */
export class AgentCalls {
  readonly #controlPlane: ControlPlane;
  readonly #registry: Registry;

  constructor(controlPlane: ControlPlane, registry: Registry) {
    this.#controlPlane = controlPlane;
    this.#registry = registry;
  }

  /** Translates a call to this gateway's form. Throws `invalid_params` for an invalid piece of a file. */
  async translate(call: ExecuteRequest): Promise<TranslatedCall> {
    const connector = (await this.#connection(call))?.connector;
    return translateCall(call, connector === undefined ? undefined : this.#registry.get(connector)?.manifest);
  }

  /**
   * Sends the response in the client's envelope; the bytes of a file have none. `started` is the `performance.now()` at which the call
   * arrived. Throws `invalid_params` if text is requested from a file that is not text.
   */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    { piece, ...translated }: TranslatedCall,
    result: ExecuteResult,
    started: number,
  ): Promise<void> {
    if (result.kind !== 'file') await this.#send(request, response, translated, result, started);
    else if (piece === undefined) sendResult(request, response, result);
    else {
      const json = Buffer.from(JSON.stringify(await readPiece(result.file, piece, translated.call.signal)));
      await this.#send(request, response, translated, { kind: 'record', json, meta: {} }, started);
    }
  }

  async #send(
    request: IncomingMessage,
    response: ServerResponse,
    { call, searched }: Omit<TranslatedCall, 'piece'>,
    result: JsonResult,
    started: number,
  ): Promise<void> {
    const { entity, action } = call.body as { readonly entity: string; readonly action: string };
    // Only lists differ between connectors. A write has already been carried out, so nothing may fail from here on.
    const connector = result.kind === 'records' ? ((await this.#connection(call))?.connector ?? '') : '';
    const { connectionId } = call;
    const milliseconds = performance.now() - started;
    const names = searched?.names.byField ?? noNames;
    sendEnvelope(request, response, result, { connectionId, connector, entity, action, names, milliseconds });
  }

  #connection({ principal, connectionId }: ExecuteRequest): Connection | null | Promise<Connection | null> {
    return this.#controlPlane.connections.get(principal.workspaceId, connectionId);
  }
}
