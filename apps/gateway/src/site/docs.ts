import { join } from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import { builtFolder, describeSecurity, immutable, requireBuilt, requireRead } from './built-files.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // The hash of the rule with which VitePress disables transitions while it changes between light and dark.
  "style-src 'self' 'sha256-skqujXORqzxt1aE0NNXxujEanPTX6raoqSscTV/Ww/Y='",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** `/docs`: the documentation site that `npm run pages` builds, open to everybody who can reach the gateway. */
export function docsRoutes(site: string = builtFolder('site')): Router {
  const router = Router();
  const built = requireBuilt({ folder: site, subject: 'The documentation' });
  router.use('/docs', requireRead, describeSecurity(policy), built, files(site), missingPage(site));
  return router;
}

// The name of an asset changes with its content; pages are revalidated each time, with 304 while unchanged.
function files(site: string): RequestHandler {
  const assets = join(site, 'assets/');
  return express.static(site, {
    extensions: ['html'],
    setHeaders: (response, path) => {
      response.setHeader('cache-control', path.startsWith(assets) ? immutable : 'no-cache');
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
