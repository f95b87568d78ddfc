import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type RawValue, valueAt } from '@connectory/connector-sdk';
import type { UploadTarget, UpstreamRequest } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { parseExactly, writeExactly } from '@connectory/exact-json';
import type { UpstreamCall } from './call.ts';
import type { PreparedRequest, RequestPreview, SendableRequest, StreamedBody } from './request.ts';

/** A file that a caller uploads. */
export interface UploadedFile {
  readonly name: string;
  /** The media type. */
  readonly type: string;
  /** Number of bytes. */
  readonly size: number;
  /** True once bytes were read that cannot be read again. */
  readonly isSpent: boolean;
  /** The bytes from the first on. Throws if there turn out to be more or fewer of them, before the last is handed over. */
  bytes(): AsyncIterable<Uint8Array>;
}

/** Maximum bytes of an uploaded file. */
export const maxFileBytes: number = 100 * 1024 * 1024;

/** The call with the parameters that its file fills. */
export function withFilledParams(call: UpstreamCall): UpstreamCall {
  const { action, file, params } = call;
  if (file === undefined || action.file === undefined) return call;
  const { name, type, size } = action.file.fills ?? {};
  const filled = {
    ...(name !== undefined && { [name]: file.name }),
    ...(type !== undefined && { [type]: file.type }),
    ...(size !== undefined && { [size]: file.size }),
  };
  return { ...call, params: { ...filled, ...params } };
}

/** The call that asks the vendor where to send the file: a read, because to repeat it changes nothing. */
export function targetCall({ file: _, ...call }: UpstreamCall, { action }: UploadTarget): UpstreamCall {
  const given = Object.entries(call.params).filter(([name]) => Object.hasOwn(action.params.shape, name));
  return { ...call, name: 'get', action, params: Object.fromEntries(given) };
}

/** The URL for the file and the parameters of the last request, from the response. Throws `upstream_unavailable` without them. */
export function readTarget(
  { connection: { connector } }: UpstreamCall,
  { urlAt, values = {} }: UploadTarget,
  json: Buffer,
): { readonly url: string; readonly params: Readonly<Record<string, RawValue>> } {
  const response = parseExactly(json.toString('utf8'));
  const read = (path: string) => {
    const value = valueAt(response, path);
    if (value !== undefined && value !== null) return value;
    throw new GatewayError('upstream_unavailable', `${connector.vendor} returned no ${path} for the file.`);
  };
  const params = Object.fromEntries(Object.entries(values).map(([name, path]) => [name, read(path)]));
  return { url: String(read(urlAt)), params };
}

/** A request whose body is the file alone. */
export function rawRequest(request: PreparedRequest, file: UploadedFile): SendableRequest {
  return streamed(request, file.type, {
    length: file.size,
    open: () => Readable.from(file.bytes(), { objectMode: false }),
  });
}

/** A prepared request with the file of its call, as the action declares it; the same request if it carries none. */
export function withFile(
  prepared: PreparedRequest,
  { body }: UpstreamRequest,
  { action, file }: UpstreamCall,
): SendableRequest {
  if (file === undefined || action.file === undefined || action.file.as === 'target') return prepared;
  if (action.file.as === 'raw') return rawRequest(prepared, file);
  const boundary = `connectory-${randomUUID()}`;
  const fields = Object.entries(body?.value ?? {}).map(
    ([name, value]) => `--${boundary}\r\n${disposition(name)}\r\n\r\n${fieldText(value)}\r\n`,
  );
  const fileHeaders = `${disposition(action.file.field)}; filename="${quoted(file.name)}"\r\nContent-Type: ${file.type}`;
  const before = Buffer.from(`${fields.join('')}--${boundary}\r\n${fileHeaders}\r\n\r\n`);
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  return streamed(prepared, `multipart/form-data; boundary=${boundary}`, {
    length: before.length + file.size + after.length,
    open: () => Readable.from(enclosed(before, file, after), { objectMode: false }),
  });
}

/** A preview with the file of its call: a description instead of its bytes. */
export function previewWithFile(
  preview: RequestPreview,
  { body }: UpstreamRequest,
  { action, file }: UpstreamCall,
): RequestPreview {
  if (file === undefined || action.file === undefined || action.file.as === 'target') return preview;
  const shown = `(${file.name}, ${file.size} bytes)`;
  if (action.file.as === 'raw')
    return { ...preview, headers: { ...preview.headers, 'content-type': file.type }, body: shown };
  const fields = Object.entries(body?.value ?? {}).map(([name, value]) => [name, fieldText(value)]);
  return {
    ...preview,
    headers: { ...preview.headers, 'content-type': 'multipart/form-data' },
    body: { ...Object.fromEntries(fields), [action.file.field]: shown },
  };
}

const streamed = (request: PreparedRequest, type: string, body: StreamedBody): SendableRequest => ({
  ...request,
  headers: { ...request.headers, 'content-type': type, 'content-length': String(body.length) },
  body,
});

async function* enclosed(before: Buffer, file: UploadedFile, after: Buffer): AsyncGenerator<Uint8Array> {
  yield before;
  yield* file.bytes();
  yield after;
}

const disposition = (name: string) => `Content-Disposition: form-data; name="${quoted(name)}"`;

// As browsers do (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data).
const quoted = (text: string) => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const fieldText = (value: unknown) => (typeof value === 'string' ? value : writeExactly(value));
