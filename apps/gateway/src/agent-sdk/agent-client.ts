import type { IncomingMessage } from 'node:http';

/**
 * True for a request of an existing client of the hosted service: it says so with `X-ADP-Agent-SDK` or `X-ADP-Agent-CLI`, whatever their
 * value (spec/drop-in.md).
 */
export function isAgentClient({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['x-adp-agent-sdk'] !== undefined || headers['x-adp-agent-cli'] !== undefined;
}
