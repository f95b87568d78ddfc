import type { Registry } from '@connectory/core';
import { Router } from 'express';
import { builtApplication, builtFolder, requireRead } from './built-files.ts';

// The style elements that the library creates; a new version may need others, which the tests of apps/docs detect.
const styleElements = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-ZW1GSuo0pKyEx5Ar7ZC5Dflb/mjatjeTW9aVx0iZAzE='",
  "'sha256-DLlkYCuDYGe6ME23YkUFB7Tc36rGDeo4mVBFbZX3uaU='",
  "'sha256-rO+6k1mDRASa9Q8IQu9I3bF+bjRdxDreAZCyGSaxzeI='",
];

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src-elem 'self' ${styleElements.join(' ')}`,
  // The library sets style attributes to sizes it measures; spec/decisions/0014-scalar-for-the-api-reference.md has more.
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/**
 * `/reference`: the API reference that `npm run pages` builds, open to everybody who can reach the gateway, like the documents it shows.
 * `/reference/documents.json` lists them.
 */
export function referenceRoutes(registry: Registry, folder: string = builtFolder('built-reference')): Router {
  const connectors = registry.all().map(({ connector: { id, vendor } }) => ({ id, vendor }));
  const { routes } = builtApplication({
    path: '/reference',
    folder,
    subject: 'The API reference',
    policy,
  });
  return Router()
    .use('/reference/documents.json', requireRead, (_request, response) => {
      response.setHeader('cache-control', 'no-store').json({ connectors });
    })
    .use(routes);
}
