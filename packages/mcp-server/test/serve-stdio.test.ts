import { PassThrough } from 'node:stream';
import type { RawValue } from '@connectory/connector-sdk';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Calls } from '../src/calls.ts';
import { serveStdio } from '../src/serve-stdio.ts';
import { stubCalls } from './stub-calls.ts';

const connection = { id: 'c1', name: 'ledger', connector: 'ledger', vendor: 'Ledger Books', state: 'active' };
const create = { connection: 'ledger', entity: 'customers', action: 'create', params: {} };

let input: PassThrough;
let output: AsyncIterator<string>;
let served: Promise<void>;
let executed: unknown[];
let errors: unknown[];

beforeEach(async () => {
  executed = [];
  errors = [];
  input = new PassThrough();
  const written = new PassThrough({ encoding: 'utf8' });
  output = written[Symbol.asyncIterator]();
  served = serveStdio(
    () => stubCalls({ resolve }),
    { input, output: written },
    (error) => errors.push(error),
  );
  const clientInfo = { name: 'suite', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: { elicitation: { form: {} } }, clientInfo };
  send({ id: 'first', method: 'initialize', params });
  await received();
});

afterEach(async () => {
  input.end();
  await served;
  expect(errors).toEqual([]);
});

const resolve: Calls['resolve'] = async () => ({
  connection,
  action: { entity: 'customers', action: 'create', effect: 'write', result: 'record', summary: 'Create' } as never,
  execute: async (inputs) => {
    if (inputs.dry_run !== true) executed.push(inputs);
    return { data: Buffer.from('{"requests":[]}'), meta: {} };
  },
  batch: () => Promise.reject(new Error('no batch')),
  download: () => Promise.reject(new Error('no file')),
});

const send = (message: object) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const received = async (): Promise<RawValue> => JSON.parse(String((await output.next()).value));

/** Calls a tool that asks for confirmation, and returns the question. */
async function ask(id: number): Promise<RawValue> {
  send({ id, method: 'tools/call', params: { name: 'run_write', arguments: create } });
  const question = await received();
  expect(question).toMatchObject({ method: 'elicitation/create' });
  return question;
}

it.each([0, 5])('a call with the ID %i that is cancelled while its question is open sends nothing', async (id) => {
  const question = await ask(id);
  send({ method: 'notifications/cancelled', params: { requestId: id } });
  expect(await received()).toMatchObject({ method: 'notifications/cancelled', params: { requestId: question.id } });
  send({ id: question.id, result: { action: 'accept', content: {} } });
  send({ id: 'last', method: 'ping' });
  expect(await received()).toMatchObject({ id: 'last' });
  expect(executed).toEqual([]);
});

it('a call whose question is accepted is sent, and its response has the ID of the call', async () => {
  const { id } = await ask(0);
  send({ id, result: { action: 'accept', content: {} } });
  expect(await received()).toMatchObject({ id: 0, result: { content: [{ type: 'text' }] } });
  expect(executed).toHaveLength(1);
});

it.each([
  ['an error', { error: { code: -32_601, message: 'Method not found' } }],
  ['something that is no decision', { result: { yes: true } }],
])('a client that replies to the question with %s declines the call', async (_about, reply) => {
  const { id } = await ask(1);
  send({ id, ...reply });
  const { result } = await received();
  expect(JSON.parse(result.content[0].text)).toMatchObject({ code: 'declined' });
  expect(result.content[0].text).toContain('Nothing was sent');
  expect(executed).toEqual([]);
});
