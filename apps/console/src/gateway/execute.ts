import { type Client, ConnectoryError } from '@connectory/client';
import { parseExact } from './exact-json.ts';
import { rememberCall } from './remembered-calls.ts';

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

/** The parsed body of a response. */
export interface Answer {
  readonly data: unknown;
  readonly meta: Readonly<Record<string, unknown>>;
}

const address = '/api/v1/integrations/connectors/{connector_id}/execute';

/** Runs an action; numbers in the response stay exact. Throws `ConnectoryError`. */
export async function execute(client: Client, call: Call, options: CallOptions = {}): Promise<Answer> {
  const sent = client.transport.POST(address, { ...request(call, options), parseAs: 'text' });
  const { data } = await remembered(client, call, sent);
  return parseExact(String(data)) as Answer;
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
    const answer = await sent;
    rememberCall(client, answer.response.headers.get('x-request-id'), call);
    return answer;
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
