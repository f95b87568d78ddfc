import { GatewayError } from '@connectory/errors';

/** The error of a search that a store stopped. */
export function searchTookTooLong(milliseconds: number): GatewayError {
  return new GatewayError(
    'search_timeout',
    `The search was stopped after ${milliseconds / 1000} s. Narrow it by a field with an index (explain: true shows the plan), or try again later: an index is built for fields that are searched often.`,
  );
}
