import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runProgram, startGatewayProcess, temporaryDirectory } from './gateway-process.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => directory.remove());

const environment = (more: Readonly<Record<string, string>> = {}) => ({
  PORT: '0',
  CONNECTORY_PROCESSES: '3',
  CONNECTORY_MODE: 'direct',
  CONNECTORY_DATA_DIR: directory.path,
  ...more,
});

it('a gateway of several processes at a port in use ends with one message', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = String((server.address() as AddressInfo).port);
  const { code, stderr } = await runProgram('main', environment({ PORT: port }));
  server.close();
  expect(code).toBe(1);
  expect(stderr).toBe(`Port ${port} is in use. Set PORT to another one, or stop the program that uses it.\n`);
});

it.each([
  ['that its first process finds', { CONNECTORY_SECRET_KEY: 'hunter2' }, 'CONNECTORY_SECRET_KEY'],
  ['that is found before one is started', { CONNECTORY_MODE: 'cloud' }, 'CONNECTORY_MODE is "cloud"'],
])('a wrong setting %s is told once', async (_where, wrong, message) => {
  const { code, stdout, stderr } = await runProgram('main', environment(wrong as Record<string, string>));
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('hunter2');
});

it('a gateway ends with all its processes when it is killed', async () => {
  const gateway = await startGatewayProcess('main', environment());
  const [, pid = ''] = await gateway.printed(/"pid":(\d+)/);
  await gateway.stop('SIGKILL');
  // The port is free again once nobody holds it.
  for (;;) {
    try {
      process.kill(Number(pid), 0);
    } catch {
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await expect(fetch(`${gateway.url}/healthz`)).rejects.toThrow();
});
