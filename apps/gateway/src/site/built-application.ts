import { GatewayError } from '@connectory/errors';
import express, { type RequestHandler, Router } from 'express';
import { type BuiltFiles, describeSecurity, immutable, requireBuilt, requireRead } from './built-files.ts';

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
  const page = answerPage(folder);
  const routes = Router();
  routes.use(path, requireRead, security, built);
  routes.use(`${path}/assets`, chooseEncoding, assets(folder), missingAsset(application));
  // Every URL of the application serves the same page.
  routes.use(path, express.static(folder, { index: false, redirect: false }), page);
  return { routes, page: [security, built, page] };
}

function answerPage(folder: string): RequestHandler {
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
