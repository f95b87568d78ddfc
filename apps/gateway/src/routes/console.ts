import { GatewayError } from '@connectory/errors';
import express, { type RequestHandler, Router } from 'express';
import { builtFolder, describeSecurity, immutable, requireBuilt, requireRead } from '../http/built-files.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];

/** `/` and `/console`: the console that `npm run console` builds. It is open to everybody who can reach the gateway; what it shows needs a token. */
export function consoleRoutes(folder: string = builtFolder('built-console')): Router {
  const router = Router();
  const built = requireBuilt({ folder, subject: 'The console', command: 'npm run console' });
  const security = describeSecurity(policy);
  router.get('/', security, built, page(folder));
  router.use('/console', requireRead, security, built);
  router.use('/console/assets', chooseEncoding, assets(folder), missingAsset);
  // Every address of the console is the same page, which reads it.
  router.use('/console', express.static(folder, { index: false, redirect: false }), page(folder));
  return router;
}

function page(folder: string): RequestHandler {
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

// The build has compressed scripts and styles, so that the gateway need not.
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

// A page that was loaded before a new version asks for files that are gone.
const missingAsset: RequestHandler = (_request, response) => {
  response.removeHeader('content-encoding');
  response.removeHeader('content-type');
  throw new GatewayError(
    'not_found',
    'The console has no such file. Load the page again: there may be a newer version.',
  );
};
