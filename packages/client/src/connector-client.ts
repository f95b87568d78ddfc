import type {
  ActionOf,
  Aggregate,
  AggregateParams,
  AggregateResult,
  ArgumentsOf,
  BatchCall,
  BatchOptions,
  BatchResult,
  CallOptions,
  EntityOf,
  ExecuteOptions,
  PagedActionOf,
  ParamsOf,
  PathOf,
  RecordOf,
  ResultOf,
} from './connector-types.ts';
import type { components } from './generated/gateway.generated.ts';
import { type HeldCall, WaitsForApproval } from './held-writes.ts';
import { ConnectoryError, dataOf, type Transport } from './transport.ts';

/** A file as it arrives. */
export interface Download {
  /** The bytes; it errors when the file breaks off. */
  readonly stream: ReadableStream<Uint8Array>;
  /** `Content-Type`, `Content-Length`, `Content-Disposition`, … as the upstream sent them. */
  readonly headers: Headers;
  /** 200, or 206 for the requested range. */
  readonly status: number;
}

/** Options of a download. */
export interface DownloadOptions {
  /** Part of the file, such as `bytes=0-1023`. */
  readonly range?: string;
  /** Why the call is made; kept in the audit. At most 512 characters. */
  readonly intent?: string;
  /** Ends the call and the stream. */
  readonly signal?: AbortSignal;
}

/** The file of an upload, and options of its call. */
export interface UploadOptions extends CallOptions {
  /** The bytes; in Node.js, `await openAsBlob(path)` reads a file while it is sent. */
  readonly file: Blob;
  /** `photo.png`; by default the name of a `File`. */
  readonly filename?: string;
  /** Makes a write safe to repeat for 24 hours: 1 to 255 printable ASCII characters, best a new UUID. */
  readonly idempotency_key?: string;
}

type BatchRequestBody = components['schemas']['BatchRequest'];

const address = '/api/v1/integrations/connectors/{connector_id}/execute';

interface Page {
  readonly data: readonly unknown[];
  readonly meta: { readonly next_params: Record<string, unknown> | null };
}

/**
 * Runs the actions of one connection. `Paths` are the addresses of the connector's OpenAPI document, which make entities, actions,
 * params and results typed. Every method throws `ConnectoryError`.
 */
export class ConnectorClient<Paths> {
  readonly #transport: Transport;
  readonly #connectorId: string;

  constructor(transport: Transport, connectorId: string) {
    this.#transport = transport;
    this.#connectorId = connectorId;
  }

  /** Runs one action and returns `{data, meta}`. Throws `WaitsForApproval` for a write that the policy of the token holds. */
  async execute<
    Entity extends EntityOf<Paths>,
    Action extends ActionOf<Paths, Entity>,
    const Options extends ExecuteOptions = Record<never, never>,
  >(
    entity: Entity,
    action: Action,
    ...[params, options]: ArgumentsOf<Paths, Entity, Action, Options>
  ): Promise<ResultOf<Paths, Entity, Action, Options>> {
    return (await this.#execute(entity, action, params, options)) as ResultOf<Paths, Entity, Action, Options>;
  }

  /**
   * Runs up to 1,000 calls at once. It throws only if nothing was sent, or if the response is cut off: calls that failed are items of
   * `data`, so check `meta.complete`.
   */
  async batch<
    const Calls extends readonly BatchCall<Paths>[],
    const Options extends BatchOptions = Record<never, never>,
  >(calls: Calls, options?: Options): Promise<BatchResult<Paths, Calls, Options>> {
    const { idempotency_key, signal, ...rest }: BatchOptions = options ?? {};
    const call = this.#transport.POST('/api/v1/integrations/connectors/{connector_id}/batch', {
      params: {
        path: { connector_id: this.#connectorId },
        ...(idempotency_key !== undefined && { header: { 'Idempotency-Key': idempotency_key } }),
      },
      // The types of a connector are narrower than those of the gateway.
      body: { calls: calls as unknown as BatchRequestBody['calls'], ...rest },
      ...(signal && { signal }),
    });
    return (await dataOf(call)) as unknown as BatchResult<Paths, Calls, Options>;
  }

  /** The pages of `list`, `api_search` or `context_store_search`, one after the other, to the last. */
  async *pages<
    Entity extends EntityOf<Paths>,
    Action extends PagedActionOf<Paths, Entity>,
    const Options extends CallOptions = Record<never, never>,
  >(
    entity: Entity,
    action: Action,
    ...[params, options]: ArgumentsOf<Paths, Entity, Action, Options>
  ): AsyncGenerator<ResultOf<Paths, Entity, Action, Options>, void> {
    let current: object = params ?? {};
    for (;;) {
      const page = await this.#execute(entity, action, current, options);
      yield page as ResultOf<Paths, Entity, Action, Options>;
      const next = (page as Page).meta.next_params;
      if (next === null) return;
      const following = { ...current, ...next };
      if (JSON.stringify(following) === JSON.stringify(current)) throw repeatedPage(entity, action);
      current = following;
    }
  }

  /** The records of all pages, one by one. */
  async *records<
    Entity extends EntityOf<Paths>,
    Action extends PagedActionOf<Paths, Entity>,
    const Options extends CallOptions = Record<never, never>,
  >(
    entity: Entity,
    action: Action,
    ...rest: ArgumentsOf<Paths, Entity, Action, Options>
  ): AsyncGenerator<RecordOf<Paths, Entity, Action, Options>, void> {
    for await (const page of this.pages<Entity, Action, Options>(entity, action, ...rest)) {
      yield* (page as unknown as { data: RecordOf<Paths, Entity, Action, Options>[] }).data;
    }
  }

