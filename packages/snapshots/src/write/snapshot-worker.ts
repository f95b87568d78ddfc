import { parentPort, workerData } from 'node:worker_threads';
import { type FileRequest, recordFile } from './record-file.ts';
import type { WriterMessage } from './write-file.ts';

// Writes one file: a message has lines of records, and the last one is null.

const file = recordFile(workerData as FileRequest);

parentPort?.on('message', (lines: Uint8Array | null) => {
  if (lines === null) {
    post({ written: file.finish() });
    parentPort?.close();
    return;
  }
  file.add(lines);
  post('added');
});

function post(message: WriterMessage): void {
  parentPort?.postMessage(message);
}
