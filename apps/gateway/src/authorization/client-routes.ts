import { GatewayError } from '@connectory/errors';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { type BrowserOrigins, originFor } from '../connect/browser-origins.ts';
import { readBytes } from '../http/body.ts';
import { OpenRequests } from '../http/limits.ts';
import { presentProblems, sendJson } from '../http/respond.ts';
import { within } from '../http/within.ts';
import { readClientMetadata } from './client-metadata.ts';
import { OAuthError, singleParameters } from './oauth-error.ts';
import { authorizationPaths, serverMetadata, serverMetadataPaths } from './server-metadata.ts';
import { authenticateClient, giveAccess, type TokenEndpointParts } from './token-endpoint.ts';

/** Dependencies of the endpoints for clients. */
export interface ClientRouteParts extends TokenEndpointParts {
  readonly origins: BrowserOrigins;
}

const maxBodyBytes = 64 * 1024;
const maxBodyMilliseconds = 15_000;

/** The endpoints that OAuth clients call: metadata, registration, tokens and revocation. Pages of any origin may call them. */
export function oauthClientRoutes(services: ClientRouteParts): Router {
  const { controlPlane, origins } = services;
  const limits = new OpenRequests(64, 'Too many clients are asking for access right now.');
  const router = Router();

  const responding =
    (perMinute: number, work: (request: Request, origin: string) => Promise<readonly [number, object]>) =>
    async (request: Request, response: Response, next: () => void) => {
      const origin = originFor(origins, request);
      if (origin === undefined) return next();
      presentProblems(
        request,
        ({ code, detail }) => ({ error: oauthCode(code), error_description: detail }),
        'application/json',
      );
      response.setHeader('access-control-allow-origin', '*');
      const subject = `${request.path} ${request.socket.remoteAddress ?? ''}`;
      try {
        const [status, body] = await limits.within({ perMinute: [{ subject, perMinute }] }, () =>
          work(request, origin),
        );
        sendJson(request, response, status, body);
      } catch (error) {
        if (!(error instanceof OAuthError)) throw error;
        const isUnauthenticated = error.code === 'invalid_client' && request.headers.authorization !== undefined;
        if (isUnauthenticated) response.setHeader('www-authenticate', 'Basic realm="connectory"');
        const status = error.code === 'invalid_client' ? 401 : 400;
        sendJson(request, response, status, { error: error.code, error_description: error.message });
      }
    };

  for (const path of serverMetadataPaths)
    router.get(
      path,
      responding(1_200, async (_request, origin) => [200, serverMetadata(origin)]),
    );
  router.post(
    authorizationPaths.register,
    responding(60, async (request) => {
      const metadata = readClientMetadata(parsed(await readBody(request, 'application/json')));
      const address = addressOf(request);
      const { client, secret } = await controlPlane.oauthClients.register({ ...metadata, address });
      const body = {
        client_id: client.id,
        client_id_issued_at: Math.floor(Date.now() / 1_000),
        client_name: client.name,
        redirect_uris: client.redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: client.authentication,
        ...(secret !== null && { client_secret: secret.reveal(), client_secret_expires_at: 0 }),
      };
      return [201, body];
    }),
  );
  router.post(
    authorizationPaths.token,
    responding(1_200, async (request, origin) => {
      const parameters = await readForm(request);
      return [
        200,
        await giveAccess(services, await authenticateClient(services, request, parameters), parameters, origin),
      ];
    }),
  );
  router.post(
    authorizationPaths.revoke,
    responding(1_200, async (request) => {
      const parameters = await readForm(request);
      const client = await authenticateClient(services, request, parameters);
      const token = parameters.get('token');
      if (token === undefined) throw new OAuthError('invalid_request', 'The parameter token is missing.');
      await controlPlane.oauthGrants.revoke(token, client.id);
      return [200, {}];
    }),
  );
  return router;
}

/** Lets pages of any origin call the endpoints, without their cookies. It belongs in front of other handlers of OPTIONS. */
export function oauthPreflight(paths: readonly string[]): RequestHandler {
  const known = new Set(paths);
  return ({ method, path }, response, next) => {
    if (method !== 'OPTIONS' || !known.has(path)) return next();
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-methods', 'GET, POST');
    response.setHeader('access-control-allow-headers', 'authorization, content-type, mcp-protocol-version');
    response.setHeader('access-control-max-age', '86400');
    response.status(204).end();
  };
}

/** The network that registrations are counted by: an IPv4 address, or the first 64 bits of an IPv6 one. */
function addressOf({ socket: { remoteAddress = '' } }: Request): string {
  const plain = remoteAddress.replace(/^::ffff:/, '');
  return plain.includes(':') ? plain.split(':').slice(0, 4).join(':') : plain;
}

const oauthCode = (code: string): string =>
  ['rate_limited', 'gateway_busy', 'database_unavailable', 'shutting_down'].includes(code)
    ? 'temporarily_unavailable'
    : code === 'internal'
      ? 'server_error'
      : 'invalid_request';

async function readForm(request: Request): Promise<ReadonlyMap<string, string>> {
  return singleParameters(new URLSearchParams(await readBody(request, 'application/x-www-form-urlencoded')));
}

async function readBody(request: Request, type: string): Promise<string> {
  const [given = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  if (given.trim() !== type) throw new OAuthError('invalid_request', `Send the body as ${type}.`);
  const read = await within(readBytes(request, maxBodyBytes), maxBodyMilliseconds, null);
  if (read === null) throw new GatewayError('request_timeout', 'The body did not arrive in time.');
  return read.toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OAuthError('invalid_client_metadata', 'The body is not JSON.');
  }
}
