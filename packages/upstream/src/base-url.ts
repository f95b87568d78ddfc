import { GatewayError } from '@connectory/errors';
import type { UpstreamConnection } from './connection.ts';

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

/** A setting as text: `api_version` falls back to the pinned version. */
export function settingText({ connector, settings }: UpstreamConnection, name: string): string | undefined {
  const value = settings[name] ?? (name === 'api_version' ? connector.upstream.version.pinned : undefined);
  return value === undefined || value === null ? undefined : String(value);
}

/**
 * The API or token URL of a connection: its places filled from the settings; the setting `base_url` replaces the origin and may
 * put a path in front. Throws `invalid_params` when a place has no value or the result is no URL.
 */
export function resolveUrl(connection: UpstreamConnection, template: string): URL {
  const override = connection.settings.base_url;
  const filled = fillPlaces(
    template,
    (name) => settingText(connection, name) ?? (override === undefined ? undefined : name),
  );
  if (filled === undefined) {
    throw new GatewayError('invalid_params', `The connection lacks a setting that ${template} needs.`);
  }
  const url = URL.parse(filled);
  const base = typeof override === 'string' ? URL.parse(override) : url;
  if (url === null || base === null) {
    throw new GatewayError(
      'invalid_params',
      `The settings of the connection make no URL of ${template}. Correct them.`,
    );
  }
  if (base === url) return url;
  base.pathname = `${base.pathname.replace(/\/$/, '')}${url.pathname === '/' ? '' : url.pathname}`;
  return base;
}
