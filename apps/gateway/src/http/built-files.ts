import { existsSync, statSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { GatewayError } from '@connectory/errors';
import type { RequestHandler } from 'express';
import { requestIdOf } from './request-id.ts';

/** Pages that a command of the repository builds into a folder of this package. */
export interface BuiltFiles {
  readonly folder: string;
  /** What they are, at the beginning of a sentence. */
  readonly subject: string;
  /** What builds them. */
  readonly command: string;
}

/** A folder next to the sources in a clone, and next to the built files in the published package. */
export const builtFolder = (name: string): string => join(dirname(findPackageJSON(import.meta.url) ?? '.'), name);

// If the build was interrupted, the files are outdated rather than being built.
const longestBuild = 10 * 60_000;
const reloadAfter = '5';

// Looked at each time: they can be built while the gateway runs.
const isBuilt = (folder: string): boolean => existsSync(join(folder, 'index.html'));

// The build commands keep this file next to the folder while they run.
function isBeingBuilt(folder: string): boolean {
  const since = statSync(`${folder}-being-built`, { throwIfNoEntry: false })?.mtimeMs;
  return since !== undefined && Date.now() - since < longestBuild;
}

/** Lets a request on once the files are there. Until then it answers 503 while they are being built, and else throws `not_found` with the command. */
export function requireBuilt({ folder, subject, command }: BuiltFiles): RequestHandler {
  return (_request, response, next) => {
    if (isBuilt(folder)) return next();
    if (isBeingBuilt(folder)) {
      response.status(503).setHeader('retry-after', reloadAfter);
      // What every browser does with this header is in no standard but HTML's.
      response.setHeader('refresh', reloadAfter);
      response.setHeader('cache-control', 'no-store');
      response.type('text').send(`${subject} is being built. This page reloads in a moment.\n`);
      return;
    }
    throw new GatewayError(
      'not_found',
      `${subject} is not built yet. Run \`${command}\` in the repository of the gateway, then load this page again.`,
    );
  };
}

/** Throws `method_not_allowed` for what does not read. */
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

/** How long what is named after its content may be kept: for good. */
export const immutable = 'public, max-age=31536000, immutable';
