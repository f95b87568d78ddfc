import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ledger } from '@connectory/test-support/fixture-connectors';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { executePath, type RunningGateway, startRunningGateway } from './running-gateway.ts';

/** Where a proxy listens, with what, and for whom. */
interface Place {
  readonly folder: string;
  readonly port: number;
  readonly key: string;
  readonly certificate: string;
  readonly gateway: string;
}

interface Proxy {
  readonly name: string;
  readonly program: string;
  /** What the guide has for it, at another address and with another certificate. */
  readonly configuration: (guide: string, place: Place) => string;
  readonly programArguments: (folder: string, file: string) => readonly string[];
}

const nginx: Proxy = {
  name: 'nginx',
  // Debian has it where not every user looks.
  program: ['nginx', '/usr/sbin/nginx'].find(isInstalled) ?? 'nginx',
  configuration: (guide, { folder, port, key, certificate, gateway }) => {
    const [, server = ''] = /^```nginx\n([\s\S]*?)^```$/m.exec(guide) ?? [];
    const here = server
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace('/etc/ssl/connect.example.com.pem', certificate)
      .replace('/etc/ssl/connect.example.com.key', key)
      .replace('http://127.0.0.1:8080', gateway);
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const http = ['access_log off;', ...folders, here].join('\n');
    return `daemon off;\npid ${folder}/pid;\nerror_log stderr warn;\nevents {}\nhttp {\n${http}\n}\n`;
  },
  programArguments: (folder, file) => ['-p', folder, '-c', file, '-e', 'stderr'],
};

const caddy: Proxy = {
  name: 'Caddy',
  program: 'caddy',
  configuration: (guide, { port, key, certificate, gateway }) => {
    const [, site = ''] = /^```text\n(connect\.example\.com \{[\s\S]*?)^```$/m.exec(guide) ?? [];
    const here = site
      .replace(
        'connect.example.com {',
        `https://connect.example.com:${port} {\nbind 127.0.0.1\ntls ${certificate} ${key}`,
      )
      .replace('127.0.0.1:8080', gateway.replace('http://', ''));
    return `{\nadmin off\nauto_https disable_redirects\n}\n${here}`;
  },
  programArguments: (_folder, file) => ['run', '--adapter', 'caddyfile', '--config', file],
};

const proxies = [nginx, caddy].map((proxy) => ({
  ...proxy,
  missing: [proxy.program, 'openssl'].filter((name) => !isInstalled(name)),
}));
for (const { name, missing } of proxies)
  if (missing.length > 0) console.warn(`The ${name} of the operations guide is not tried: no ${missing.join(', ')}.`);

for (const proxy of proxies)
  describe.skipIf(proxy.missing.length > 0)(`a gateway behind the ${proxy.name} of the operations guide`, () => {
    const publicOrigin = 'https://connect.example.com';
    let folder: string;
    let gateway: RunningGateway;
    let running: ReturnType<typeof spawn>;
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
      const file = join(folder, 'configuration');
      await writeFile(file, proxy.configuration(guide, { folder, port, key, certificate, gateway: gateway.url }));
      running = spawn(proxy.program, proxy.programArguments(folder, file), {
        stdio: 'ignore',
        // Caddy keeps what it remembers below the home folder.
        env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      });
      const ca = await readFile(certificate);
      // The certificate is checked: the name is that of the guide, the address that of this machine.
      agent = new Agent({
        connect: {
          ca,
          servername: 'connect.example.com',
          lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
        },
      });
      await vi.waitFor(() => send('GET', '/healthz'), { interval: 100 });
    });
    afterAll(async () => {
      running.kill('SIGTERM');
      await once(running, 'exit');
      await agent.close();
      await gateway.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const send = async (method: 'GET' | 'POST', path: string, body?: object, headers: Record<string, string> = {}) => {
      const response = await request(`https://connect.example.com:${port}${path}`, {
        method,
        dispatcher: agent,
        headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.statusCode, text: await response.body.text() };
    };
    const list = { entity: 'customers', action: 'list', params: { limit: 10 } };

    it('returns calls and streams over TLS', async () => {
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
      const forged = {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
        forwarded: 'host=evil.example',
      };
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
