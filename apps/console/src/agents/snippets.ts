/** How to connect one client for agents. */
export interface Snippet {
  readonly client: string;
  /** Where the text belongs. */
  readonly hint: string;
  readonly text: string;
}

const inJson = (value: object) => JSON.stringify(value, null, 2);

/** What each client needs to use the tools of a gateway, with a token or a placeholder for one. */
export function snippetsFor(origin: string, token: string): readonly Snippet[] {
  const url = `${origin}/mcp`;
  return [
    {
      client: 'Sign-in',
      hint: 'In Claude, ChatGPT or Copilot, add a connector with this address, and no token. The client opens a page of this gateway, on which you choose what it may do.',
      text: url,
    },
    {
      client: 'Claude Code',
      hint: 'Run this in a terminal.',
      text: `claude mcp add --transport http connectory ${url} --header "Authorization: Bearer ${token}"`,
    },
    {
      client: 'Codex',
      hint: 'Put the second part into ~/.codex/config.toml, and set the variable before you start Codex.',
      text: [
        `export CONNECTORY_TOKEN=${token}`,
        '',
        '[mcp_servers.connectory]',
        `url = "${url}"`,
        'bearer_token_env_var = "CONNECTORY_TOKEN"',
      ].join('\n'),
    },
    {
      client: 'Cursor',
      hint: 'Put this into ~/.cursor/mcp.json.',
      text: inJson({ mcpServers: { connectory: { url, headers: { Authorization: `Bearer ${token}` } } } }),
    },
    {
      client: 'VS Code',
      hint: 'Put this into .vscode/mcp.json. VS Code asks for the token once: copy it from above.',
      text: inJson({
        inputs: [{ type: 'promptString', id: 'connectory-token', description: 'Token of Connectory', password: true }],
        servers: {
          connectory: { type: 'http', url, headers: { Authorization: `Bearer \${input:connectory-token}` } },
        },
      }),
    },
    {
      client: 'Claude Desktop',
      hint: 'Put this into claude_desktop_config.json, with the path of your clone of Connectory.',
      text: inJson({
        mcpServers: {
          connectory: {
            command: '/path/to/connectory/node_modules/.bin/connectory',
            args: ['mcp'],
            env: { CONNECTORY_URL: origin, CONNECTORY_TOKEN: token },
          },
        },
      }),
    },
  ];
}
