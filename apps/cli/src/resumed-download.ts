import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { ConnectoryError } from '@connectory/client';
import { invalidInput, type Problem, ProblemError } from './problem-error.ts';

/** Where a file comes from, and where it goes. */
export interface Download {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Path of the file; until it is whole, its bytes are in `<path>.part`. */
  readonly path: string;
  /** Called with the bytes that have arrived and with their total. */
  readonly onProgress: (bytes: number, total: number) => void;
  /** Waits before a broken download is continued. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

const maxBreaks = 5;
const pauseMilliseconds = 1_000;

/**
 * Downloads a file and returns the headers of the last response. A download that breaks is continued where it ended, or begins again if the
 * file is another one by then. Throws the problem of the gateway, a problem of code 4 for a path that cannot be written, and after five breaks
 * without progress the last error; then no file stays.
 */
export async function downloadResumably(download: Download): Promise<IncomingHttpHeaders> {
  const part = `${download.path}.part`;
  const file = await open(part, 'w').catch(({ code }: NodeJS.ErrnoException) => {
    throw invalidInput(`The file ${part} cannot be written (${code}). Choose another path for --output.`);
  });
  try {
    const headers = await receive(download, file);
    await file.close();
    await rename(part, download.path);
    return headers;
  } catch (error) {
    await file.close();
    await rm(part, { force: true });
    throw error;
  }
}

async function receive({ url, headers, onProgress, sleep }: Download, file: FileHandle): Promise<IncomingHttpHeaders> {
  const { request } = await import('undici');
  let received = 0;
  let etag: string | undefined;
  for (let breaks = 0; ; ) {
    const before = received;
    try {
      const resumed = etag !== undefined && received > 0 ? { range: `bytes=${received}-`, 'if-range': etag } : {};
      // Making the file of a large copy takes a minute.
      const response = await request(url, { headers: { ...headers, ...resumed }, headersTimeout: 0 });
      const { statusCode, headers: answered, body } = response;
      if (statusCode >= 300) throw new ProblemError(problemIn(statusCode, await body.text()));
      if (statusCode !== 206) {
        await file.truncate(0);
        received = 0;
      }
      etag = answered.etag?.toString();
      const total = received + Number(answered['content-length'] ?? 0);
      for await (const chunk of body as AsyncIterable<Buffer>) {
        await file.write(chunk, 0, chunk.length, received);
        received += chunk.length;
        onProgress(received, total);
      }
      if (received >= total) return answered;
      throw new Error(`The download ended after ${received} of ${total} bytes.`);
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      // The first response tells whether there is a gateway at all.
      if (etag === undefined) {
        const failure = { code: 'gateway_unreachable', status: 0, cause: error } as const;
        throw new ConnectoryError(`${url.origin} does not respond.`, failure);
      }
      breaks = received > before ? 1 : breaks + 1;
      if (breaks > maxBreaks) throw error;
      await sleep(pauseMilliseconds);
    }
  }
}

function problemIn(status: number, text: string): Problem {
  try {
    const { code, message, ...problem } = JSON.parse(text) as Problem;
    return { ...problem, status, code, message };
  } catch {
    return { status, code: 'internal', message: `The gateway responded with status ${status} and no problem.` };
  }
}
