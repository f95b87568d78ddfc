import { existsSync, statSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { GatewayError } from '@connectory/errors';
import express, { type RequestHandler, Router } from 'express';
import { requestIdOf } from '../http/request-id.ts';

// Beside the sources in a clone, beside the built files in the published package.
const builtSite = join(dirname(findPackageJSON(import.meta.url) ?? '.'), 'site');

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // The hash is of the rule with which VitePress holds transitions back while it changes between light and dark.
  "style-src 'self' 'sha256-skqujXORqzxt1aE0NNXxujEanPTX6raoqSscTV/Ww/Y='",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

// The site is outdated rather than in the making when whoever built it was stopped before the end.
const longestBuild = 10 * 60_000;
const reloadAfter = '5';

/** `/docs`: the documentation site that `npm run docs` builds, open to everybody who can reach the gateway. `/` leads there. */
export function docsRoutes(site: string = builtSite): Router {
  const router = Router();
  router.get('/', leadToSite(site));
  router.use('/docs', requireRead, describeSecurity, requireSite(site), files(site), missingPage(site));
  return router;
}

const requireRead: RequestHandler = ({ method }, response, next) => {
  if (method === 'GET' || method === 'HEAD') return next();
  response.setHeader('allow', 'GET, HEAD');
  throw new GatewayError('method_not_allowed', `${method} is not possible here; use GET or HEAD.`);
};

// Looked at each time: the site can be built while the gateway runs.
const isBuilt = (site: string): boolean => existsSync(join(site, 'index.html'));

// `npm run docs` leaves this file beside the site while it works.
function isBeingBuilt(site: string): boolean {
  const since = statSync(`${site}-being-built`, { throwIfNoEntry: false })?.mtimeMs;
  return since !== undefined && Date.now() - since < longestBuild;
}

function leadToSite(site: string): RequestHandler {
  return (request, response, next) => {
    if (!isBuilt(site) && !isBeingBuilt(site)) return next();
    response.setHeader('x-request-id', requestIdOf(request));
    response.redirect('/docs/');
  };
}

function requireSite(site: string): RequestHandler {
  return (_request, response, next) => {
    if (isBuilt(site)) return next();
    if (isBeingBuilt(site)) {
      response.status(503).setHeader('retry-after', reloadAfter);
      // What every browser does with this header is in no standard but HTML's.
      response.setHeader('refresh', reloadAfter);
      response.setHeader('cache-control', 'no-store');
      response.type('text').send('The documentation is being built. This page reloads in a moment.\n');
      return;
    }
    throw new GatewayError(
      'not_found',
      'The documentation is not built yet. Run `npm run docs` in the repository of the gateway, then load this page again.',
    );
  };
}

const describeSecurity: RequestHandler = (request, response, next) => {
  response.setHeader('x-request-id', requestIdOf(request));
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('content-security-policy', policy);
  response.setHeader('referrer-policy', 'no-referrer');
  next();
};

// The name of an asset changes with its content; pages are asked for each time, and answered with 304 while they are the same.
function files(site: string): RequestHandler {
  const assets = join(site, 'assets/');
  return express.static(site, {
    extensions: ['html'],
    setHeaders: (response, path) => {
      const caching = path.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache';
      response.setHeader('cache-control', caching);
    },
  });
}

function missingPage(site: string): RequestHandler {
  return (_request, response, next) => {
    response.status(404).setHeader('cache-control', 'no-store');
    response.sendFile('404.html', { root: site, cacheControl: false, lastModified: false }, (error) => {
      if (error !== undefined) next(error);
    });
  };
}
