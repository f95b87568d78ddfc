import { type ControlPlane, type Person, workspaceless } from '@connectory/control-plane';
import { toGatewayError } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { type Request, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { type BrowserOrigins, originFor } from '../connect/browser-origins.ts';
import { type Page, pageHeaders, writePage } from '../connect/pages/page.ts';
import { messagePage, noOriginPage } from '../connect/pages/result-pages.ts';
import { isSecure } from '../http/cookie.ts';
import { OpenRequests } from '../http/limits.ts';
import { requestIdOf } from '../http/request.ts';
import { noSessionCookie, requireOwnPage, sessionCookie, sessionTextOf } from '../http/session.ts';
import { describeException } from '../telemetry/logger.ts';
import { type IdentityProvider, SignInRefusedError } from './identity-provider.ts';
import { type AttemptKeys, attemptCookie, attemptOf, noAttemptCookie } from './sign-in-attempt.ts';

/** Dependencies of signing in. */
export interface SignInParts {
  readonly controlPlane: Pick<ControlPlane, 'audit' | 'people' | 'sessions'>;
  /** Undefined unless an identity provider is configured. */
  readonly identityProvider: IdentityProvider | undefined;
  readonly attemptKeys: AttemptKeys;
  readonly origins: BrowserOrigins;
  readonly logger: Logger;
}

const home = '/console';
const callbackPath = '/auth/callback';
// With an attempt, it must fit into a cookie.
const maxReturn = 2_000;

/** `/auth/sign-in`, `/auth/callback` and `/auth/sign-out`: people sign in at the identity provider, and get a session. */
export function signInPages(services: SignInParts): Router {
  const { controlPlane, identityProvider, attemptKeys, origins, logger } = services;
  const { people, sessions } = controlPlane;
  const limits = new OpenRequests(64, 'Too many people are signing in right now.');
  const router = Router();

  const responding =
    (work: (request: Request, response: Response, origin: string, provider: IdentityProvider) => Promise<void>) =>
    async (request: Request, response: Response) => {
      const origin = originFor(origins, request);
      if (origin === undefined) return sendPage(request, response, noOriginPage());
      if (identityProvider === undefined) return sendPage(request, response, notConfiguredPage());
      const perMinute = [{ subject: `address ${request.socket.remoteAddress ?? ''}`, perMinute: 600 }];
      try {
        await limits.within({ perMinute }, () => work(request, response, origin, identityProvider));
      } catch (thrown) {
        const cause = describeException(thrown instanceof SignInRefusedError ? thrown.cause : thrown);
        const code = thrown instanceof SignInRefusedError ? thrown.code : undefined;
        logger.warn({ request_id: requestIdOf(request), code, error: cause }, 'a sign-in failed');
        sendPage(request, response, failurePage(thrown, requestIdOf(request)));
      }
    };

  router.get(
    '/auth/sign-in',
    responding(async (request, response, origin, provider) => {
      const { url, trip } = await provider.begin(origin + callbackPath);
      const returnTo = ownPath(request.query.return_to, origin);
      response.append('set-cookie', attemptCookie(attemptKeys, { ...trip, returnTo }, origin));
      redirect(request, response, url.href);
    }),
  );
  router.get(
    callbackPath,
    responding(async (request, response, origin, provider) => {
      const attempt = attemptOf(attemptKeys, request, origin);
      // Whatever comes of it, a response is used once.
      response.append('set-cookie', noAttemptCookie(origin));
      if (attempt === null) return sendPage(request, response, staleResponsePage());
      const person = await people.signIn(await provider.finish(new URL(request.originalUrl, origin), attempt));
      // A session that the browser had before may have been planted: it is not continued.
      const former = sessionTextOf(request);
      if (former !== undefined) await sessions.end(former);
      const { text } = await sessions.start(person.id, isSecure(origin));
      recordSignIn(services, request, person);
      response.append('set-cookie', sessionCookie(text.reveal(), origin));
      redirect(request, response, new URL(attempt.returnTo, origin).href);
    }),
  );
  router.post('/auth/sign-out', async (request, response) => {
    requireOwnPage(request);
    const text = sessionTextOf(request);
    if (text !== undefined) await sessions.end(text);
    const origin = originFor(origins, request);
    if (origin !== undefined) response.append('set-cookie', noSessionCookie(origin));
    response.status(204).setHeader('cache-control', 'no-store').end();
  });
  return router;
}

/** The path of the gateway that a text names, with its query; the console for anything else. */
function ownPath(given: unknown, origin: string): string {
  if (typeof given !== 'string' || given.length > maxReturn || !given.startsWith('/')) return home;
  const url = URL.parse(given, origin);
  if (url === null || url.origin !== origin || /^\/+auth\//i.test(url.pathname)) return home;
  // Its characters may have been encoded.
  const path = url.pathname + url.search + url.hash;
  if (path.length > maxReturn) return home;
  // A path that begins with two slashes names another host.
  return URL.parse(path, origin)?.origin === origin ? path : home;
}

function recordSignIn({ controlPlane: { audit } }: SignInParts, request: Request, person: Person): void {
  audit.record({
    ...audit.moment(),
    kind: 'manage',
    workspaceId: workspaceless,
    tokenId: null,
    actor: { person, agent: null },
    connectionId: null,
    connector: null,
    entity: 'sessions',
    action: 'create',
    subjectId: person.id,
    requestId: requestIdOf(request),
    intent: null,
    outcome: 303,
    durationMs: null,
    dryRun: false,
  });
}

function redirect(request: Request, response: Response, url: string): void {
  setHeaders(request, response);
  response.status(303).setHeader('location', url).end();
}

function sendPage(request: Request, response: Response, page: Page): void {
  setHeaders(request, response);
  response.status(page.status).end(writePage({ ...page, footer: 'This page belongs to a Connectory gateway.' }));
}

function setHeaders(request: Request, response: Response): void {
  response.setHeader('x-request-id', requestIdOf(request));
  for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
}

const again = { url: '/auth/sign-in', text: 'Sign in again' };

const notConfiguredPage = (): Page =>
  messagePage(404, 'People do not sign in here yet', [
    'To let people sign in with an identity provider, set CONNECTORY_OIDC_ISSUER, CONNECTORY_OIDC_CLIENT_ID and CONNECTORY_OIDC_CLIENT_SECRET, and start the gateway again.',
    'Until then, use the console with a token.',
  ]);

const staleResponsePage = (): Page =>
  messagePage(
    403,
    'This sign-in cannot be completed',
    ['It was begun in another browser, was completed already, or took longer than 10 minutes. You were not signed in.'],
    again,
  );

function failurePage(thrown: unknown, requestId: string): Page {
  if (thrown instanceof SignInRefusedError) {
    const why =
      thrown.code === null
        ? 'The response of the identity provider does not belong to this sign-in, or is not valid.'
        : `The identity provider refused: ${thrown.code}.`;
    const sentences = [
      `${why} You were not signed in.`,
      `Details are in the log of the gateway, at request ${requestId}.`,
    ];
    return messagePage(403, 'You were not signed in', sentences, again);
  }
  const error = toGatewayError(thrown);
  const reason = error.code === 'internal' ? 'Something unexpected happened.' : error.message;
  return messagePage(
    error.status,
    GatewayError.is(thrown, 'forbidden') ? 'You have no access yet' : 'You were not signed in',
    [reason, `Request ${requestId}`],
    again,
  );
}
