import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ExecuteRequest } from '@connectory/core';
import { HeldAnswers } from '@connectory/upstream';
import { whenClosed } from '../http/when-closed.ts';

/** Watches whether the caller still waits for a response, and until when responses must be kept for it. */
export function watchCaller(
  request: IncomingMessage,
  response: ServerResponse,
): Required<Pick<ExecuteRequest, 'signal' | 'held'>> {
  const gone = new AbortController();
  const held = new HeldAnswers();
  whenClosed(request, response, () => {
    if (!response.writableFinished) gone.abort();
    held.close();
  });
  return { signal: gone.signal, held };
}
