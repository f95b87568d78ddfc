import { GatewayError } from '@connectory/errors';
import { type Request, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { type BrowserOrigins, originFor } from '../connect/browser-origins.ts';
import { readBytes } from '../http/body.ts';
import { requestIdOf } from '../http/request.ts';
import { responseError } from '../http/respond.ts';
import { within } from '../http/within.ts';
import { EventReceiver, type EventReceiverParts } from './event-receiver.ts';

const maxEventBytes = 1024 * 1024;
const maxEventMilliseconds = 15_000;

type EventRequest = Request<{ id: string; secret: string }>;

/** Dependencies of the routes at which vendors send events. */
export interface VendorEventParts extends EventReceiverParts {
  readonly origins: BrowserOrigins;
  readonly logger: Logger;
}

/** `/events/{connection id}/{secret}`: where vendors send events. No token is needed: the URL is a secret, and most vendors sign. */
export function vendorEventRoutes(services: VendorEventParts): Router {
  const receiver = new EventReceiver(services);
  const router = Router();
  const reply = async (request: EventRequest, response: Response) => {
    try {
      const { id, secret: urlSecret } = request.params;
      const origin = originFor(services.origins, request) ?? `http://${request.headers.host ?? 'localhost'}`;
      const responded = await receiver.receive({
        connectionId: id,
        urlSecret,
        method: request.method,
        url: origin + request.originalUrl,
        headers: headersOf(request),
        body: () => readWithin(request),
      });
      response.setHeader('x-request-id', requestIdOf(request));
      response.setHeader('x-content-type-options', 'nosniff');
      response.setHeader('cache-control', 'no-store');
      response.setHeader('content-type', responded === 'accepted' ? 'text/plain' : responded.contentType);
      response.status(200).end(responded === 'accepted' ? '' : responded.body);
    } catch (error) {
      responseError(services.logger, request, response, error);
    }
  };
  router.post('/events/:id/:secret', reply);
  router.get('/events/:id/:secret', reply);
  return router;
}

function headersOf({ headers }: Request<object>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [name, typeof value === 'string' ? value : value.join(', ')]),
  );
}

async function readWithin(request: Request<object>): Promise<Buffer> {
  if (request.headers['content-encoding'] !== undefined && request.headers['content-encoding'] !== 'identity') {
    throw new GatewayError('unsupported_media_type', 'Send the event without Content-Encoding.');
  }
  const read = await within(readBytes(request, maxEventBytes), maxEventMilliseconds, null);
  if (read === null) throw new GatewayError('request_timeout', 'The event did not arrive in time.');
  return read;
}
