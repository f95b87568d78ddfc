import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { type RawUpstream, startRawUpstream } from './raw-upstream.ts';
import { executePath, type RunningGateway, startRunningGateway } from './running-gateway.ts';

const upload = { entity: 'attachments', action: 'upload' };
const bytes = randomBytes(300_000);

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway();
});

afterAll(() => gateway.stop());

/** The bytes of a form before and after the file. */
function enclosing(call: object, filename: string, type: string): readonly [begin: Buffer, end: Buffer] {
  const callPart = `Content-Disposition: form-data; name="call"\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(call)}`;
  const fileHead = `Content-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`;
  return [Buffer.from(`--b\r\n${callPart}\r\n--b\r\n${fileHead}`), Buffer.from('\r\n--b--\r\n')];
}

const photo = (call: object = upload) => {
  const [begin, end] = enclosing(call, 'photo of %22Ada%22.png', 'image/png');
  return Buffer.concat([begin, bytes, end]);
};

const note = (call: object = upload, text = 'short') => {
  const [begin, end] = enclosing(call, 'note.txt', 'text/plain');
  return Buffer.concat([begin, Buffer.from(text), end]);
};

async function send(
  body: Buffer | Readable,
  headers: Readonly<Record<string, string>> = {},
  path = executePath(gateway.connection('help-centre')),
) {
  const response = await request(gateway.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${gateway.token}`,
      'content-type': 'multipart/form-data; boundary=b',
      ...headers,
    },
    body,
  });
  const text = await response.body.text();
  return {
    status: response.statusCode,
    headers: response.headers,
    json: JSON.parse(text),
    text,
    bytes: Buffer.from(text),
  };
}

describe('an upload', () => {
  it('sends the file on, and the record leads to the same bytes', async () => {
    const { status, json } = await send(photo());
    expect(status, JSON.stringify(json)).toBe(200);
    expect(json.data).toMatchObject({ file_name: 'photo of "Ada".png', content_type: 'image/png', size: bytes.length });
    const params = { attachment_id: json.data.id };
    const file = await gateway.execute('help-centre', { entity: 'attachments', action: 'download', params });
    expect(file.bytes.equals(bytes)).toBe(true);
  });

  it('reaches the vendor as a form with its parameters and the file', async () => {
    const call = { ...upload, params: { file_name: 'renamed.png' } };
    const [arrived] = await gateway.arrivalsDuring(() => send(photo(call)));
    expect(arrived).toMatchObject({ method: 'POST', body: { file_name: 'renamed.png' }, file: { type: 'image/png' } });
    expect(arrived?.file?.bytes.equals(bytes)).toBe(true);
  });

  it('has a URL of its own, like every action', async () => {
    const path = `${executePath(gateway.connection('help-centre'))}/attachments/upload`;
    const { json } = await send(note({ params: {} }), {}, path);
    expect(json).toMatchObject({ data: { file_name: 'note.txt', size: 5 } });
  });

  it('takes a form as other programs write it', async () => {
    const form = new FormData();
    form.set('call', JSON.stringify(upload));
    form.set('file', new Blob(['']), 'empty.txt');
    const response = await fetch(gateway.url + executePath(gateway.connection('help-centre')), {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.token}` },
      body: form,
    });
    expect(await response.json()).toMatchObject({ data: { file_name: 'empty.txt' } });
  });

  it('as a dry run sends nothing and shows the form', async () => {
    const arrived = await gateway.arrivalsDuring(async () => {
      const { json } = await send(photo({ ...upload, dry_run: true }));
      expect(json.data.requests[0]).toMatchObject({
        headers: { 'content-type': 'multipart/form-data' },
        body: { file_name: 'photo of "Ada".png', file: '(photo of "Ada".png, 300000 bytes)' },
      });
    });
    expect(arrived).toEqual([]);
  });

  it('is carried out once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'upload-1' };
    const arrived = await gateway.arrivalsDuring(async () => {
      const first = await send(photo(), headers);
      const again = await send(photo(), headers);
      expect(again.json).toEqual({ data: first.json.data, meta: { idempotent_replay: true } });
      expectProblem(await send(note(), headers), 'idempotency_conflict');
    });
    expect(arrived).toHaveLength(1);
  });

  it('is in the audit as a write with the key of the new record', async () => {
    const { json } = await send(photo(), { 'x-request-id': 'upload-audited' });
    const audit = await gateway.send('GET', '/api/v1/workspaces/test/audit?limit=1');
    expect(audit.json.data[0]).toMatchObject({
      request_id: 'upload-audited',
      action: 'upload',
      outcome: 200,
      record: { entity: 'attachments', key: { id: String(json.data.id) } },
    });
  });
});

