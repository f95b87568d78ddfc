import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a vendor answers to a request whose body has arrived. */
export type RawAnswer = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void;

/** A vendor that answers what a check says, for what the sandbox does not do. */
export interface RawVendor {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts a vendor on a free port of 127.0.0.1; what `elsewhere` takes on, such as token requests, is not answered here. */
export async function startRawVendor(
  answer: RawAnswer,
  elsewhere: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
): Promise<RawVendor> {
  const server = createServer(async (request, response) => {
    if (elsewhere(request, response)) return;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    answer(request, Buffer.concat(chunks), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
