import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Reads one line from the terminal without echoing it; returns an empty string if the input is canceled. */
export async function readHidden(prompt: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const canceled = new AbortController();
  lines.once('SIGINT', () => canceled.abort()).once('close', () => canceled.abort());
  process.stderr.write(prompt);
  try {
    return await lines.question('', { signal: canceled.signal });
  } catch (error) {
    if (!canceled.signal.aborted) throw error;
    return '';
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
