import { Client, type ElicitResult, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { RunningGateway } from './running-gateway.ts';

/** The result of a tool. */
interface ToolResponse {
  readonly text: string;
  readonly isError: boolean;
}

/** The official client, connected to a gateway. */
export interface McpClient {
  readonly client: Client;
  /** Returns the names of the listed tools. */
  toolNames(): Promise<readonly string[]>;
  call(name: string, input: object): Promise<ToolResponse>;
  close(): Promise<void>;
}

/** Replies to a question; `withdrawn` aborts when it is withdrawn, and `url` is the page to visit, if there is one. */
type Person = (message: string, withdrawn: AbortSignal, url?: string) => ElicitResult | Promise<ElicitResult>;

/** The revision of the protocol that the newest clients prefer. */
export const newestRevision = '2026-07-28';

/** Connects over Streamable HTTP; with `response`, as a client that can ask its user; with `revision`, in no other one. */
export async function connectClient(
  { url, token: own }: Pick<RunningGateway, 'url' | 'token'>,
  {
    token = own,
    response,
    revision,
  }: { readonly token?: string; readonly response?: Person; readonly revision?: string } = {},
): Promise<McpClient> {
  const client = new Client(
    { name: 'suite', version: '1.0.0' },
    {
      capabilities: response === undefined ? {} : { elicitation: { form: {}, url: {} } },
      ...(revision !== undefined && { supportedProtocolVersions: [revision] }),
      ...(revision === newestRevision && { versionNegotiation: { mode: { pin: revision } } }),
    },
  );
  if (response !== undefined)
    client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) =>
      response(params.message, mcpReq.signal, params.mode === 'url' ? params.url : undefined),
    );
  const headers = { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } });
  await client.connect(transport);
  return {
    client,
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input) => {
      const { content, isError } = await client.callTool({ name, arguments: { ...input } });
      const [first] = content as readonly { readonly text: string }[];
      return { text: first?.text ?? '', isError: isError === true };
    },
    close: () => client.close(),
  };
}
