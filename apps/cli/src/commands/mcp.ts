import { Readable, Writable } from 'node:stream';
import { Command } from 'commander';
import { openGateway } from '../gateway.ts';
import type { Terminal } from '../terminal.ts';

const help = `
The agent starts it: it serves the Model Context Protocol on standard input and output, for the gateway at CONNECTORY_URL with the
token in CONNECTORY_TOKEN. The agent can do only what the token's policy allows, and does not see the rest.

Most agents are configured like this:
  {"mcpServers": {"connectory": {"command": "connectory", "args": ["mcp"], "env": {"CONNECTORY_URL": "…", "CONNECTORY_TOKEN": "cty_…"}}}}

Example:
  CONNECTORY_TOKEN=cty_… connectory mcp
`;

/** `connectory mcp`: serves the tools of agents on standard input and output, until the agent closes them. */
export function mcpCommand(terminal: Terminal): Command {
  return new Command('mcp')
    .description('serve the MCP tools for an agent on standard input and output')
    .addHelpText('after', help)
    .action(async () => {
      const client = openGateway(terminal);
      // The protocol libraries take time to load.
      const [{ serveStdio }, { ClientCalls }] = await Promise.all([
        import('@connectory/mcp-server'),
        import('../mcp/client-calls.ts'),
      ]);
      const output = new Writable({
        write: (chunk: Buffer, _encoding, done) => {
          terminal.out(chunk.toString('utf8'));
          done();
        },
      });
      const onError = (error: unknown) =>
        terminal.error(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      await serveStdio(new ClientCalls(client), { input: Readable.from(terminal.input), output }, onError);
    });
}
