import type { Connector } from '@connectory/connector-sdk';

/**
 * The pattern of the prefix of every path of a vendor: the path of its base URL, or of the base URL of an authentication method. A place
 * matches one segment; a place in the host may include a path, such as `shop.example/store`.
 */
export function basePathPattern({ upstream }: Connector): string {
  const own = Object.values(upstream.authentication).flatMap(({ baseUrl }) => baseUrl ?? []);
  return `(?:${[...new Set([upstream.baseUrl, ...own].map(patternOf))].join('|')})`;
}

/** The path of a URL that may contain places: `/api/v2` for `https://{subdomain}.example.com/api/v2`. */
export function pathOfUrl(template: string): string {
  return (/^[a-z]+:\/\/[^/]+(\/.*)?$/i.exec(template)?.[1] ?? '').replace(/\/$/, '');
}

function patternOf(template: string): string {
  const host = /^[a-z]+:\/\/([^/]*)/i.exec(template)?.[1] ?? '';
  return `${host.includes('{') ? '(?:/[^/]+)*?' : ''}${pathPattern(pathOfUrl(template))}`;
}

/** The pattern of a path with places, each of which is captured as one segment or a part of one. */
export function pathPattern(path: string): string {
  return path
    .split(/(\{[^{}]+\})/)
    .map((part) => (/^\{[^{}]+\}$/.test(part) ? '([^/]+?)' : escaped(part)))
    .join('');
}

const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
