import type { ControlPlane, Principal, Workspace } from '@connectory/control-plane';
import type { Access, AnswerOf, BodyOf, Operation, PathOf, QueryOf } from '@connectory/openapi';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { authenticate, authenticateAdmin, authorizeWorkspace } from './authenticate.ts';
import { readBodyAs, readQueryAs } from './read-input.ts';
import { sendJson } from './send-json.ts';

/** Who calls, as far as the access of the operation says it. */
type CallerOf<Allowed extends Access> = Allowed extends 'use' | 'manage'
  ? { readonly principal: Principal; readonly workspace: Workspace }
  : Allowed extends 'token'
    ? { readonly principal: Principal }
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
 * Serves operations as the document declares them: method, path, who may call, what is read and the status of the answer come from the
 * declaration, and the types hold handlers to its schemas.
 */
export class OperationRouter {
  readonly router: Router = Router();
  readonly #controlPlane: ControlPlane;

  constructor(controlPlane: ControlPlane) {
    this.#controlPlane = controlPlane;
  }

  /** Serves an operation that answers JSON. */
  json<Called extends Operation>(
    operation: Called,
    handle: (call: OperationCall<Called>) => AnswerOf<Called> | Promise<AnswerOf<Called>>,
  ): void {
    this.jsonOrStream(operation, handle);
  }

  /** Serves an operation that answers JSON, or by itself: then the handler gives undefined. */
  jsonOrStream<Called extends Operation>(
    operation: Called,
    handle: (call: OperationCall<Called>) => AnswerOf<Called> | undefined | Promise<AnswerOf<Called> | undefined>,
  ): void {
    const { query, body } = operation;
    const status = Number(Object.keys(operation.success)[0]);
    this.raw(operation, async (request, response) => {
      const call = {
        ...(await this.#callerOf(operation, request)),
        request,
        response,
        path: request.params,
        query: () => query && readQueryAs(request, query),
        body: async () => body && readBodyAs(request, body.schema as never),
      };
      const answer = await handle(call as unknown as OperationCall<Called>);
      if (answer !== undefined) sendJson(request, response, status, answer);
    });
  }

  /** Serves an operation whose handler answers by itself; who calls is not looked at. */
  raw({ method, path }: Operation, handler: RequestHandler): void {
    this.router[method](expressPath(path), handler);
  }

  async #callerOf({ access }: Operation, request: Request): Promise<object> {
    switch (access) {
      case 'open':
        return {};
      case 'token':
        return { principal: await authenticate(this.#controlPlane, request) };
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

const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
