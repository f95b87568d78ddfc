import { hidesData, type Principal, type Workspace } from '@connectory/control-plane';
import { withoutRemoteText } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import type { Access, BodyOf, Operation, PathOf, QueryOf, ResponseOf } from '@connectory/openapi';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import {
  type AccessParts,
  authenticate,
  authenticateAdmin,
  authenticateCaller,
  authorizeWorkspace,
  type PersonCaller,
} from './authenticate.ts';
import { readBodyAs, readQueryAs } from './body.ts';
import { sendJson } from './respond.ts';

/** The caller of an operation, typed by the access that the operation declares. */
type CallerOf<Allowed extends Access> = Allowed extends 'use' | 'manage'
  ? { readonly principal: Principal; readonly workspace: Workspace }
  : Allowed extends 'token'
    ? { readonly principal: Principal }
    : Allowed extends 'caller'
      ? { readonly caller: Principal | PersonCaller }
      : object;

/** An authorized request for an operation. */
export type OperationCall<Called extends Operation> = CallerOf<Called['access']> & {
  readonly request: Request<PathOf<Called>>;
  readonly response: Response;
  readonly path: PathOf<Called>;
  /** The query parameters. Throws `invalid_params`. */
  query(): QueryOf<Called>;
  /** The JSON body. Rejects with `malformed_request` and `invalid_params`. */
  body(): Promise<BodyOf<Called>>;
};

/**
 * Serves operations as the document declares them: method, path, access, input and the status of the response come from the declaration,
 * and the types check handlers against its schemas.
 */
export class OperationRouter {
  readonly router: Router = Router();
  readonly #controlPlane: AccessParts;

  constructor(controlPlane: AccessParts) {
    this.#controlPlane = controlPlane;
  }

  /** Serves an operation with a JSON response. */
  json<Called extends Operation>(
    operation: Called,
    handle: (call: OperationCall<Called>) => ResponseOf<Called> | Promise<ResponseOf<Called>>,
  ): void {
    this.jsonOrStream(operation, handle);
  }

  /** Serves an operation with a JSON response, or whose handler responds itself and returns undefined. */
  jsonOrStream<Called extends Operation>(
    operation: Called,
    handle: (call: OperationCall<Called>) => ResponseOf<Called> | undefined | Promise<ResponseOf<Called> | undefined>,
  ): void {
    const { query, body } = operation;
    const status = Number(Object.keys(operation.success)[0]);
    this.raw(operation, async (request, response) => {
      const caller: { readonly principal?: Principal } = await this.#callerOf(operation, request);
      const call = {
        ...caller,
        request,
        response,
        path: request.params,
        query: () => query && readQueryAs(request, query),
        body: async () => body && readBodyAs(request, body.schema as never),
      };
      const reply = await withoutHidden(caller, async () => handle(call as unknown as OperationCall<Called>));
      if (reply !== undefined) sendJson(request, response, status, reply);
    });
  }

  /** Serves an operation whose handler responds itself; the caller is not authenticated. */
  raw({ method, path }: Operation, handler: RequestHandler): void {
    this.router[method](expressPath(path), handler);
  }

  async #callerOf({ access }: Operation, request: Request): Promise<object> {
    switch (access) {
      case 'open':
        return {};
      case 'token':
        return { principal: await authenticate(this.#controlPlane, request) };
      case 'caller':
        return { caller: await authenticateCaller(this.#controlPlane, request) };
      case 'admin':
        await authenticateAdmin(this.#controlPlane, request);
        return {};
      case 'use':
      case 'manage': {
        const name = request.params.workspace as string;
        const { principal, ...workspace } = await authorizeWorkspace(this.#controlPlane, request, name, access);
        return { principal, workspace };
      }
    }
  }
}

/** Runs a handler. Its errors have nothing of what a vendor said if the policy of the caller hides data. */
async function withoutHidden<Reply>(
  { principal }: { readonly principal?: Principal },
  handle: () => Promise<Reply>,
): Promise<Reply> {
  try {
    return await handle();
  } catch (error) {
    const hides = principal?.kind === 'token' && hidesData(principal.policy);
    throw hides && GatewayError.is(error) ? withoutRemoteText(error) : error;
  }
}

const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
