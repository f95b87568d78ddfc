import { setTimeout as pause } from 'node:timers/promises';
import { startDemo } from '@connectory/gateway-process';
import { request } from 'undici';

/** A demo gateway in a separate process, with the environment of the scenarios. */
export interface DemoGateway {
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const longestStart = 120_000;

/** Starts the demo on a free port and waits until its copies can be searched. Throws an `Error` if that takes two minutes. */
export async function startDemoGateway(): Promise<DemoGateway> {
  const demo = await startDemo();
  const { url, token, connections } = demo;
  const stop = async () => {
    await demo.stop();
  };
  try {
    const deadline = Date.now() + longestStart;
    const until = async <Found>(look: () => Promise<Found | undefined>): Promise<Found> => {
      for (;;) {
        const found = await look();
        if (found !== undefined) return found;
        if (demo.hasEnded() || Date.now() > deadline) throw new Error(`The demo was not ready: ${demo.output()}`);
        await pause(100);
      }
    };
    const stripe = connections.get('stripe') ?? '';
    const github = connections.get('github') ?? '';
    const firstFound = async (connection: string, entity: string) => {
      const address = `${url}/api/v1/integrations/connectors/${connection}/execute/${entity}/context_store_search`;
      const { body } = await request(address, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ params: { query: {}, limit: 1 } }),
      });
      const { data } = (await body.json()) as { readonly data?: readonly Readonly<Record<string, string>>[] };
      return data?.[0];
    };
    await until(() => firstFound(stripe, 'customers'));
    const repository = await until(() => firstFound(github, 'repositories'));
    return {
      environment: {
        CONNECTORY_URL: url,
        CONNECTORY_TOKEN: token,
        STRIPE_CONNECTION: stripe,
        GITHUB_CONNECTION: github,
        CODE_HOSTING_USERNAME: repository.nameWithOwner?.split('/')[0] ?? '',
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
