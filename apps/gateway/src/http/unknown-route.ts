import { GatewayError } from '@connectory/errors';
import type { OpenApiDocument } from '@connectory/openapi';
import type { RequestHandler } from 'express';
import { lazy } from './lazy.ts';

/** Responds to unmatched requests: `method_not_allowed` with `Allow` for a documented path, else `not_found`. */
export function unknownRoute(document: () => OpenApiDocument): RequestHandler {
  const documented = lazy(() => documentedPaths(document()));
  return ({ path, method }, response) => {
    const known = documented().find(({ pattern }) => pattern.test(path));
    if (known === undefined || known.methods.includes(method)) {
      throw new GatewayError('not_found', 'There is nothing at this path. All paths are listed in /openapi.json.');
    }
    const allowed = known.methods.join(', ');
    response.setHeader('allow', allowed);
    throw new GatewayError('method_not_allowed', `${method} is not supported here; use ${allowed}.`);
  };
}

function documentedPaths({ paths = {} }: OpenApiDocument) {
  return Object.entries(paths).map(([template, operations]) => ({
    pattern: new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{[^{}]+\}/g, '[^/]+')}$`),
    methods: Object.keys(operations ?? {}).map((method) => method.toUpperCase()),
  }));
}
