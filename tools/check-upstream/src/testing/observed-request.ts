import type { ApiDescription, ObservedRequest } from '../description/api-description.ts';

/** A request as `METHOD url`, with a body and the content type that belongs to it. */
export function requestOf(line: string, body?: unknown, headers: Record<string, string> = {}): ObservedRequest {
  const [method = '', url = ''] = line.split(' ');
  const contentType = typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    method,
    url,
    headers: body === undefined ? headers : { 'Content-Type': contentType, ...headers },
    ...(body === undefined ? {} : { body }),
  };
}

/** The verdict of a description on a request, as `kind where` lines with `~nearest` if there is one. */
export function faultsOf(description: ApiDescription, request: ObservedRequest): string[] {
  return description
    .check(request)
    .deviations.map(({ kind, where, nearest }) => `${kind} ${where}${nearest === undefined ? '' : ` ~${nearest}`}`);
}
