import type { AddressInfo } from 'node:net';
import express from 'express';
import { Agent, request as send } from 'undici';

/**
 * Baseline: a handwritten server with plain Express: parse the request, parse the upstream's page, serialize the response. Argument: the
 * upstream's origin. Prints its port.
 */
const origin = process.argv[2] as string;
const dispatcher = new Agent({ connections: 128 });

const application = express();
application.use(express.json());
application.post('/:size', async (request, response) => {
  const { body } = await send(`${origin}/v1/customers?limit=${request.params.size}`, { dispatcher });
  const page = (await body.json()) as { data: unknown[]; has_more: boolean };
  response.json({ data: page.data, meta: { has_more: page.has_more } });
});
const server = application.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
