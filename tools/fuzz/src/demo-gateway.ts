import { startDemo } from '@connectory/test-support/gateway-process';
import { request } from 'undici';
import { z } from 'zod';

const adminToken = 'admin-token-of-a-gateway-that-is-fuzzed';

/** A demo gateway in a separate process and data directory, with a second workspace whose contents may be destroyed. */
export interface DemoGateway {
  readonly url: string;
  /** Ids of the connections of the workspace `demo`, by connector. */
  readonly connections: ReadonlyMap<string, string>;
  readonly token: string;
  readonly adminToken: string;
  /** The second workspace, and ids of connections and tokens in it. */
  readonly workspace: string;
  readonly disposableIds: readonly string[];
  /** Stops the process. Throws an `Error` with its output if it ended before. */
  stop(): Promise<void>;
}

/** Starts a demo gateway on a free port. Throws an `Error` with its output if it does not start. */
export async function startDemoGateway(): Promise<DemoGateway> {
  const demo = await startDemo({ CONNECTORY_ADMIN_TOKEN: adminToken });
  const { url, token, connections } = demo;
  const stop = async () => {
    const died = demo.hasEnded();
    await demo.stop();
    if (died) throw new Error(`The gateway ended while it was fuzzed: ${demo.output()}`);
  };
  try {
    // Links between pages of a search can be followed only then.
    await demo.synchronized();
    const disposableIds = await prepareWorkspace(url, [...connections.keys()]);
    return { url, connections, token, adminToken, workspace, disposableIds, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const workspace = 'fuzz';
const idSchema = z.object({ id: z.string() });

// The upstream rejects these credentials, so calls with them show how a rejected credential is reported.
async function prepareWorkspace(url: string, connectors: readonly string[]): Promise<readonly string[]> {
  const create = async (path: string, body: object) =>
    idSchema.parse(await call(url, adminToken, 'POST', `/api/v1/workspaces${path}`, body)).id;
  await create('', { name: workspace });
  const ids = [await create(`/${workspace}/tokens`, { name: 'disposable' })];
  for (const connector of connectors) {
    const { auth, settings } = manifestSchema.parse(
      await call(url, adminToken, 'GET', `/api/v1/connectors/${connector}`),
    );
    const credentials = Object.fromEntries((auth[0]?.fields ?? []).map(({ name }) => [name, 'nobody']));
    const needed = Object.fromEntries((settings.required ?? []).map((name) => [name, 'nobody']));
    const draft = { connector, name: connector, credentials, settings: { ...needed, base_url: `${url}/nothing` } };
    ids.push(await create(`/${workspace}/connections`, { ...draft, check: false }));
  }
  return ids;
}

const manifestSchema = z.object({
  auth: z.array(z.object({ fields: z.array(z.object({ name: z.string() })) })),
  settings: z.object({ required: z.array(z.string()).optional() }),
});

async function call(url: string, token: string, method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  const answer = await request(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
  return JSON.parse(text);
}
