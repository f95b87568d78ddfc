import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret } from '@connectory/connector-sdk/engine';
import type { ChangeRetention } from '@connectory/context-store';
import type { AuditLimits } from '@connectory/control-plane';
import { isLoopbackName } from '../connect/browser-origins.ts';
import { readTelemetryConfiguration, type TelemetryConfiguration } from '../telemetry/telemetry-configuration.ts';
import { fileVariable, refuseUnknownVariables, secretVariables } from './configuration-variables.ts';
import { dataDirectoryOf, type Purpose } from './data-directory.ts';
import { readSignInConfiguration, type SignInConfiguration } from './sign-in-configuration.ts';

/** In hosted mode the gateway keeps synchronized copies to search, in direct mode it does not. */
type GatewayMode = 'hosted' | 'direct';

/** The configuration of a gateway process, read from the environment. */
export interface Configuration {
  readonly host: string;
  readonly port: number;
  readonly mode: GatewayMode;
  readonly purpose: Purpose;
  readonly dataDirectory: string;
  readonly databaseUrl: string;
  readonly secretKey: string | undefined;
  readonly adminToken: Secret | undefined;
  /** Token that `/metrics` requires; without one it serves only this machine. */
  readonly metricsToken: Secret | undefined;
  /** Names of connector packages to load in addition to the built-in ones. */
  readonly extraConnectors: readonly string[];
  /** Names of connector packages whose code has all the rights of the gateway process. */
  readonly trustedConnectors: readonly string[];
  readonly egressAllow: readonly string[];
  /** The origin at which browsers reach the gateway; without one, only browsers on this machine can. */
  readonly publicOrigin: string | undefined;
  /** Origins to which connect links may redirect people, in addition to the gateway's own. */
  readonly returnOrigins: readonly string[];
  /** The identity provider of people; undefined if nobody signs in. */
  readonly signIn: SignInConfiguration | undefined;
  readonly logLevel: string;
  /** What to export to an OpenTelemetry collector; undefined for nothing. */
  readonly telemetry: TelemetryConfiguration | undefined;
  /** How long audit entries are kept, and how many per workspace. */
  readonly auditLimits: AuditLimits;
  /** How long changes of the copies are kept, and how many bytes per connection. */
  readonly changeRetention: ChangeRetention;
  /** Max bytes of the files of exports. */
  readonly exportBytes: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

const day = 86_400_000;
const mebibyte = 1024 * 1024;
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Reads the configuration. Throws an `Error` that names the variable and its valid values. */
export function readConfiguration(given: Environment): Configuration {
  refuseUnknownVariables(given);
  const environment = withSecretFiles(given);
  const dataDirectory = dataDirectoryOf(environment);
  const logLevel = environment.CONNECTORY_LOG_LEVEL || 'info';
  if (!logLevels.includes(logLevel)) throw new Error(`CONNECTORY_LOG_LEVEL must be one of ${logLevels.join(', ')}.`);
  const adminToken = environment.CONNECTORY_ADMIN_TOKEN;
  const metricsToken = environment.CONNECTORY_METRICS_TOKEN;
  return {
    host: environment.HOST || '127.0.0.1',
    port: portOf(environment.PORT || '8080'),
    mode: modeOf(environment.CONNECTORY_MODE || 'hosted'),
    purpose: 'production',
    dataDirectory,
    databaseUrl: environment.CONNECTORY_DATABASE_URL || join(dataDirectory, 'connectory.sqlite'),
    secretKey: environment.CONNECTORY_SECRET_KEY || undefined,
    adminToken: adminToken ? new Secret(adminToken) : undefined,
    metricsToken: metricsToken ? new Secret(metricsToken) : undefined,
    extraConnectors: listOf(environment.CONNECTORY_CONNECTORS),
    trustedConnectors: listOf(environment.CONNECTORY_TRUSTED_CONNECTORS),
    egressAllow: listOf(environment.CONNECTORY_EGRESS_ALLOW),
    publicOrigin: publicOriginOf(environment.CONNECTORY_PUBLIC_URL),
    returnOrigins: listOf(environment.CONNECTORY_RETURN_ORIGINS).map(returnOriginOf),
    signIn: readSignInConfiguration(environment),
    logLevel,
    telemetry: readTelemetryConfiguration(environment),
    auditLimits: {
      days: wholeNumberOf('CONNECTORY_AUDIT_DAYS', environment.CONNECTORY_AUDIT_DAYS || '90', 36_500),
      rows: wholeNumberOf('CONNECTORY_AUDIT_ROWS', environment.CONNECTORY_AUDIT_ROWS || '1000000', 1_000_000_000),
    },
    changeRetention: {
      milliseconds: wholeNumberOf('CONNECTORY_CHANGES_DAYS', environment.CONNECTORY_CHANGES_DAYS || '7', 36_500) * day,
      bytes: wholeNumberOf('CONNECTORY_CHANGES_MB', environment.CONNECTORY_CHANGES_MB || '64', 1_000_000) * mebibyte,
    },
    exportBytes:
      wholeNumberOf('CONNECTORY_EXPORTS_MB', environment.CONNECTORY_EXPORTS_MB || '5120', 100_000_000) * mebibyte,
  };
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error(`PORT is "${text}"; it must be a number from 0 to 65535.`);
}

function publicOriginOf(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname));
  if (url !== null && isSafe && isOrigin(url)) return url.origin;
  throw new Error(
    `CONNECTORY_PUBLIC_URL is "${text}"; it must be an origin such as https://connect.example.com, without a path. http is for this machine only.`,
  );
}

function returnOriginOf(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && isOrigin(url)) return url.origin;
  throw new Error(
    `CONNECTORY_RETURN_ORIGINS has "${text}"; it must list origins such as https://app.example.com, without paths.`,
  );
}

const isOrigin = ({ pathname, search, hash, username, password }: URL) =>
  pathname === '/' && search + hash + username + password === '';

function wholeNumberOf(name: string, text: string, max: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= max) return number;
  throw new Error(`${name} is "${text}"; it must be a number from 1 to ${max}.`);
}

function modeOf(text: string): GatewayMode {
  if (text === 'hosted' || text === 'direct') return text;
  throw new Error(
    `CONNECTORY_MODE is "${text}"; it must be hosted (keeps searchable copies) or direct (keeps none). Without it, it is hosted.`,
  );
}

const listOf = (text: string | undefined) => (text ?? '').split(/[\s,]+/).filter((entry) => entry !== '');

/**
 * Returns the environment with the contents of secret files, without the trailing line break that editors and `echo` add. Throws an `Error`
 * if a file cannot be read or is empty, and if a secret is given in both ways.
 */
export function withSecretFiles(environment: Environment): Environment {
  return {
    ...environment,
    ...Object.fromEntries(secretVariables.flatMap((name) => entriesFromFile(name, environment))),
  };
}

function entriesFromFile(name: string, environment: Environment): (readonly [string, string])[] {
  const variable = fileVariable(name);
  const path = environment[variable];
  if (!path) return [];
  if (environment[name]) throw new Error(`${name} and ${variable} are both set; unset one of them.`);
  const text = readText(variable, path).trim();
  if (text === '') throw new Error(`The file of ${variable}, ${path}, is empty.`);
  return [[name, text]];
}

function readText(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Error(`The file of ${variable}, ${path}, cannot be read (${reason}).`, { cause: error });
  }
}
