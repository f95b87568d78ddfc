import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { executePath, type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startRunningGateway();
});
afterAll(() => gateway.stop());

const megabyte = 1024 * 1024;

/** Sends a body of so many MiB as most clients do: nothing is read before all of it is sent. Gives what there is to read then. */
async function sendWhole(size: number, token: string): Promise<string> {
  const { hostname, port } = new URL(gateway.url);
  const socket: Socket = connect({ host: hostname, port: Number(port) });
  socket.pause();
  socket.on('error', () => {});
  await once(socket, 'connect');
  const path = executePath(gateway.connection('ledger'));
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${size * megabyte}\r\n\r\n`,
  );
  for (let sent = 0; sent < size; sent++) {
    await new Promise<void>((resolve, reject) =>
      socket.write(Buffer.alloc(megabyte, '['), (error) => (error ? reject(error) : resolve())),
    );
  }
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

describe('a client that reads nothing before it has sent everything', () => {
  it.each([2, 3, 10])('can read why %i MiB are too much', async (size) => {
    const response = await sendWhole(size, gateway.token);
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    expect(response).toMatch(/\r\nconnection: close\r\n/i);
    expect(response).toContain('"code":"payload_too_large"');
  });

  it('can read that its token is wrong', async () => {
    expect(await sendWhole(3, 'cty_wrong')).toContain('"code":"unauthenticated"');
  });

  it('is cut off when it goes on for too long', async () => {
    await expect(sendWhole(64, gateway.token)).rejects.toMatchObject({ code: /^(EPIPE|ECONNRESET)$/ });
  });
});

describe('a body that takes long to check', () => {
  const numbers = (count: number) => `[${Array<string>(count).fill('1').join()}]`;

  it.each([
    ['values', numbers(10_001)],
    ['levels', `${'['.repeat(65)}${']'.repeat(65)}`],
    ['bytes in a name', `{"${'n'.repeat(1001)}":1}`],
  ])('is refused for its number of %s, wherever they stand', async (_what, json) => {
    const params = `{"entity":"customers","action":"list","params":{"limit":${json}}}`;
    expectProblem(await gateway.execute('ledger', params), 'payload_too_large');
    const name = `{"name":${json}}`;
    expectProblem(await gateway.send('POST', '/api/v1/workspaces/test/tokens', { body: name }), 'payload_too_large');
  });

  it('is answered with at most 20 errors', async () => {
    const params = `{"entity":"customers","action":"list","params":{"limit":${numbers(9_000)},"created":${numbers(10)}}}`;
    const problem = expectProblem(await gateway.execute('ledger', params), 'invalid_params');
    expect(problem.errors.length).toBeLessThanOrEqual(20);
    const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`unknown${index}`, index]));
    const many = await gateway.execute('ledger', { entity: 'customers', action: 'list', params: unknown });
    expect(expectProblem(many, 'invalid_params').errors).toHaveLength(20);
  });
});
