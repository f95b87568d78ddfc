import { Router } from 'express';
import { builtApplication, builtFolder } from './built-files.ts';

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

/**
 * `/` and `/console`: the console that `npm run pages` builds. It is open to everybody who can reach the gateway; the data it shows
 * require a token.
 */
export function consoleRoutes(folder: string = builtFolder('built-console')): Router {
  const { routes, page } = builtApplication({
    path: '/console',
    folder,
    subject: 'The console',
    policy,
  });
  return Router()
    .get('/', ...page)
    .use(routes);
}
