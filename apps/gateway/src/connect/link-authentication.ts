import type { Connector } from '@connectory/connector-sdk';
import type { OAuthApp } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import { hasConsent } from '@connectory/upstream';
import { unknownAlternative } from '../connections/choose-authentication.ts';

/**
 * Returns how a person who uses a link authenticates: the named alternative, otherwise consent if there is an application for it, otherwise
 * the first alternative with keys. Throws `invalid_params` for a name the connector does not have, and if consent has no application.
 */
export function linkAuthentication(connector: Connector, named: string | undefined, app: OAuthApp | null): string {
  const { authentication } = connector.upstream;
  const alternatives = Object.entries(authentication);
  if (named !== undefined) {
    const scheme = alternatives.find(([name]) => name === named)?.[1];
    if (scheme === undefined) throw unknownAlternative(connector, named);
    if (hasConsent(scheme) && app === null) throw applicationNeeded(connector);
    return named;
  }
  const consents = (name: string) => hasConsent(authentication[name]);
  const names = alternatives.map(([name]) => name);
  const chosen = (app === null ? undefined : names.find(consents)) ?? names.find((name) => !consents(name));
  if (chosen === undefined) throw applicationNeeded(connector);
  return chosen;
}

function applicationNeeded({ id, vendor }: Connector): GatewayError {
  const message = `needs an application that is registered with ${vendor}`;
  return new GatewayError(
    'invalid_params',
    `authentication ${message}. Store its client ID and secret with PUT …/oauth-apps/${id} first.`,
    { errors: [{ field: '/authentication', message, error_code: 'oauth_app_missing' }] },
  );
}

/**
 * Throws `invalid_params` if the settings point elsewhere than the application, because its client secret would be sent there. Callers with
 * the right to manage can store an application for another place, with its secret.
 */
export function requireSamePlace(
  { vendor }: Connector,
  app: OAuthApp,
  settings: Readonly<Record<string, unknown>>,
): void {
  if (isSamePlace(app, settings)) return;
  const meant = app.baseUrl ?? `${vendor} itself`;
  const message = `must be that of the OAuth application, which is for ${meant}`;
  throw new GatewayError('invalid_params', `settings.base_url ${message}.`, {
    errors: [{ field: '/settings/base_url', message, error_code: 'not_allowed' }],
  });
}

/** Whether the settings point to the place the application is for. */
export function isSamePlace({ baseUrl }: OAuthApp, settings: Readonly<Record<string, unknown>>): boolean {
  const place = (url: unknown) => (typeof url === 'string' ? (URL.parse(url)?.href.replace(/\/$/, '') ?? url) : null);
  return place(settings.base_url) === place(baseUrl);
}
