import { createServer, type IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Connector } from '@connectory/connector-sdk';
import { type ConnectorSandbox, createSandbox, type Sandbox } from '@connectory/sandbox';

/** The simulated vendor of one connector, which records its responses. */
export interface SimulatedVendor extends AsyncDisposable {
  readonly sandbox: Sandbox;
  /** The `base_url` of a connection to it. */
  readonly baseUrl: string;
  /** Runs a function and returns the body of the first response to an action meanwhile; undefined if there was none. */
  firstResponseDuring(work: () => Promise<unknown>): Promise<string | undefined>;
}

/** Starts the simulated vendor of a connector on a free port of 127.0.0.1. */
export async function startSimulatedVendor(
  connector: Connector,
  simulation: ConnectorSandbox | undefined,
): Promise<SimulatedVendor> {
  const sandboxes = simulation === undefined ? [] : [simulation];
  const sandbox = createSandbox({ connectors: [connector], sandboxes });
  let responses: string[] = [];
  class RememberedResponse extends ServerResponse<IncomingMessage> {
    override end(...given: unknown[]): this {
      const [body] = given;
      // Tokens and files do not belong to an action.
      if (sandbox.requests.at(-1)?.meant !== undefined) responses.push(typeof body === 'string' ? body : '');
      return super.end(...(given as []));
    }
  }
  const server = createServer({ ServerResponse: RememberedResponse }, sandbox.handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    sandbox,
    baseUrl: sandbox.baseUrl(`http://127.0.0.1:${port}`, connector.id),
    async firstResponseDuring(work) {
      responses = [];
      await work();
      return responses[0];
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
