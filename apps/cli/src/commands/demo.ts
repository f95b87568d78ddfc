import { Command } from 'commander';
import { endWith } from '../problem-error.ts';
import type { Terminal } from '../terminal.ts';

const help = `
It listens on HOST (127.0.0.1) and PORT (8080), stores its data in CONNECTORY_DATA_DIR (.connectory-demo), and prints a token, its
connections, and a call to try. Nothing is sent to a real vendor.

Example:
  connectory demo
`;

/** `connectory demo`: runs a gateway with simulated upstreams until it is stopped. */
export function demoCommand({ environment }: Terminal): Command {
  return new Command('demo')
    .description('run a gateway with simulated vendors, to try it out')
    .addHelpText('after', help)
    .action(async () => {
      // Imported here because the gateway takes time to load.
      const { serveDemo } = await import('@connectory/gateway/demo');
      await serveDemo(environment).catch(endWith('gateway_not_started'));
    });
}
