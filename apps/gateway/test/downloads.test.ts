import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { installFixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { type GatewayProcess, startGatewayProcess, temporaryDirectory } from './gateway-process.ts';
import { type RawUpstream, startRawUpstream } from './raw-upstream.ts';
import { adminToken, executePath, type RunningGateway, startRunningGateway } from './running-gateway.ts';

const attachment = 17_463_839_000_001;
const download = { entity: 'attachments', action: 'download', params: { attachment_id: attachment } };

describe('a download', () => {
  let gateway: RunningGateway;
  let original: Buffer;
  let originalHeaders: Record<string, string | string[] | undefined>;

  beforeAll(async () => {
    gateway = await startRunningGateway();
    const file = await request(`${gateway.sandboxOrigin}/help-centre/files/attachments/${attachment}`);
    original = Buffer.from(await file.body.arrayBuffer());
    originalHeaders = file.headers;
  });

  afterAll(() => gateway.stop());

  it('has the bytes and the headers of the upstream', async () => {
    const reply = await gateway.execute('help-centre', download);
    expect(reply.status).toBe(200);
    expect(reply.bytes.equals(original)).toBe(true);
    for (const name of ['content-type', 'content-length', 'content-disposition', 'accept-ranges', 'etag']) {
      expect(reply.headers[name], name).toBe(originalHeaders[name]);
    }
    expect(reply.headers['content-security-policy']).toContain('sandbox');
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    ['bytes=0-99', 0, 100],
    ['bytes=100-199', 100, 200],
    ['bytes=-50', -50, undefined],
    ['bytes=1000-', 1000, undefined],
  ])('gives the part %s', async (range, start, end) => {
    const reply = await gateway.execute('help-centre', download, { headers: { range } });
    expect(reply.status).toBe(206);
    const part = original.subarray(start, end);
    expect(reply.bytes.equals(part)).toBe(true);
    expect(reply.headers['content-length']).toBe(String(part.length));
    expect(reply.headers['content-range']).toMatch(new RegExp(`^bytes \\d+-\\d+/${original.length}$`));
  });

  it('of a part behind the end, or of a file that is not there, is refused', async () => {
    const headers = { range: `bytes=${original.length}-` };
    expectProblem(await gateway.execute('help-centre', download, { headers }), 'range_not_satisfiable');
    const missing = { ...download, params: { attachment_id: 1 } };
    expectProblem(await gateway.execute('help-centre', missing), 'file_not_found');
  });

  it('leaves an audit entry like every call', async () => {
    await gateway.execute('help-centre', download, { headers: { 'x-request-id': 'download-1' } });
    const { json } = await gateway.send('GET', '/api/v1/workspaces/test/audit?limit=1');
    expect(json.data[0]).toMatchObject({ request_id: 'download-1', action: 'download', outcome: 200 });
  });
});

describe('a download from an upstream', () => {
  let gateway: RunningGateway;
  let upstream: RawUpstream;
  let connection: string;

  beforeAll(async () => {
    gateway = await startRunningGateway();
    upstream = await startRawUpstream();
    const settings = { base_url: upstream.origin };
    connection = await gateway.connect('help-centre', 'scripted', { settings, check: false });
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.stop();
  });

  it.each([
    ['with Content-Length', { 'content-length': '100000' }],
    ['in chunks', {}],
  ])('that breaks off %s never looks complete', async (_case, headers) => {
    serveFile(upstream, (response) => {
      response.writeHead(200, headers);
      response.write(Buffer.alloc(50_000), () => response.destroy());
    });
    await expect(gateway.execute(connection, download)).rejects.toThrow();
    expect((await gateway.send('GET', '/healthz')).status).toBe(200);
  });

  it('ends when the client has gone', async () => {
    let closed = false;
    serveFile(upstream, (response) => {
      response.on('close', () => {
        closed = true;
      });
      sendZeros(response, 1024 ** 3);
    });
    const { body } = await request(gateway.url + executePath(connection), {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(download),
    });
    for await (const _chunk of body) break;
    while (!closed) await pause(20);
    expect(closed).toBe(true);
  });

  it('cannot lead to another host', async () => {
    upstream.response((_request, response) => {
      response.end('{"attachment":{"content_url":"http://169.254.169.254/latest/meta-data"}}');
    });
    const problem = expectProblem(await gateway.execute(connection, download), 'upstream_rejected');
    expect(problem.message).toContain('169.254.169.254');
  });
});

describe('a file of 1 GB', () => {
  let process: GatewayProcess;
  let upstream: RawUpstream;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;

  beforeAll(async () => {
    directory = await temporaryDirectory();
    upstream = await startRawUpstream();
    process = await startGatewayProcess('main', {
      PORT: '0',
      CONNECTORY_DATA_DIR: directory.path,
      CONNECTORY_ADMIN_TOKEN: adminToken,
      CONNECTORY_EGRESS_ALLOW: '127.0.0.1',
      CONNECTORY_MODE: 'direct',
      CONNECTORY_CONNECTORS: await installFixtureConnectors(directory.path),
    });
  });

  afterAll(async () => {
    await process.stop();
    await upstream.stop();
    await directory.remove();
  });

  it('passes through a gateway whose memory stays flat', async () => {
    const size = 1024 ** 3;
    serveFile(upstream, (response) => {
      response.writeHead(200, { 'content-length': size });
      sendZeros(response, size);
    });
    const call = async (path: string, body: object, token = adminToken) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      return request(process.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    };
    const created = async (path: string, body: object) => {
      const reply = await call(path, body);
      const text = await reply.body.text();
      expect(reply.statusCode, text).toBe(201);
      return JSON.parse(text);
    };
    const workspace = '/api/v1/workspaces/large';
    await created('/api/v1/workspaces', { name: 'large' });
    const { token } = await created(`${workspace}/tokens`, { name: 'large' });
    const { id } = await created(`${workspace}/connections`, {
      connector: 'help-centre',
      credentials: { access_token: 'any' },
      settings: { subdomain: 'sandbox', base_url: upstream.origin },
      check: false,
    });
    const before = await residentBytes(process.url);
    let largest = before;
    let done = false;
    const watch = (async () => {
      while (!done) {
        largest = Math.max(largest, await residentBytes(process.url));
        await pause(20);
      }
    })();
    const file = await call(executePath(id), download, token);
    expect(file.statusCode, file.statusCode === 200 ? '' : await file.body.text()).toBe(200);
    let received = 0;
    for await (const chunk of file.body) received += (chunk as Buffer).length;
    done = true;
    await watch;
    expect(received).toBe(size);
    // Buffers that were sent stay until the garbage collector comes, which is about once per 150 MB.
    expect(largest - before).toBeLessThan(size / 4);
  });
});

/** Answers the record of an attachment, and its file as the test says. */
function serveFile(upstream: RawUpstream, file: (response: ServerResponse) => void): void {
  upstream.response(({ url }, response) => {
    if (url === '/file') file(response);
    else response.end(JSON.stringify({ attachment: { content_url: `${upstream.origin}/file` } }));
  });
}

function sendZeros(response: ServerResponse, size: number): void {
  const block = Buffer.alloc(256 * 1024);
  let left = size;
  const send = () => {
    while (left > 0 && !response.destroyed) {
      const part = left < block.length ? block.subarray(0, left) : block;
      left -= part.length;
      if (!response.write(part)) {
        response.once('drain', send);
        return;
      }
    }
    response.end();
  };
  send();
}

async function residentBytes(url: string): Promise<number> {
  const { body } = await request(`${url}/metrics`);
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(await body.text())?.[1]);
}
