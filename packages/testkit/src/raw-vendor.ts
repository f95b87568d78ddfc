import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A vendor's response to a request whose body has arrived. */
export type RawAnswer = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void;

/** A vendor with the responses of a check, for behavior that the sandbox does not have. */
export interface RawVendor {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts a vendor on a free port of 127.0.0.1; `elsewhere` can handle requests itself, such as those for tokens. */
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
