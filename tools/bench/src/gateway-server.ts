import { startBenchGateway } from './bench-gateway.ts';

/** The gateway in a process of its own. Argument: the upstream's origin. Prints its port, the connector id and a token. */
process.stdout.write(`${await startBenchGateway(process.argv[2] as string)}\n`);
