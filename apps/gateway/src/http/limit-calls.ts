import type { Principal } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import type { Request, RequestHandler } from 'express';
import type { GatewayServices } from '../gateway-services.ts';
import { authenticate } from './authenticate.ts';

/** Applies the request limits of the token and its workspace to every request with a token. */
export function limitCalls({ controlPlane, callLimiter }: GatewayServices): RequestHandler {
  // The route rejects callers without a valid token, if it requires one.
  const principalOf = async (request: Request): Promise<Principal | undefined> => {
    try {
      return await authenticate(controlPlane, request);
    } catch (error) {
      if (GatewayError.is(error, 'unauthenticated')) return undefined;
      throw error;
    }
  };
  return async (request, response, next) => {
    const principal = await principalOf(request);
    if (principal !== undefined) await callLimiter.count(principal, response);
    next();
  };
}
