import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ledger } from '@connectory/made-up-connectors';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { executePath, type RunningGateway, startRunningGateway } from './running-gateway.ts';

// Debian has it where not every user looks.
const program = ['nginx', '/usr/sbin/nginx'].find(isInstalled) ?? 'nginx';
const missing = [program, 'openssl'].filter((name) => !isInstalled(name));
if (missing.length > 0) console.warn(`The proxy of the operations guide is not tried: no ${missing.join(', ')}.`);

describe.skipIf(missing.length > 0)('a gateway behind the nginx of the operations guide', () => {
  const publicOrigin = 'https://connect.example.com';
  let folder: string;
  let gateway: RunningGateway;
  let nginx: ReturnType<typeof spawn>;
  let agent: Agent;
  let port: number;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'connectory-proxy-'));
    gateway = await startRunningGateway({ connectors: [ledger], configuration: { publicOrigin } });
    port = await freePort();
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    await promisify(execFile)('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=connect.example.com', '-addext', 'subjectAltName=DNS:connect.example.com'],
      ...['-keyout', key, '-out', certificate],
    ]);
    const guide = await readFile(new URL('../../docs/guide/operate.md', import.meta.url), 'utf8');
    const [, server = ''] = /^```nginx\n([\s\S]*?)^```$/m.exec(guide) ?? [];
    const here = server
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace('/etc/ssl/connect.example.com.pem', certificate)
      .replace('/etc/ssl/connect.example.com.key', key)
      .replace('http://127.0.0.1:8080', gateway.url);
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const http = ['access_log off;', ...folders, here].join('\n');
    await writeFile(
      join(folder, 'nginx.conf'),
      `daemon off;\npid ${folder}/pid;\nerror_log stderr warn;\nevents {}\nhttp {\n${http}\n}\n`,
    );
    nginx = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], { stdio: 'ignore' });
    const ca = await readFile(certificate);
    // The certificate is checked: the name is that of the guide, the address that of this machine.
    agent = new Agent({
      connect: {
        ca,
        servername: 'connect.example.com',
        lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
      },
    });
    await vi.waitFor(() => send('GET', '/healthz'), { timeout: 10_000, interval: 100 });
  }, 60_000);
  afterAll(async () => {
    nginx.kill('SIGTERM');
    await once(nginx, 'exit');
    await agent.close();
    await gateway.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const send = async (method: 'GET' | 'POST', path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await request(`https://connect.example.com:${port}${path}`, {
      method,
      dispatcher: agent,
      headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  };
  const list = { entity: 'customers', action: 'list', params: { limit: 10 } };

  it('answers calls and streams over TLS', async () => {
    expect((await send('POST', executePath(gateway.connection('ledger')), list)).status).toBe(200);
    const headers = { accept: 'application/x-ndjson' };
    const { text } = await send('POST', executePath(gateway.connection('ledger')), list, headers);
    expect(JSON.parse(text.trim().split('\n').at(-1) ?? '')).toMatchObject({ meta: { complete: true, records: 25 } });
  });

  it('keeps what is for the inside inside', async () => {
    expect((await send('GET', '/metrics')).status).toBe(404);
    expect((await send('GET', '/readyz')).status).toBe(404);
    expect((await send('GET', '/healthz')).status).toBe(200);
  });

  it('makes links of the public origin, whatever the request says of itself', async () => {
    const body = { connector: 'ledger', name: 'by-link' };
    const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', forwarded: 'host=evil.example' };
    const { status, text } = await send('POST', '/api/v1/workspaces/test/connect-links', body, forged);
    expect(status, text).toBe(201);
    expect(text).toContain(publicOrigin);
    expect(text).not.toContain('evil.example');
  });
});

function isInstalled(name: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
