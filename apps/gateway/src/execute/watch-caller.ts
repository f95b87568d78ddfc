import type { ServerResponse } from 'node:http';
import type { ExecuteRequest } from '@connectory/core';
import { HeldAnswers } from '@connectory/upstream';

/** Watches whether the caller still waits for a response, and until when answers must be kept for it. */
export function watchCaller(response: ServerResponse): Required<Pick<ExecuteRequest, 'signal' | 'held'>> {
  const gone = new AbortController();
  const held = new HeldAnswers();
  const closed = () => {
    if (!response.writableFinished) gone.abort();
    held.close();
  };
  if (response.closed) closed();
  else response.on('close', closed);
  return { signal: gone.signal, held };
}
