import { startBenchGateway } from './bench-gateway.ts';

/** The gateway in a separate process. Argument: the upstream's origin. Prints its port, the connection ids and the tokens. */
const { port, connectionIds, tokens } = await startBenchGateway(process.argv[2] as string);
process.stdout.write(`${port} ${connectionIds.join(',')} ${tokens.join(',')}\n`);