  /** Searches the synchronized copy of an entity (spec/search.md): `execute` with `context_store_search`. */
  async search<
    Entity extends EntityOf<Paths, 'context_store_search'>,
    const Options extends CallOptions = Record<never, never>,
  >(
    entity: Entity,
    params: ParamsOf<Paths, Entity, 'context_store_search'>,
    options?: Options,
  ): Promise<ResultOf<Paths, Entity, 'context_store_search', Options>> {
    return (await this.#execute(entity, 'context_store_search', params, options)) as ResultOf<
      Paths,
      Entity,
      'context_store_search',
      Options
    >;
  }

  /** Counts and aggregates the records of the synchronized copy of an entity (spec/search.md): rows instead of records. */
  async aggregate<
    Entity extends EntityOf<Paths, 'context_store_search'>,
    const Asked extends Aggregate<PathOf<Paths, Entity>>,
  >(
    entity: Entity,
    params: AggregateParams<Paths, Entity, Asked>,
    options?: Pick<CallOptions, 'intent' | 'signal'>,
  ): Promise<AggregateResult<Asked, ResultOf<Paths, Entity, 'context_store_search'>>> {
    return (await this.#execute(entity, 'context_store_search', params, options)) as AggregateResult<
      Asked,
      ResultOf<Paths, Entity, 'context_store_search'>
    >;
  }

  /** Opens a file. Read its stream to the end or cancel it. */
  async download<Entity extends EntityOf<Paths, 'download'>>(
    entity: Entity,
    params: ParamsOf<Paths, Entity, 'download'>,
    { range, intent, signal }: DownloadOptions = {},
  ): Promise<Download> {
    const { response } = await this.#transport.POST(address, {
      params: { path: { connector_id: this.#connectorId }, ...(range !== undefined && { header: { Range: range } }) },
      body: {
        entity,
        action: 'download',
        params: params as Record<string, unknown>,
        ...(intent !== undefined && { intent }),
      },
      parseAs: 'stream',
      ...(signal && { signal }),
    });
    const { body: stream, headers, status } = response;
    return { stream: stream ?? emptyStream(), headers, status };
  }

  /** Runs an upload and returns `{data, meta}` with the record that the vendor made of the file. */
  async upload<Entity extends EntityOf<Paths, 'upload'>, const Options extends UploadOptions>(
    entity: Entity,
    params: ParamsOf<Paths, Entity, 'upload'>,
    options: Options,
  ): Promise<ResultOf<Paths, Entity, 'upload', Options>> {
    const { file, filename, idempotency_key, signal, ...rest } = options;
    const call = this.#transport.POST(address, {
      params: {
        path: { connector_id: this.#connectorId },
        ...(idempotency_key !== undefined && { header: { 'Idempotency-Key': idempotency_key } }),
      },
      ...formBody({ entity, action: 'upload', params, ...rest }, file, filename),
      ...(signal && { signal }),
    });
    return (await resultOf(call)) as ResultOf<Paths, Entity, 'upload', Options>;
  }

  async #execute(
    entity: string,
    action: string,
    params: unknown,
    options: ExecuteOptions | undefined = {},
  ): Promise<unknown> {
    const { select_fields, exclude_fields, idempotency_key, signal, ...rest } = options;
    const call = this.#transport.POST(address, {
      params: {
        path: { connector_id: this.#connectorId },
        ...(idempotency_key !== undefined && { header: { 'Idempotency-Key': idempotency_key } }),
      },
      body: {
        entity,
        action,
        ...(params !== undefined && { params: params as Record<string, unknown> }),
        ...(select_fields && { select_fields: [...select_fields] }),
        ...(exclude_fields && { exclude_fields: [...exclude_fields] }),
        ...rest,
      },
      ...(signal && { signal }),
    });
    return resultOf(call);
  }
}

/** The result of a call. Throws `WaitsForApproval` if it was held. */
async function resultOf(call: Promise<{ data?: unknown; response: Response }>): Promise<unknown> {
  let isHeld = false;
  const body = await dataOf(
    call.then((responded) => {
      isHeld = responded.response.status === 202;
      return responded;
    }),
  );
  if (isHeld) throw new WaitsForApproval((body as { readonly data: { readonly held: HeldCall } }).data.held);
  return body;
}

/** Options of a transport that send a call with its file, as a form. */
export function formBody(call: object, file: Blob, filename?: string) {
  const form = uploadForm(call, file, filename);
  return {
    headers: { 'Content-Type': form.type },
    // The type of the operation is that of its JSON.
    body: call as { entity: string; action: string },
    bodySerializer: () => form,
  };
}

/** The form of an upload (spec/execute.md, Uploads): not a `FormData`, whose end differs between versions of Node.js. */
function uploadForm(call: object, file: Blob, filename?: string): Blob {
  const boundary = `connectory-${crypto.randomUUID()}`;
  const name = filename ?? ('name' in file && typeof file.name === 'string' ? file.name : 'file');
  const quoted = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const begin = `--${boundary}\r\nContent-Disposition: form-data; name="call"\r\nContent-Type: application/json\r\n\r\n`;
  const middle = `\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted}"\r\nContent-Type: ${file.type || 'application/octet-stream'}\r\n\r\n`;
  const parts = [begin, JSON.stringify(call), middle, file, `\r\n--${boundary}--\r\n`];
  return new Blob(parts, { type: `multipart/form-data; boundary=${boundary}` });
}

const repeatedPage = (entity: string, action: string) =>
  new ConnectoryError(
    `The upstream returned the same page of ${entity} ${action} again; the records after it cannot be read.`,
    {
      code: 'upstream_unavailable',
      status: 0,
    },
  );

const emptyStream = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });
