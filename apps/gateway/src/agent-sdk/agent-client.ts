import type { IncomingMessage } from 'node:http';

/**
 * Whether a request comes from an existing client of the hosted service, which sends `X-ADP-Agent-SDK` or `X-ADP-Agent-CLI` with any value
 * (spec/drop-in.md).
 */
export function isAgentClient({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['x-adp-agent-sdk'] !== undefined || headers['x-adp-agent-cli'] !== undefined;
}
