import { fileURLToPath } from 'node:url';
import { preparePython, run } from '@connectory/test-support/python-environment';
import { expect, it } from 'vitest';
import { startRunningGateway } from '../running-gateway.ts';

const script = fileURLToPath(new URL('sign-in.py', import.meta.url));

it('lets the official client for Python sign in, use the tools, and come back when its access has ended', async ({
  skip,
}) => {
  const client = await preparePython(new URL('requirements.txt', import.meta.url));
  if ('missing' in client) return skip(`the client for Python cannot be installed: ${client.missing}`);
  const gateway = await startRunningGateway();
  try {
    const given = JSON.stringify({ url: gateway.url, token: gateway.token });
    const { code, stdout, stderr } = await run(client.python, [script], {}, given);
    expect(code, stderr).toBe(0);
    const used = { tools: expect.arrayContaining(['run_read', 'list_connections']), failed: false };
    const { first, again } = JSON.parse(stdout);
    expect(first).toEqual({ ...used, consents: 1 });
    expect(again).toMatchObject(used);
    const { json } = await gateway.send('GET', '/api/v1/workspaces/test/tokens');
    expect(json.data.map(({ agent }: { agent?: string }) => agent)).toContain('Official Python client');
  } finally {
    await gateway.stop();
  }
});
