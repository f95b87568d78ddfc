import type { Connector } from '@connectory/connector-sdk';
import type { LoggedRequest } from '@connectory/sandbox';

/** Whether a request that reached the sandbox has the method and path of a declared action, or renews a token. */
export type RouteCheck = (request: Pick<LoggedRequest, 'connector' | 'method' | 'url'>) => boolean;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The check for a set of connectors: a placeholder matches one segment, however a server may interpret encoded characters in it. */
export function declaredRoutes(connectors: readonly Connector[]): RouteCheck {
  const patterns = new Map(connectors.map((connector) => [connector.id, patternsOf(connector)]));
  return ({ connector, method, url }) => {
    const path = url.split('?', 1)[0] ?? '';
    const segments = path.split('/').flatMap((segment) => decodeURIComponent(segment).split(/[/\\]/));
    if (segments.includes('..') || segments.includes('.') || path.includes('//')) return false;
    return patterns.get(connector)?.some((pattern) => pattern.test(`${method} ${path}`)) ?? false;
  };
}

function patternsOf({ id, upstream, entities }: Connector): RegExp[] {
  const base = pathOf(upstream.baseUrl);
  const actions = entities.flatMap((entity) => Object.values(entity.actions).flatMap((action) => action?.routes ?? []));
  const routes = actions.map(({ method, path }) => `${method} /${id}${base}${path.split('?', 1)[0]}`);
  const renewals = Object.values(upstream.authentication).flatMap(({ token }) =>
    token === undefined ? [] : [`POST /${id}${pathOf(token.url)}`],
  );
  return [...new Set([...routes, ...renewals])].map((route) => {
    const parts = route.split(/(\{[^{}]+\})/).map((part) => (part.startsWith('{') ? '[^/]+' : escaped(part)));
    return new RegExp(`^${parts.join('')}$`);
  });
}

const pathOf = (template: string) => (/^[a-z]+:\/\/[^/]+(\/.*)?$/.exec(template)?.[1] ?? '').replace(/\/$/, '');
