import { GatewayError } from '@connectory/errors';
import type { Rates } from './call-rates.ts';

/** Takes one request of a rate. Throws `rate_limited` if none is left. */
export async function takeRate(rates: Rates, subject: string, perMinute: number): Promise<void> {
  for (let ready = rates.ready(subject, perMinute); ready !== true; ready = rates.ready(subject, perMinute)) {
    if (ready instanceof Promise) await ready;
    else throw tooMany(rates.standing(subject, perMinute).wait);
  }
  rates.take(subject, perMinute);
}

const tooMany = (wait: number) =>
  new GatewayError('rate_limited', 'Too many requests per minute.', { retryAfterSeconds: Math.ceil(wait / 1_000) });
