import { existsSync, statSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { GatewayError } from '@connectory/errors';
import express, { type RequestHandler, Router } from 'express';
import { requestIdOf } from '../http/request.ts';

/** Pages that `npm run pages` builds into a folder of this package. */
export interface BuiltFiles {
  readonly folder: string;
  /** Their name at the beginning of a sentence. */
  readonly subject: string;
}

/** A folder next to the sources in a clone, and next to the built files in the published package. */
export const builtFolder = (name: string): string => join(dirname(findPackageJSON(import.meta.url) ?? '.'), name);

// If the build was interrupted, the files are outdated rather than being built.
const maxBuild = 10 * 60_000;
const reloadAfter = '5';

// Checked each time, because the files can be built while the gateway runs.
const isBuilt = (folder: string): boolean => existsSync(join(folder, 'index.html'));

// The build keeps this file next to the folder while it runs.
function isBeingBuilt(folder: string): boolean {
  const since = statSync(`${folder}-being-built`, { throwIfNoEntry: false })?.mtimeMs;
  return since !== undefined && Date.now() - since < maxBuild;
}

/**
 * Passes requests on if the files are built. Otherwise responds with 503 during the build, and throws `not_found` with the command before
 * it.
 */
export function requireBuilt({ folder, subject }: BuiltFiles): RequestHandler {
  return (_request, response, next) => {
    if (isBuilt(folder)) return next();
    if (isBeingBuilt(folder)) {
      response.status(503).setHeader('retry-after', reloadAfter);
      // Every browser supports this header, but only the HTML standard describes it.
      response.setHeader('refresh', reloadAfter);
      response.setHeader('cache-control', 'no-store');
      response.type('text').send(`${subject} is being built. This page reloads in a moment.\n`);
      return;
    }
    throw new GatewayError(
      'not_found',
      `${subject} is not built yet. Run \`npm run pages\` in the repository of the gateway, then load this page again.`,
    );
  };
}

/** Throws `method_not_allowed` for methods other than GET and HEAD. */
export const requireRead: RequestHandler = ({ method }, response, next) => {
  if (method === 'GET' || method === 'HEAD') return next();
  response.setHeader('allow', 'GET, HEAD');
  throw new GatewayError('method_not_allowed', `${method} is not supported here; use GET or HEAD.`);
};

/** Sets the headers of pages for browsers, with a content security policy. */
export function describeSecurity(policy: readonly string[]): RequestHandler {
  const text = policy.join('; ');
  return (request, response, next) => {
    response.setHeader('x-request-id', requestIdOf(request));
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('content-security-policy', text);
    response.setHeader('referrer-policy', 'no-referrer');
    next();
  };
}

/** The `Cache-Control` of files named after their content: they never change. */
export const immutable = 'public, max-age=31536000, immutable';

/** A single-page application for browsers, which routes by its URL. */
export interface BuiltApplication extends BuiltFiles {
  /** The path it is served at, such as `/console`. */
  readonly path: string;
  /** The directives of its content security policy. */
  readonly policy: readonly string[];
}

/** Returns the routes of a built application, open to everybody who can reach the gateway, and the handlers that serve its page. */
export function builtApplication(application: BuiltApplication): {
  readonly routes: Router;
  readonly page: readonly RequestHandler[];
} {
  const { path, folder, policy } = application;
  const built = requireBuilt(application);
  const security = describeSecurity(policy);
  const page = responsePage(folder);
  const routes = Router();
  routes.use(path, requireRead, security, built);
  routes.use(`${path}/assets`, chooseEncoding, assets(folder), missingAsset(application));
  // Every URL of the application serves the same page.
  routes.use(path, express.static(folder, { index: false, redirect: false }), page);
  return { routes, page: [security, built, page] };
}

function responsePage(folder: string): RequestHandler {
  return (_request, response, next) => {
    response.setHeader('cache-control', 'no-store');
    response.sendFile(
      'index.html',
      { root: folder, cacheControl: false, lastModified: false, etag: false },
      (error) => {
        if (error !== undefined) next(error);
      },
    );
  };
}

const encodings = { br: '.br', gzip: '.gz' } as const;

// The build has compressed scripts and styles, so that the gateway does not have to.
const chooseEncoding: RequestHandler = (request, response, next) => {
  response.setHeader('vary', 'accept-encoding');
  const encoding = (['br', 'gzip'] as const).find((name) => request.acceptsEncodings(name) === name);
  const type = /\.(js|css)$/.exec(request.path)?.[1];
  if (encoding === undefined || type === undefined) return next();
  response.setHeader('content-encoding', encoding);
  response.type(type);
  request.url = request.path + encodings[encoding];
  next();
};

function assets(folder: string): RequestHandler {
  return express.static(`${folder}/assets`, {
    index: false,
    redirect: false,
    setHeaders: (response) => response.setHeader('cache-control', immutable),
  });
}

// A page loaded before an upgrade requests files that are gone.
function missingAsset({ subject }: BuiltApplication): RequestHandler {
  return (_request, response) => {
    response.removeHeader('content-encoding');
    response.removeHeader('content-type');
    throw new GatewayError(
      'not_found',
      `${subject} has no such file. Load the page again: there may be a newer version.`,
    );
  };
}
