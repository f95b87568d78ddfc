import type { ControlPlane, OAuthClient } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import type { UpstreamClient } from '@connectory/upstream';
import { OpenRequests } from '../http/limits.ts';
import { within } from '../http/within.ts';
import { readClientMetadata } from './client-metadata.ts';
import { OAuthError } from './oauth-error.ts';

/** Dependencies of finding clients. */
export interface ClientParts {
  readonly controlPlane: Pick<ControlPlane, 'oauthClients'>;
  readonly upstream: UpstreamClient;
}

const maxUrl = 500;
const maxBytes = 16 * 1024;
const maxMilliseconds = 5_000;
const keptMilliseconds = { found: 10 * 60_000, failed: 30_000 };
const maxKept = 200;

interface Kept {
  readonly until: number;
  readonly client: Promise<OAuthClient>;
}

/** Finds clients: the registered ones, and those whose id is the URL of a document that describes them. */
export class Clients {
  readonly #parts: ClientParts;
  readonly #kept = new Map<string, Kept>();
  readonly #limits = new OpenRequests(8, 'Too many documents of clients are being read right now.');

  constructor(parts: ClientParts) {
    this.#parts = parts;
  }

  /** The client with an id. Throws `invalid_client`, and `rate_limited` and `gateway_busy` for too many documents. */
  async find(id: string): Promise<OAuthClient> {
    if (isDocumentUrl(id)) return this.#described(id);
    const client = await this.#parts.controlPlane.oauthClients.find(id);
    if (client === null)
      throw new OAuthError('invalid_client', 'The client is unknown, or its registration has expired.');
    return client;
  }

  async #described(id: string): Promise<OAuthClient> {
    const now = performance.now();
    const known = this.#kept.get(id);
    if (known !== undefined && known.until > now) return known.client;
    const client = this.#limits.within({ perMinute: [{ subject: new URL(id).host, perMinute: 30 }] }, () =>
      this.#read(id),
    );
    const keep = (milliseconds: number) => {
      this.#kept.delete(id);
      this.#kept.set(id, { until: performance.now() + milliseconds, client });
      for (const oldest of this.#kept.keys()) if (this.#kept.size > maxKept) this.#kept.delete(oldest);
    };
    keep(maxMilliseconds);
    client.then(
      () => keep(keptMilliseconds.found),
      (error) => (error instanceof OAuthError ? keep(keptMilliseconds.failed) : this.#kept.delete(id)),
    );
    return client;
  }

  async #read(id: string): Promise<OAuthClient> {
    const { origin, pathname, search } = new URL(id);
    const headers = { accept: 'application/json', 'user-agent': 'connectory' };
    const request = { method: 'GET', origin, path: pathname + search, headers, body: undefined } as const;
    const sending = this.#parts.upstream.send(request, 'The client').catch((error: unknown) => {
      // What the gateway can reach in its own network is nothing that a client should find out.
      if (GatewayError.is(error)) return null;
      throw error;
    });
    const response = await within(sending, maxMilliseconds, null);
    if (response === null || response.status !== 200 || response.body.length > maxBytes)
      throw undescribed(
        'cannot be read. It has to respond with status 200, at most 16 KiB, within 5 seconds, without redirects',
      );
    const document = parsed(response.body.toString());
    if (document?.client_id !== id) throw undescribed('does not have its own URL as the client_id');
    const { name, redirectUris } = readClientMetadata(document);
    return { id, name, redirectUris, authentication: 'none' };
  }
}

/** Whether the id of a client is the URL of a document. */
function isDocumentUrl(id: string): boolean {
  if (!id.startsWith('https://') || id.length > maxUrl) return false;
  const url = URL.parse(id);
  return url !== null && url.href === id && url.pathname !== '/' && url.hash + url.username + url.password === '';
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

const undescribed = (why: string) => new OAuthError('invalid_client', `The document of the client ${why}.`);
