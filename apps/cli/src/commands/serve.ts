import { Command } from 'commander';
import { endWith } from '../problem-error.ts';
import type { Terminal } from '../terminal.ts';

const help = `
Set environment variables to configure it: PORT, HOST, CONNECTORY_MODE, CONNECTORY_DATA_DIR, CONNECTORY_DATABASE_URL,
CONNECTORY_SECRET_KEY, CONNECTORY_ADMIN_TOKEN, CONNECTORY_CONNECTORS, CONNECTORY_TRUSTED_CONNECTORS,
CONNECTORY_EGRESS_ALLOW, CONNECTORY_METRICS_TOKEN, CONNECTORY_PUBLIC_URL, CONNECTORY_RETURN_ORIGINS,
CONNECTORY_OIDC_ISSUER, CONNECTORY_OIDC_CLIENT_ID, CONNECTORY_OIDC_CLIENT_SECRET, CONNECTORY_OIDC_SCOPES,
CONNECTORY_OIDC_GROUPS_CLAIM, CONNECTORY_OIDC_ADMINS,
CONNECTORY_AUDIT_DAYS, CONNECTORY_AUDIT_ROWS, CONNECTORY_CHANGES_DAYS, CONNECTORY_CHANGES_MB, CONNECTORY_EXPORTS_MB, CONNECTORY_LOG_LEVEL,
and the OTEL_… variables of OpenTelemetry:
OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_EXPORTER_OTLP_METRICS_ENDPOINT,
OTEL_EXPORTER_OTLP_PROTOCOL, OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG,
OTEL_METRIC_EXPORT_INTERVAL.

Secrets can be read from files: CONNECTORY_DATABASE_URL_FILE, CONNECTORY_SECRET_KEY_FILE, CONNECTORY_ADMIN_TOKEN_FILE,
CONNECTORY_METRICS_TOKEN_FILE, CONNECTORY_OIDC_CLIENT_SECRET_FILE.

Example:
  CONNECTORY_ADMIN_TOKEN=$(openssl rand -base64 32) connectory serve
`;

/** `connectory serve`: runs the production gateway until it is stopped. */
export function serveCommand({ environment }: Terminal): Command {
  return new Command('serve')
    .description('run a gateway')
    .addHelpText('after', help)
    .action(async () => {
      // Imported here because the gateway takes time to load.
      const { serve } = await import('@connectory/gateway/serve');
      await serve(environment).catch(endWith('gateway_not_started'));
    });
}
