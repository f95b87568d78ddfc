import type { McpMeasurement } from './mcp-bench.ts';

/** Renders the tables of the tools bench. */
export function mcpReport(measured: McpMeasurement): string {
  const { connections, toolTokens, allTokens, firstConnectMs, megabytesLoaded, toolCallMs, httpCallMs } = measured;
  const line = (name: string, value: string) => `${name.padEnd(52)}${value.padStart(8)}`;
  return [
    `tool text over ${connections} connections, as tools/list sends it (o200k_base)`,
    ...toolTokens.map(({ name, tokens }) => line(`  ${name}`, String(tokens))),
    line('  all, with the instructions', `${allTokens}`),
    '',
    line('first connection, which loads the protocol, ms', firstConnectMs.toFixed(0)),
    line('memory it loads, MB', megabytesLoaded.toFixed(0)),
    line('run_read of a page, median ms', toolCallMs.toFixed(2)),
    line('the same page by POST …/execute, median ms', httpCallMs.toFixed(2)),
  ].join('\n');
}
