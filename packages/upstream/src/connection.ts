import type { Connector } from '@connectory/connector-sdk';
import { resolveValue, type Secret } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';

/** Credential values of a connection by field name. */
export type Credentials = Readonly<Record<string, Secret>>;

/** Where renewed tokens of a connection are kept; implemented over the control plane. */
export interface TokenStore {
  /** Runs `work` while no other process renews the same connection. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** The stored credentials, read past every cache. */
  read(): Promise<Credentials>;
  /**
   * Records that these tokens are about to be sent to the vendor. True if that was recorded before: an earlier refresh was interrupted, or
   * its response was lost.
   */
  renewalBegins(): Promise<boolean>;
  /** Takes the note back, because nothing has left. */
  renewalUnsent(): Promise<void>;
  /** Stores renewed values, encrypted, before they are used. */
  save(values: Readonly<Record<string, string>>): Promise<void>;
  /** Marks the connection as needing a new authorization by its owner. */
  reauthorizationRequired(reason: string): Promise<void>;
}

/** How much one call of a connection may take. */
export interface ConnectionLimits {
  /** Seconds from the start of a call to its response; for a download, to its headers. */
  readonly deadlineSeconds: number;
  /** Maximum bytes of a response after decompression; files are not limited. */
  readonly responseBytes: number;
}

/** A stored connection as the upstream client needs it. */
export interface UpstreamConnection {
  readonly id: string;
  /** The share of response memory that its calls use. */
  readonly workspaceId: string;
  readonly connector: Connector;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Name of the authentication alternative its credentials belong to. */
  readonly authentication: string;
  readonly credentials: Credentials;
  readonly limits: ConnectionLimits;
  /** The share of the vendor's quotas that reads of the copy may use, above 0 to 1; 0.5 by default. */
  readonly syncShare?: number | undefined;
  readonly tokens: TokenStore;
}

/** The part of a connection from which its URLs are built. */
export type AddressedConnection = Pick<UpstreamConnection, 'connector' | 'settings' | 'credentials'>;

const placeholder = /\{([^{}]+)\}/g;

/** Fills `{name}` placeholders; undefined when one of them has no value. */
export function fillPlaceholders(template: string, values: (name: string) => string | undefined): string | undefined {
  let complete = true;
  const text = template.replace(placeholder, (_, name: string) => {
    const value = values(name);
    if (value === undefined) complete = false;
    return value ?? '';
  });
  return complete ? text : undefined;
}

/** What fills a placeholder, as text: a declared value, else a setting; `api_version` falls back to the pinned version. */
export function placeholderText(connection: AddressedConnection, name: string): string | undefined {
  const { upstream } = connection.connector;
  const declared = Object.hasOwn(upstream.places, name) ? upstream.places[name] : undefined;
  const value =
    declared === undefined
      ? (connection.settings[name] ?? (name === 'api_version' ? upstream.version.pinned : undefined))
      : declaredText(connection, declared);
  return value === undefined || value === null ? undefined : String(value);
}

function declaredText({ settings, credentials }: AddressedConnection, value: unknown): unknown {
  return resolveValue(value, {
    settings,
    credential: (field) => credentials[field]?.reveal(),
    today: new Date().toISOString().slice(0, 10),
  });
}

/**
 * The API or token URL of a connection, its placeholders filled; the setting `base_url` replaces the origin and may
 * put a path in front. Throws `invalid_params` when a placeholder has no value or the result is no URL.
 */
export function resolveUrl(connection: AddressedConnection, template: string): URL {
  const override = connection.settings.base_url;
  const filled = fillPlaceholders(
    template,
    (name) => placeholderText(connection, name) ?? (override === undefined ? undefined : name),
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

/** What decides where the credentials of a connection go. */
export type OriginParts = AddressedConnection & Pick<UpstreamConnection, 'authentication'>;

/**
 * The origins that the credentials of a connection are sent to: that of the API and, where access tokens are renewed, that of the token
 * endpoint. Null for one that the settings do not lead to.
 */
export function credentialOrigins(parts: OriginParts): readonly (string | null)[] {
  const { upstream } = parts.connector;
  const scheme = upstream.authentication[parts.authentication];
  const templates = [scheme?.baseUrl ?? upstream.baseUrl, scheme?.token?.url];
  return templates.filter((template) => template !== undefined).map((template) => originOf(parts, template));
}

/** Whether the credentials of two connections are sent to the same origins. */
export function haveSameOrigins(one: OriginParts, other: OriginParts): boolean {
  return JSON.stringify(credentialOrigins(one)) === JSON.stringify(credentialOrigins(other));
}

function originOf(parts: OriginParts, template: string): string | null {
  try {
    return resolveUrl(parts, template).origin;
  } catch {
    return null;
  }
}
