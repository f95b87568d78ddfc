import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TokenPrincipal } from '@connectory/control-plane';
import type { ExecuteRequest, ExecuteResult, Executor } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { HeldResponses } from '@connectory/upstream';
import { describe, expect, it } from 'vitest';
import { streamRecords } from './stream-records.ts';

type Response = () => ExecuteResult;

const principal = { policy: {} } as TokenPrincipal;

const page =
  (id: number, next: object | null): Response =>
  () => ({ kind: 'records', json: Buffer.from(`[{"id":${id}}]`), meta: { next_params: next } });

const failure =
  (code: 'gateway_busy' | 'upstream_unavailable'): Response =>
  () => {
    throw new GatewayError(code, 'No page this time.');
  };

/** The lines of a stream whose calls are answered one after the other, and what was asked for. */
async function linesFor(
  responses: readonly Response[],
  authorize: () => Promise<TokenPrincipal> = async () => principal,
): Promise<{ readonly lines: unknown[]; readonly asked: unknown[] }> {
  const asked: unknown[] = [];
  const executor = {
    execute: async ({ body }: ExecuteRequest) => {
      asked.push((body as { params?: object }).params);
      return responses[asked.length - 1]?.();
    },
  } as unknown as Executor;
  const server = createServer((request, response) => {
    const execute = { body: {}, held: new HeldResponses(), principal } as unknown as ExecuteRequest;
    void streamRecords(response, request, executor, execute, authorize);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const text = await reply.text();
  server.close();
  const lines = text.trimEnd().split('\n');
  return { lines: lines.map((line): unknown => JSON.parse(line)), asked };
}

describe('streamRecords', () => {
  it('fetches a page again that had no room next to the one before it', async () => {
    const { lines, asked } = await linesFor([page(1, { after: 1 }), failure('gateway_busy'), page(2, null)]);
    expect(lines).toMatchObject([{ id: 1 }, { id: 2 }, { meta: { complete: true, records: 2, pages: 2 } }]);
    expect(asked).toEqual([undefined, { after: 1 }, { after: 1 }]);
  });

  it('says in its last line that there was no room for the page by itself either', async () => {
    const { lines } = await linesFor([page(1, { after: 1 }), failure('gateway_busy'), failure('gateway_busy')]);
    expect(lines.at(-1)).toMatchObject({ meta: { complete: false, reason: 'error', error: { code: 'gateway_busy' } } });
  });

  it('fetches no further page for a token that has ended', async () => {
    const ended = () => {
      throw new GatewayError('unauthenticated', 'The token is revoked.');
    };
    const { lines, asked } = await linesFor([page(1, { after: 1 }), page(2, null)], ended);
    expect(lines.at(-1)).toMatchObject({
      meta: { complete: false, records: 1, reason: 'error', error: { code: 'unauthenticated' } },
    });
    expect(asked).toHaveLength(1);
  });

  it('fetches a page once that fails for another reason', async () => {
    const { lines, asked } = await linesFor([page(1, { after: 1 }), failure('upstream_unavailable')]);
    expect(lines.at(-1)).toMatchObject({ meta: { error: { code: 'upstream_unavailable' } } });
    expect(asked).toHaveLength(2);
  });
});
