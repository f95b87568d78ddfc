import { nearestName } from '@connectory/errors';

/** One environment variable of the gateway, as it is documented. */
interface ConfigurationVariable {
  readonly name: string;
  readonly meaning: string;
  /** The default. */
  readonly otherwise: string;
}

const variable = (name: string, meaning: string, otherwise: string): ConfigurationVariable => ({
  name,
  meaning,
  otherwise,
});

/** The variables that may be read from a file instead, whose path is in the variable with the same name and the suffix `_FILE`. */
export const secretVariables = [
  'CONNECTORY_DATABASE_URL',
  'CONNECTORY_SECRET_KEY',
  'CONNECTORY_ADMIN_TOKEN',
  'CONNECTORY_METRICS_TOKEN',
  'CONNECTORY_OIDC_CLIENT_SECRET',
] as const;

/** The variable that names the file of a secret. */
export const fileVariable = (name: string): string => `${name}_FILE`;

/**
 * Every environment variable that a gateway reads, except the remaining standard `OTEL_…` ones. `spec/operating.md` repeats them verbatim,
 * the README in short form.
 */
export const configurationVariables: readonly ConfigurationVariable[] = [
  variable('PORT', 'port to listen on', '`8080`'),
  variable('HOST', 'address to listen on; `0.0.0.0` means all', '`127.0.0.1`'),
  variable('CONNECTORY_MODE', '`hosted`: with searchable copies; `direct`: without', '`hosted`'),
  variable(
    'CONNECTORY_DATA_DIR',
    'folder of the database file, key file and copies',
    '`.connectory`, or `.connectory-demo` for `npm start`',
  ),
  variable('CONNECTORY_DATABASE_URL', '`postgres://…`, also for the copies, or a file', 'a file in the data directory'),
  variable(
    'CONNECTORY_SECRET_KEY',
    '32 bytes in base64 or hex; encrypts credentials. Needed with PostgreSQL',
    'a key file created on first use',
  ),
  variable('CONNECTORY_ADMIN_TOKEN', 'manages workspaces, connections and tokens', 'none: no management'),
  variable('CONNECTORY_CONNECTORS', 'names of plugin packages, installed in `<data dir>/connectors`', 'none'),
  variable(
    'CONNECTORY_TRUSTED_CONNECTORS',
    "the same, but run in the gateway's own process with all its rights",
    'none',
  ),
  variable('CONNECTORY_EGRESS_ALLOW', 'private or plain-HTTP hosts, addresses or ranges that may be called', 'none'),
  variable(
    'CONNECTORY_METRICS_TOKEN',
    'bearer token that `/metrics` requires',
    'none: `/metrics` serves this machine only',
  ),
  variable(
    'CONNECTORY_PUBLIC_URL',
    'origin at which browsers reach the gateway, such as `https://connect.example.com`',
    'none: links and sign-in on this machine only',
  ),
  variable(
    'CONNECTORY_RETURN_ORIGINS',
    "origins to which connect links may redirect people, in addition to the gateway's own",
    'none',
  ),
  variable(
    'CONNECTORY_OIDC_ISSUER',
    'issuer of the identity provider that signs people in, such as `https://id.example.com`',
    'none: people do not sign in',
  ),
  variable('CONNECTORY_OIDC_CLIENT_ID', 'client ID of the gateway at the identity provider', 'none'),
  variable(
    'CONNECTORY_OIDC_CLIENT_SECRET',
    'client secret of the gateway at the identity provider',
    'none: a public client',
  ),
  variable('CONNECTORY_OIDC_SCOPES', 'scopes to request; some providers have one for groups', '`openid email profile`'),
  variable('CONNECTORY_OIDC_GROUPS_CLAIM', "claim with a person's groups", '`groups`'),
  variable(
    'CONNECTORY_OIDC_ADMINS',
    'admins of the gateway: e-mail addresses and `group:<name>`, with commas',
    'none: only the admin token',
  ),
  variable('CONNECTORY_AUDIT_DAYS', 'days to keep audit entries', '90'),
  variable('CONNECTORY_AUDIT_ROWS', 'audit entries to keep per workspace', '1,000,000'),
  variable('CONNECTORY_CHANGES_DAYS', 'days to keep changes', '7'),
  variable('CONNECTORY_CHANGES_MB', 'megabytes (MiB) of changes to keep per connection', '64'),
  variable('CONNECTORY_EXPORTS_MB', 'megabytes (MiB) of export files to keep', '5120'),
  variable('CONNECTORY_LOG_LEVEL', '`trace` … `fatal`, `silent`', '`info`'),
  ...secretVariables.map((name) => variable(fileVariable(name), `path of a file that holds \`${name}\``, 'none')),
  variable(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OpenTelemetry collector for traces and metrics, such as `http://127.0.0.1:4318`',
    'none: nothing is sent, and no exporter is loaded',
  ),
  variable('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'full URL for traces, if it differs', 'none'),
  variable('OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', 'full URL for metrics, if it differs', 'none'),
  variable('OTEL_EXPORTER_OTLP_PROTOCOL', '`http/protobuf` or `http/json`', '`http/protobuf`'),
  variable('OTEL_SERVICE_NAME', 'name of the gateway in traces and metrics', '`connectory`'),
  variable(
    'OTEL_TRACES_SAMPLER',
    'which calls are traced: `always_on`, `always_off`, `traceidratio`, or one of them after `parentbased_`',
    '`parentbased_always_on`',
  ),
  variable('OTEL_TRACES_SAMPLER_ARG', 'fraction of calls that the ratio samplers trace, from 0 to 1', '1'),
  variable('OTEL_METRIC_EXPORT_INTERVAL', 'milliseconds between exports of the metrics', '60000'),
];

/** Variables of the command line and of this repository's tests, which may be set alongside the gateway's. */
const variablesOfOthers = [
  'CONNECTORY_URL',
  'CONNECTORY_TOKEN',
  'CONNECTORY_PROFILE',
  'CONNECTORY_WORKSPACE',
  'CONNECTORY_CREDENTIALS',
  'CONNECTORY_SETTINGS',
];

// Kubernetes sets these in every container for a service called connectory, or connectory-something.
const ofServices = /^CONNECTORY_(\w+_)?(SERVICE_(HOST|PORT)(_\w+)?|PORT(_\d+_\w+)?)$/;

/** Throws an `Error` for a variable that looks like one of the gateway but is not, and suggests the name that was probably meant. */
export function refuseUnknownVariables(environment: Readonly<Record<string, string | undefined>>): void {
  const known = new Set([...configurationVariables.map(({ name }) => name), ...variablesOfOthers]);
  for (const name of Object.keys(environment)) {
    if (!name.startsWith('CONNECTORY_') || known.has(name) || ofServices.test(name)) continue;
    const nearest = nearestName(name, known);
    const advice = nearest === undefined ? 'Remove it.' : `Did you mean ${nearest}?`;
    throw new Error(`There is no setting ${name}. ${advice}`);
  }
}
