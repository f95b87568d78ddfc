import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Connector, RawValue } from '@connectory/connector-sdk';
import { type DirectActionName, Secret } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { createEgressGuard, createUpstreamClient, type UpstreamConnection } from '@connectory/upstream';
import { onTestFinished } from 'vitest';

/** A response of the vendor; 200 with an empty JSON object by default. */
export interface VendorResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Calls of one connection to a vendor that a test plays. */
export interface VendorCalls {
  /** Calls an action (`messages create`) once, without repeats. Resolves with its error, or with null if the vendor accepted it. */
  call(
    what: `${string} ${DirectActionName}`,
    params?: Readonly<Record<string, RawValue>>,
  ): Promise<GatewayError | null>;
  /** Method and path of every request that was sent. */
  readonly sent: readonly string[];
}

/**
 * Connects a connector to a vendor that returns what `respond` returns for a method and path, for tests of failure rules, limits and token
 * renewals. It ends with the test.
 */
export async function vendorCalls(
  connector: Connector,
  respond: (request: string) => VendorResponse,
  authentication = Object.keys(connector.upstream.authentication)[0] ?? '',
): Promise<VendorCalls> {
  const sent: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const request = `${incoming.method} ${incoming.url?.split('?')[0]}`;
    sent.push(request);
    const { status = 200, headers = {}, body = {} } = respond(request);
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    incoming.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = createUpstreamClient({ guard: createEgressGuard(['127.0.0.1']), retry: { attempts: 1 } });
  onTestFinished(async () => {
    await client.close();
    server.close();
  });
  const fields = Object.keys(connector.upstream.authentication[authentication]?.fields ?? {});
  const connection = connectionTo(connector, authentication, {
    settings: { base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    credentials: Object.fromEntries(fields.map((field) => [field, new Secret(`secret-${field}`)])),
  });
  return {
    sent,
    async call(what, params = {}) {
      const [name, actionName] = what.split(' ') as [string, DirectActionName];
      const action = connector.entities.find((entity) => entity.name === name)?.actions[actionName];
      if (action === undefined) throw new TypeError(`${connector.id} has no ${what}`);
      const call = { connection, name: actionName, action, params: action.params.parse(params) };
      const isList = actionName === 'list' || actionName === 'api_search';
      try {
        await (isList ? client.records(call) : client.record(call));
        return null;
      } catch (error) {
        if (GatewayError.is(error)) return error;
        throw error;
      }
    },
  };
}

/** A connection that is stored nowhere, and whose tokens are not renewed. */
function connectionTo(
  connector: Connector,
  authentication: string,
  { settings, credentials }: Pick<UpstreamConnection, 'settings' | 'credentials'>,
): UpstreamConnection {
  return {
    id: 'connection',
    workspaceId: 'workspace',
    connector,
    settings,
    authentication,
    credentials,
    limits: { deadlineSeconds: 30, responseBytes: 1024 * 1024 },
    tokens: {
      exclusively: (work) => work(),
      read: async () => credentials,
      renewalBegins: async () => false,
      renewalUnsent: async () => undefined,
      save: async () => undefined,
      reauthorizationRequired: async () => undefined,
    },
  };
}
