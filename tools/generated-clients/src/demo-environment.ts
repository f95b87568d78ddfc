import { startDemo } from '@connectory/test-support/gateway-process';
import { request } from 'undici';

/** A demo gateway with synchronized copies, and the environment of the scenarios. */
export interface ScenarioDemo {
  readonly url: string;
  readonly token: string;
  /** Ids of the connections, by connector. */
  readonly connections: ReadonlyMap<string, string>;
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<unknown>;
}

/** Starts the demo in a separate process. Throws an `Error` if it does not start or synchronize. */
export async function startScenarioDemo(): Promise<ScenarioDemo> {
  const demo = await startDemo();
  const { url, token, connections, stop } = demo;
  try {
    await demo.synchronized();
    const github = connections.get('github') ?? '';
    const response = await request(
      `${url}/api/v1/integrations/connectors/${github}/execute/repositories/context_store_search`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ params: { query: {}, limit: 1 } }),
      },
    );
    const { data } = (await response.body.json()) as { readonly data: readonly { readonly nameWithOwner: string }[] };
    const environment = {
      CONNECTORY_URL: url,
      CONNECTORY_TOKEN: token,
      STRIPE_CONNECTION: connections.get('stripe') ?? '',
      GITHUB_CONNECTION: github,
      CODE_HOSTING_USERNAME: data[0]?.nameWithOwner.split('/')[0] ?? '',
    };
    return { url, token, connections, environment, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
