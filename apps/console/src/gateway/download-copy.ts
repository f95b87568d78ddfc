import type { Client } from '@connectory/client';

/** The formats in which a copy is exported. */
export type CopyFormat = 'parquet' | 'ndjson' | 'csv';

/** How many bytes have been received, and of how many, if that is known. */
export interface DownloadProgress {
  readonly received: number;
  readonly total: number | undefined;
}

interface WantedCopy {
  readonly workspace: string;
  /** The id of the connection. */
  readonly id: string;
  readonly entity: string;
  readonly format: CopyFormat;
}

interface DownloadOptions {
  readonly signal: AbortSignal;
  onProgress(progress: DownloadProgress): void;
}

/** Downloads all records of a copy as one file. Throws `ConnectoryError`, and the reason of the signal when that aborts. */
export async function downloadCopy(
  client: Client,
  { workspace, id, entity, format }: WantedCopy,
  { signal, onProgress }: DownloadOptions,
): Promise<Blob> {
  const { data, response } = await client.transport.GET(
    '/api/v1/workspaces/{workspace}/connections/{id}/copies/{entity}/export',
    { params: { path: { workspace, id, entity }, query: { format } }, signal, parseAs: 'stream' },
  );
  const length = response.headers.get('content-length');
  const total = length === null ? undefined : Number(length);
  let received = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      received += chunk.byteLength;
      onProgress({ received, total });
      controller.enqueue(chunk);
    },
  });
  const body = data as ReadableStream<Uint8Array>;
  const file = await new Response(body.pipeThrough(counted)).blob();
  if (total !== undefined && file.size !== total) throw new Error('The download ended too early. Start it again.');
  return file;
}