describe('an upload is refused', () => {
  it('without a file, and a call with a file that takes none', async () => {
    expectProblem(await gateway.execute('help-centre', upload), 'malformed_request');
    const list = { entity: 'tickets', action: 'list' };
    expectProblem(await send(photo(list)), 'malformed_request');
  });

  const boundary = '--b\r\n';
  const call = `Content-Disposition: form-data; name="call"\r\n\r\n${JSON.stringify(upload)}\r\n`;
  const file = 'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc\r\n';
  it.each([
    ['with the file first', `${boundary}${file}${boundary}${call}--b--\r\n`],
    ['without a file', `${boundary}${call}--b--\r\n`],
    ['with a part after the file', `${boundary}${call}${boundary}${file}${boundary}${file}--b--\r\n`],
    ['without its last line break', `${boundary}${call}${boundary}${file}--b--`],
    ['with another boundary', `--c\r\n${call}--c\r\n${file}--c--\r\n`],
    ['with a call that is not JSON', `${boundary}${call.replace('{', '')}${boundary}${file}--b--\r\n`],
    ['that is empty', ''],
  ])('%s', async (_case, form) => {
    const headers = { 'content-length': String(form.length) };
    const arrived = await gateway.arrivalsDuring(async () => {
      expectProblem(await send(Buffer.from(form), headers), 'malformed_request');
    });
    expect(arrived).toEqual([]);
  });

  it('without a length', async () => {
    expectProblem(await send(Readable.from([note()], { objectMode: false })), 'malformed_request');
  });

  it('with more bytes than allowed, before any is sent on', async () => {
    const headers = { 'content-length': String(200 * 1024 * 1024) };
    const beginning = async function* () {
      yield note();
      await refused.promise;
    };
    const refused = Promise.withResolvers<void>();
    const body = Readable.from(beginning(), { objectMode: false });
    const arrived = await gateway.arrivalsDuring(async () => {
      const reply = await send(body, headers);
      expectProblem(reply, 'payload_too_large');
    });
    refused.resolve();
    expect(arrived).toEqual([]);
  });
});

describe('a large upload', () => {
  let upstream: RawUpstream;
  let connection: string;

  beforeAll(async () => {
    upstream = await startRawUpstream();
    const settings = { base_url: upstream.origin };
    connection = await gateway.connect('help-centre', 'uploads', { settings, check: false });
  });

  afterAll(() => upstream.stop());

  const size = 90 * 1024 * 1024;
  const large = () => {
    const [begin, end] = enclosing(upload, 'large.bin', 'application/octet-stream');
    const block = Buffer.alloc(64 * 1024);
    const parts = function* () {
      yield begin;
      for (let left = size; left > 0; left -= block.length) yield block;
      yield end;
    };
    const headers = { 'content-length': String(begin.length + size + end.length) };
    return [Readable.from(parts(), { objectMode: false }), headers, executePath(connection)] as const;
  };

  it('is read no faster than the vendor takes it', async () => {
    let received = 0;
    const paused = Promise.withResolvers<() => void>();
    upstream.response((incoming, response) => {
      incoming.on('data', (chunk: Buffer) => {
        received += chunk.length;
      });
      incoming.once('data', () => {
        incoming.pause();
        paused.resolve(() => incoming.resume());
      });
      incoming.on('end', () => response.end('{"attachment":{"id":1}}'));
    });
    const [body, ...rest] = large();
    let sent = 0;
    const counted = async function* () {
      for await (const chunk of body) {
        sent += (chunk as Buffer).length;
        yield chunk;
      }
    };
    const response = send(Readable.from(counted(), { objectMode: false }), ...rest);
    const resume = await paused.promise;
    let seen = -1;
    while (seen !== sent) {
      seen = sent;
      await pause(200);
    }
    // What the sockets and streams on the way hold.
    expect(sent).toBeLessThan(size / 3);
    resume();
    const { status, text } = await response;
    expect(status, text).toBe(200);
    expect(received).toBeGreaterThan(size);
  });

  it('is not repeated when the vendor closes the connection, and has an unknown outcome', async () => {
    const before = upstream.count;
    upstream.response((incoming) => {
      incoming.once('data', () => incoming.socket.destroy());
    });
    const problem = expectProblem(await send(...large()), 'upstream_unavailable');
    expect(problem.outcome).toBe('unknown');
    expect(upstream.count - before).toBe(1);
  });

  it('ends with the refusal of a vendor that does not read it', async () => {
    upstream.response((_incoming, response) => {
      response.writeHead(413, { connection: 'close' }).end('{"error":"TooLarge","description":"At most 50 MB."}');
    });
    const reply = await send(...large());
    expect(['upstream_rejected', 'upstream_unavailable']).toContain(reply.json.code);
  });
});
