import { type Client, ConnectoryError, type HeldCall } from '@connectory/client';

/** An action of a connection with its params, as an execute request names them. */
export interface Call {
  readonly connectionId: string;
  readonly entity: string;
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Options of a call in addition to {@link Call}. */
export interface CallOptions {
  /** Returns the upstream requests without sending them. */
  readonly dryRun?: boolean;
  /** Makes a write safe to retry. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** A new idempotency key. */
export const randomKey = (): string =>
  // Not randomUUID, which browsers only provide over TLS and on localhost.
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The parsed body of a response. */
export interface ActionResponse {
  readonly data: unknown;
  readonly meta: Readonly<Record<string, unknown>>;
  /** Whether the call was not sent, but waits for approval. */
  readonly isHeld?: boolean;
}

/** The held write of a call that waits for approval; undefined for any other. */
export const heldOf = (response: ActionResponse | undefined): HeldCall | undefined =>
  response?.isHeld === true ? (response.data as { readonly held: HeldCall }).held : undefined;

const address = '/api/v1/integrations/connectors/{connector_id}/execute';
const held = 202;

/** Runs an action; numbers in the response stay exact. Throws `ConnectoryError`. */
export async function execute(client: Client, call: Call, options: CallOptions = {}): Promise<ActionResponse> {
  const sent = client.transport.POST(address, { ...request(call, options), parseAs: 'text' });
  const { data, response } = await remembered(client, call, sent);
  const body = parseExact(String(data)) as ActionResponse;
  return response.status === held ? { ...body, isHeld: true } : body;
}

/** A downloaded file. */
export interface DownloadedFile {
  readonly bytes: Blob;
  /** The name the upstream sent; undefined without one. */
  readonly name: string | undefined;
}

/** Downloads a file. Throws `ConnectoryError`. */
export async function download(client: Client, call: Call): Promise<DownloadedFile> {
  const sent = client.transport.POST(address, { ...request(call, {}), parseAs: 'blob' });
  const { data, response } = await remembered(client, call, sent);
  const name = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { bytes: data as unknown as Blob, name };
}

async function remembered<Sent extends { readonly response: Response }>(
  client: Client,
  call: Call,
  sent: Promise<Sent>,
): Promise<Sent> {
  try {
    const received = await sent;
    rememberCall(client, received.response.headers.get('x-request-id'), call);
    return received;
  } catch (error) {
    if (error instanceof ConnectoryError) rememberCall(client, error.problem?.request_id, call);
    throw error;
  }
}

function request({ connectionId, entity, action, params }: Call, { dryRun, idempotencyKey, signal }: CallOptions) {
  return {
    params: {
      path: { connector_id: connectionId },
      ...(idempotencyKey !== undefined && { header: { 'Idempotency-Key': idempotencyKey } }),
    },
    body: { entity, action, params: { ...params }, ...(dryRun === true && { dry_run: true }) },
    ...(signal !== undefined && { signal }),
  };
}

// A double has fifteen exact decimal digits.
const exactDigits = 15;

interface RawNumber {
  readonly rawJSON: string;
}

/** Browsers support these methods of JSON; TypeScript's library does not declare them yet. */
interface ExactJson {
  parse(text: string, revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
}

const json = JSON as unknown as ExactJson;

/**
 * Parses JSON. A number that a double cannot represent exactly, such as a long ID, keeps its original text: `JSON.stringify` writes it
 * unchanged.
 */
export function parseExact(text: string): unknown {
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && !isExact(value, source) ? json.rawJSON(source) : value,
  );
}

/** Whether a value is a number that keeps its original text. */
export const isExactNumber = (value: unknown): value is RawNumber => json.isRawJSON(value);

const isExact = (value: number, source: string) => Number.isSafeInteger(value) || source.length <= exactDigits;

/** Returns the error of an input, by its JSON pointer. */
export type ErrorsByField = (pointer: string) => string | undefined;

/** The errors the gateway found in a request. */
export function errorsByField(error: unknown): ErrorsByField {
  const errors = error instanceof ConnectoryError ? error.problem?.errors : undefined;
  return (pointer) => errors?.find(({ field }) => field === pointer)?.message;
}

// Users usually rerun one of their most recent calls.
const maxCalls = 200;

// Only in memory, and released with the client after signing out.
const callsOf = new WeakMap<Client, Map<string, Call>>();

/** Remembers a call by the request id of its response. */
function rememberCall(client: Client, requestId: string | null | undefined, call: Call): void {
  if (requestId === null || requestId === undefined) return;
  const calls = callsOf.get(client) ?? new Map<string, Call>();
  callsOf.set(client, calls.set(requestId, call));
  const [oldest] = calls.keys();
  if (calls.size > maxCalls && oldest !== undefined) calls.delete(oldest);
}

/** Returns a call of this session; undefined for a call that another client made. */
export const rememberedCall = (client: Client, requestId: string): Call | undefined =>
  callsOf.get(client)?.get(requestId);
