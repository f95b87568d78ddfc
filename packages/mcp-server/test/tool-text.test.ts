import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { connectedClient } from './connected-client.ts';
import { stubCalls } from './stub-calls.ts';

it('has less than 2,000 tokens in all names, descriptions and schemas, as they are sent', async () => {
  const { client, close } = await connectedClient(stubCalls());
  const { tools } = await client.listTools();
  await close();
  expect(tools).toHaveLength(8);
  const tokens = encode(JSON.stringify(tools)).length + encode(client.getInstructions() ?? '').length;
  expect(tokens).toBeLessThan(2_000);
});
