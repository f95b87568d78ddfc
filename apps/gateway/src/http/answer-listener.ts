import type { ServerResponse } from 'node:http';

/** The status and body of a JSON response; the body is undefined unless it is a JSON object. */
export interface GivenAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** Calls `listener` when the response is complete, and sends it once the listener has settled, successfully or not. */
export function beforeAnswer(response: ServerResponse, listener: (answer: GivenAnswer) => Promise<void>): void {
  const end = response.end.bind(response) as (...values: unknown[]) => ServerResponse;
  response.end = (...values: unknown[]) => {
    response.end = end;
    const send = () => void end(...values);
    listener({ status: response.statusCode, body: objectOf(values[0]) }).then(send, send);
    return response;
  };
}

function objectOf(chunk: unknown): GivenAnswer['body'] {
  if (!Buffer.isBuffer(chunk)) return undefined;
  try {
    const value: unknown = JSON.parse(chunk.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
