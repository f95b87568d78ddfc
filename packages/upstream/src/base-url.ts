import { resolveValue } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import type { UpstreamConnection } from './connection.ts';

/** The part of a connection from which its URLs are built. */
export type AddressedConnection = Pick<UpstreamConnection, 'connector' | 'settings' | 'credentials'>;

const place = /\{([^{}]+)\}/g;

/** Fills `{name}` places; undefined when one of them has no value. */
export function fillPlaces(template: string, values: (name: string) => string | undefined): string | undefined {
  let complete = true;
  const text = template.replace(place, (_, name: string) => {
    const value = values(name);
    if (value === undefined) complete = false;
    return value ?? '';
  });
  return complete ? text : undefined;
}

/** What fills a place, as text: a declared place, else a setting; `api_version` falls back to the pinned version. */
export function placeText(connection: AddressedConnection, name: string): string | undefined {
  const { upstream } = connection.connector;
  const declared = Object.hasOwn(upstream.places, name) ? upstream.places[name] : undefined;
  const value =
    declared === undefined
      ? (connection.settings[name] ?? (name === 'api_version' ? upstream.version.pinned : undefined))
      : declaredText(connection, declared);
  return value === undefined || value === null ? undefined : String(value);
}

function declaredText({ settings, credentials }: AddressedConnection, place: unknown): unknown {
  return resolveValue(place, {
    settings,
    credential: (field) => credentials[field]?.reveal(),
    today: new Date().toISOString().slice(0, 10),
  });
}

/**
 * The API or token URL of a connection, its places filled; the setting `base_url` replaces the origin and may
 * put a path in front. Throws `invalid_params` when a place has no value or the result is no URL.
 */
export function resolveUrl(connection: AddressedConnection, template: string): URL {
  const override = connection.settings.base_url;
  const filled = fillPlaces(
    template,
    (name) => placeText(connection, name) ?? (override === undefined ? undefined : name),
  );
  if (filled === undefined) {
    throw new GatewayError(
      'invalid_params',
      `The connection has no value for a placeholder of ${template}: check its settings and credentials.`,
    );
  }
  const url = URL.parse(filled);
  const base = typeof override === 'string' ? URL.parse(override) : url;
  if (url === null || base === null) {
    throw new GatewayError(
      'invalid_params',
      `${template} is not a valid URL with the settings of the connection. Correct them.`,
    );
  }
  if (base === url) return url;
  if (url.search !== '') base.search = url.search;
  base.pathname = `${base.pathname.replace(/\/$/, '')}${url.pathname === '/' ? '' : url.pathname}`;
  return base;
}
