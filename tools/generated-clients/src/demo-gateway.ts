import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';

/** A demo gateway of its own process, with what the scenarios take from their environment. */
export interface DemoGateway {
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const demo = fileURLToPath(new URL('../../../apps/gateway/src/demo.ts', import.meta.url));
const longestStart = 120_000;

/** Starts the demo at a free port and waits until its copies can be searched. Throws an `Error` when that takes two minutes. */
export async function startDemoGateway(): Promise<DemoGateway> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'connectory-clients-'));
  const child = spawn(process.execPath, [demo], {
    env: { ...process.env, PORT: '0', CONNECTORY_DATA_DIR: dataDirectory },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      await ended;
    }
    await rm(dataDirectory, { recursive: true, force: true });
  };
  try {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8');
    });
    const deadline = Date.now() + longestStart;
    const until = async <Found>(look: () => Promise<Found | undefined> | Found | undefined): Promise<Found> => {
      for (;;) {
        const found = await look();
        if (found !== undefined) return found;
        if (child.exitCode !== null) throw new Error(`The demo ended with ${child.exitCode}: ${printed}`);
        if (Date.now() > deadline) throw new Error(`The demo was not ready within two minutes: ${printed}`);
        await pause(100);
      }
    };
    const url = await until(() => (printed.includes('Try it') ? /on (http:\S+)/.exec(printed)?.[1] : undefined));
    const token = (await readFile(join(dataDirectory, 'demo-token'), 'utf8')).trim();
    const idOf = (name: string) => new RegExp(`^ {2}${name} +(\\S+)$`, 'm').exec(printed)?.[1] ?? '';
    const [payments, codeHosting] = [idOf('payments'), idOf('code-hosting')];
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
    await until(() => firstFound(payments, 'customers'));
    const user = await until(() => firstFound(codeHosting, 'users'));
    return {
      environment: {
        CONNECTORY_URL: url,
        CONNECTORY_TOKEN: token,
        PAYMENTS_CONNECTION: payments,
        CODE_HOSTING_CONNECTION: codeHosting,
        CODE_HOSTING_USERNAME: user.login ?? '',
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
