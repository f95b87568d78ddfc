import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Reads one line from the terminal; returns an empty string if the input is canceled. */
export const readLine = (prompt: string): Promise<string> => read(prompt, process.stderr);

/** Reads one line from the terminal without echoing it; returns an empty string if the input is canceled. */
export async function readHidden(prompt: string): Promise<string> {
  const reading = read('', new Writable({ write: (_chunk, _encoding, done) => done() }));
  // Shown only now: the terminal no longer echoes, and Ctrl-C is input.
  process.stderr.write(prompt);
  try {
    return await reading;
  } finally {
    process.stderr.write('\n');
  }
}

async function read(prompt: string, output: NodeJS.WritableStream): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  const canceled = new AbortController();
  lines.once('SIGINT', () => canceled.abort()).once('close', () => canceled.abort());
  try {
    return await lines.question(prompt, { signal: canceled.signal });
  } catch (error) {
    if (!canceled.signal.aborted) throw error;
    return '';
  } finally {
    lines.close();
  }
}
