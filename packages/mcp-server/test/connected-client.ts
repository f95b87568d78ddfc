import { Client, type ElicitResult, InMemoryTransport } from '@modelcontextprotocol/client';
import type { Calls } from '../src/calls.ts';
import { canConfirm } from '../src/messages.ts';
import { OwnQuestions } from '../src/questions.ts';
import { createToolServer } from '../src/tool-server.ts';

/** The official client, connected to the tools over `calls` in the same process. */
export interface ConnectedClient {
  readonly client: Client;
  /** What nobody foresaw, so far. */
  readonly errors: readonly unknown[];
  call(name: string, input: object): Promise<{ readonly text: string; readonly isError: boolean }>;
  close(): Promise<void>;
}

/** Connects; with `answer`, a client that can ask its person. */
export async function connectedClient(
  calls: Calls,
  response?: (message: string) => ElicitResult,
): Promise<ConnectedClient> {
  const errors: unknown[] = [];
  const server = createToolServer({
    callsUntil: () => calls,
    canAsk: (asked) => canConfirm(asked.getClientCapabilities() ?? {}),
    questions: new OwnQuestions(),
    onError: (error) => errors.push(error),
  });
  const capabilities = response === undefined ? {} : { elicitation: { form: {} } };
  const client = new Client({ name: 'suite', version: '1.0.0' }, { capabilities });
  if (response !== undefined)
    client.setRequestHandler('elicitation/create', async ({ params }) => response(params.message));
  const [one, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(one), client.connect(other)]);
  return {
    client,
    errors,
    call: async (name, input) => {
      const { content, isError } = await client.callTool({ name, arguments: { ...input } });
      const [first] = content as readonly { readonly text: string }[];
      return { text: first?.text ?? '', isError: isError === true };
    },
    close: () => client.close(),
  };
}
