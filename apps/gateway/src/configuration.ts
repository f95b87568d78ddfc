import { join } from 'node:path';
import { Secret } from '@connectory/connector-sdk/engine';

/** A gateway in hosted mode keeps synchronised copies to search, one in direct mode keeps none. */
type GatewayMode = 'hosted' | 'direct';

/** How a gateway process runs, read from the environment (DESIGN section 9). */
export interface Configuration {
  readonly host: string;
  readonly port: number;
  readonly mode: GatewayMode;
  readonly dataDirectory: string;
  readonly databaseUrl: string;
  readonly secretKey: string | undefined;
  readonly adminToken: Secret | undefined;
  /** Names of connector packages to load beside the built-in ones. */
  readonly extraConnectors: readonly string[];
  /** Names of connector packages whose code may do whatever the gateway may. */
  readonly trustedConnectors: readonly string[];
  readonly egressAllow: readonly string[];
  readonly logLevel: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Reads the configuration. Throws an `Error` that names the variable and what it may hold. */
export function readConfiguration(environment: Environment): Configuration {
  const dataDirectory = environment.CONNECTORY_DATA_DIR || '.connectory';
  const logLevel = environment.CONNECTORY_LOG_LEVEL || 'info';
  if (!logLevels.includes(logLevel)) throw new Error(`CONNECTORY_LOG_LEVEL must be one of ${logLevels.join(', ')}.`);
  const adminToken = environment.CONNECTORY_ADMIN_TOKEN;
  return {
    host: environment.HOST || '127.0.0.1',
    port: portOf(environment.PORT || '8080'),
    mode: modeOf(environment.CONNECTORY_MODE || 'hosted'),
    dataDirectory,
    databaseUrl: environment.CONNECTORY_DATABASE_URL || join(dataDirectory, 'connectory.sqlite'),
    secretKey: environment.CONNECTORY_SECRET_KEY || undefined,
    adminToken: adminToken ? new Secret(adminToken) : undefined,
    extraConnectors: listOf(environment.CONNECTORY_CONNECTORS),
    trustedConnectors: listOf(environment.CONNECTORY_TRUSTED_CONNECTORS),
    egressAllow: listOf(environment.CONNECTORY_EGRESS_ALLOW),
    logLevel,
  };
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error(`PORT is "${text}"; it must be a number from 0 to 65535.`);
}

function modeOf(text: string): GatewayMode {
  if (text === 'hosted' || text === 'direct') return text;
  throw new Error(
    `CONNECTORY_MODE is "${text}"; it must be hosted (keeps searchable copies) or direct (keeps none). Without it, it is hosted.`,
  );
}

const listOf = (text: string | undefined) => (text ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
