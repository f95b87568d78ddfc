import type { Connector } from '@connectory/connector-sdk';
import { type DirectActionName, resultKind, Secret, syncParams } from '@connectory/connector-sdk/engine';
import { type ConnectorSandbox, exampleSettings } from '@connectory/sandbox';
import { completeSettings, type DeclaredAction, declaredActions } from '@connectory/testkit/declarations';
import {
  createEgressGuard,
  createUpstreamClient,
  type UploadedFile,
  type UpstreamCall,
  type UpstreamClient,
  type UpstreamConnection,
} from '@connectory/upstream';
import { checkUpstream, type Simulate, type UpstreamReport } from './check-upstream.ts';
import { checkedConnector } from './connector-to-check.ts';
import type { ApiDescription } from './description.ts';
import type { KnownDeviation } from './report.ts';
import type { DryRun } from './requests.ts';
import { type SimulatedVendor, startSimulatedVendor } from './simulated-vendor.ts';

/** What a connector is held against, and how it is run meanwhile. */
export interface CheckConnectorOptions {
  /** The simulated vendor; by default, it follows from the declaration alone. */
  readonly sandbox?: ConnectorSandbox;
  /** The vendor's descriptions; an operation that any of them knows is known. */
  readonly descriptions: readonly ApiDescription[];
  readonly deviations: readonly KnownDeviation[];
  /** The version that the descriptions are of, by default the pinned one. */
  readonly apiVersion?: string;
}

/**
 * Compares a loaded connector with its vendor's own description: the requests it would send, the records it declares, and the responses of
 * its simulated vendor. Only that vendor, on 127.0.0.1, is called.
 */
export async function checkConnector(connector: Connector, options: CheckConnectorOptions): Promise<UpstreamReport> {
  await using vendor = await startSimulatedVendor(connector, options.sandbox);
  const client = createUpstreamClient({ guard: createEgressGuard(['127.0.0.1']) });
  try {
    const calls = new Calls(connector, vendor, options.apiVersion);
    return await checkUpstream({
      connector: checkedConnector(connector),
      descriptions: options.descriptions,
      deviations: options.deviations,
      dryRun: previewsOf(client, calls),
      simulate: simulationOf(client, calls, vendor),
    });
  } finally {
    await client.close();
  }
}

/** Makes calls of a connector to the vendor itself, which are only previewed, and to the simulated vendor. */
class Calls {
  readonly #actions: readonly DeclaredAction[];
  readonly #connector: Connector;
  readonly #vendor: SimulatedVendor;
  readonly #real: UpstreamConnection;
  readonly #simulated: UpstreamConnection;

  constructor(connector: Connector, vendor: SimulatedVendor, apiVersion: string | undefined) {
    this.#actions = declaredActions(connector);
    this.#connector = connector;
    this.#vendor = vendor;
    const settings = completeSettings(connector, exampleSettings(connector, vendor.sandbox));
    const demo = Object.entries(vendor.sandbox.credentials(connector.id));
    const credentials = Object.fromEntries(demo.map(([field, value]) => [field, new Secret(value)]));
    const common = {
      connector,
      authentication: Object.keys(connector.upstream.authentication)[0] ?? '',
      credentials,
      workspaceId: 'workspace',
      limits: { deadlineSeconds: 60, responseBytes: 64 * 1024 * 1024 },
      tokens: {
        exclusively: <Result>(work: () => Promise<Result>) => work(),
        read: async () => credentials,
        renewalBegins: async () => false,
        renewalUnsent: async () => {},
        save: async () => {},
        reauthorizationRequired: async () => {},
      },
    };
    this.#real = { ...common, id: 'vendor', settings: { ...settings, ...(apiVersion && { api_version: apiVersion }) } };
    this.#simulated = { ...common, id: 'simulated', settings: { ...settings, base_url: vendor.baseUrl } };
  }

  /** A call to the vendor itself. */
  real(entity: string, name: string, params: Readonly<Record<string, unknown>>): UpstreamCall {
    return this.#call(this.#real, entity, name, params);
  }

  /** A call that finds something at the simulated vendor, and the same call to the vendor itself. */
  example(entity: string, name: string): { readonly real: UpstreamCall; readonly simulated: UpstreamCall } {
    const given = this.#vendor.sandbox.example(this.#connector.id, entity, name as DirectActionName);
    return { real: this.real(entity, name, given), simulated: this.#call(this.#simulated, entity, name, given) };
  }

  #call(
    connection: UpstreamConnection,
    entityName: string,
    actionName: string,
    params: Readonly<Record<string, unknown>>,
  ): UpstreamCall {
    const declared = this.#actions.find(({ entity, name }) => entity.name === entityName && name === actionName);
    if (declared === undefined) throw new TypeError(`${this.#connector.id} has no ${entityName} ${actionName}`);
    const { name, action } = declared;
    const file = name === 'upload' && exampleFile();
    return { connection, name, action, params: syncParams(action).parse(params), ...(file && { file }) };
  }
}

const exampleFile = (): UploadedFile => ({
  name: 'example.txt',
  type: 'text/plain',
  size: 4,
  isSpent: false,
  async *bytes() {
    yield Buffer.from('text');
  },
});

/** The requests a connector sends to the vendor itself, as its gateway would print them. */
function previewsOf(client: UpstreamClient, calls: Calls): DryRun {
  return async (entity, action, params) => client.preview(calls.real(entity, action, params));
}

function simulationOf(client: UpstreamClient, calls: Calls, vendor: SimulatedVendor): Simulate {
  return async (entity, name) => {
    const { real, simulated } = calls.example(entity, name);
    const [request] = await client.preview(real);
    if (request === undefined || (resultKind(real.name) === 'file' && real.action.fileAt === undefined)) {
      return undefined;
    }
    const body = await vendor.firstResponseDuring(() => run(client, simulated));
    return { request, body: body === undefined || body === '' ? undefined : JSON.parse(body) };
  };
}

async function run(client: UpstreamClient, call: UpstreamCall): Promise<void> {
  const kind = resultKind(call.name);
  if (kind === 'records') await client.records(call);
  else if (kind === 'record') await client.record(call);
  else await discard((await client.file(call)).body);
}

async function discard(body: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of body) break;
}
