import { readFileSync } from 'node:fs';
import type { ApiDescription, ObservedRequest } from '../src/description.ts';
import { type DescriptionSource, loadDescription } from '../src/formats.ts';

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
export function deviationsOf(description: ApiDescription, request: ObservedRequest): string[] {
  return description
    .check(request)
    .deviations.map(({ kind, where, nearest }) => `${kind} ${where}${nearest === undefined ? '' : ` ~${nearest}`}`);
}

/** Loads one of the handwritten descriptions next to this file. */
export function loadFixture(name: string, options: Omit<DescriptionSource, 'name' | 'text'> = {}): ApiDescription {
  const text = readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
  return loadDescription({ name, text, ...options });
}
