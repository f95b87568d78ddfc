import { setTimeout as pause } from 'node:timers/promises';
import { type DryRun, DryRunUnavailableError } from '@connectory/api-description';
import { request } from 'undici';
import { z } from 'zod';

/** Which gateway to ask, and as whom. */
export interface GatewayOptions {
  /** Base URL of the gateway, as `http://localhost:8080`. */
  readonly gateway: string;
  readonly token: string;
  /** Id of a connection of the checked connector. */
  readonly connection: string;
}

const answer = z.looseObject({
  data: z.looseObject({
    requests: z.array(
      z.looseObject({
        method: z.string(),
        url: z.string(),
        headers: z.record(z.string(), z.string()).default({}),
        body: z.unknown().optional(),
      }),
    ),
  }),
});

const problem = z.looseObject({ message: z.string(), code: z.string().optional() });

const longestWaitSeconds = 60;
const mostAttempts = 20;

/**
 * A dry run that asks a running gateway. The returned function rejects with the gateway's own message when it refuses
 * the parameters, and with DryRunUnavailableError when the gateway cannot be used.
 */
export function gatewayDryRun(options: GatewayOptions): DryRun {
  const connection = encodeURIComponent(options.connection);
  const url = new URL(`/api/v1/integrations/connectors/${connection}/execute`, options.gateway);
  return async (entity, action, params) => {
    const body = JSON.stringify({ entity, action, params, dry_run: true });
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const response = await send(url, options.token, body);
      if (response.status === 429) {
        await pause(Math.min(response.retryAfterSeconds, longestWaitSeconds) * 1000);
        continue;
      }
      if (response.status === 200) {
        const read = answer.safeParse(response.body);
        if (!read.success) {
          throw new DryRunUnavailableError(`${url.origin} answers no dry run: ${z.prettifyError(read.error)}`);
        }
        return read.data.data.requests;
      }
      const { message, code } = problem
        .catch({ message: `the gateway answered ${response.status}` })
        .parse(response.body);
      if (response.status === 401 || response.status === 403 || code === 'connector_not_found') {
        throw new DryRunUnavailableError(`${url.origin} refuses the dry run: ${message}`);
      }
      throw new Error(code === undefined ? message : `${code}: ${message}`);
    }
    throw new DryRunUnavailableError(`${url.origin} keeps answering 429: use a token with a higher limit`);
  };
}

/**
 * Reads a manifest from a gateway.
 * @throws DryRunUnavailableError when it does not answer with JSON and status 200.
 */
export async function fetchManifest(url: string, token: string | undefined): Promise<unknown> {
  const response = await send(new URL(url), token);
  if (response.status !== 200) {
    throw new DryRunUnavailableError(`${url} answered ${response.status}: check --manifest, --gateway and --token`);
  }
  return response.body;
}

interface Answer {
  readonly status: number;
  readonly retryAfterSeconds: number;
  readonly body: unknown;
}

async function send(url: URL, token: string | undefined, body?: string): Promise<Answer> {
  const headers = {
    accept: 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  try {
    const response = await request(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.body.text();
    const retryAfter = Number(response.headers['retry-after'] ?? 1);
    return {
      status: response.statusCode,
      retryAfterSeconds: Number.isFinite(retryAfter) ? Math.max(retryAfter, 1) : 1,
      body: text === '' ? null : JSON.parse(text),
    };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new DryRunUnavailableError(`${url.origin} cannot be asked: ${message}. Is the gateway running there?`, {
      cause,
    });
  }
}
