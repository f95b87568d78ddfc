import type { Secret } from '@connectory/connector-sdk/engine';
import type { ControlPlane, Policy, SignedIn, TokenPrincipal, Workspace } from '@connectory/control-plane';
import { personName } from '@connectory/control-plane';
import { toGatewayError } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { type Request, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { type BrowserOrigins, originFor } from '../connect/browser-origins.ts';
import { browserCookie, browserSecretOf, newBrowserSecret } from '../connect/browser-secret.ts';
import { type Page, pageHeaders, writePage } from '../connect/pages/page.ts';
import { departurePage, messagePage, noOriginPage } from '../connect/pages/result-pages.ts';
import { readBytes } from '../http/body.ts';
import { OpenRequests } from '../http/limits.ts';
import { requestIdOf } from '../http/request.ts';
import { signedInOf } from '../http/session.ts';
import { within } from '../http/within.ts';
import type { IdentityProvider } from '../people/identity-provider.ts';
import { describeException } from '../telemetry/logger.ts';
import { type AuthorizeRequest, RefusedRequestError, readAuthorizeRequest, responseUrl } from './authorize-request.ts';
import { decisionPage, grantDays, identifyPage, workspacePage } from './consent-pages.ts';
import { type ConsentKeys, type ConsentState, openConsent, sealConsent } from './consent-state.ts';
import type { Clients } from './find-client.ts';
import { OAuthError } from './oauth-error.ts';
import { authorizationPaths } from './server-metadata.ts';

/** Dependencies of the pages on which people let clients act for them. */
export interface ConsentParts {
  readonly clients: Clients;
  readonly controlPlane: Pick<
    ControlPlane,
    'audit' | 'connections' | 'members' | 'oauthClients' | 'oauthGrants' | 'sessions' | 'tokens' | 'workspaces'
  >;
  /** Undefined unless people can sign in. */
  readonly identityProvider: IdentityProvider | undefined;
  readonly attemptKeys: ConsentKeys;
  readonly origins: BrowserOrigins;
  readonly logger: Logger;
}

const maxFormBytes = 128 * 1024;
const maxFormMilliseconds = 15_000;
const maxConnections = 60;
const day = 24 * 60 * 60 * 1_000;

/** The browser that takes one step. */
interface Visitor {
  readonly request: Request;
  readonly browser: Secret;
  readonly origin: string;
  readonly signedIn: SignedIn | null;
}

/** Who decides, with the rights of which a client gets at most a part. */
interface Granter {
  readonly principal: TokenPrincipal;
  readonly workspace: Workspace;
  readonly words: string;
}

/** `/oauth/authorize`: a person sees which client asks for what, lowers it, and decides. */
export function consentPages(services: ConsentParts): Router {
  const { origins, logger } = services;
  const consent = new Consent(services);
  const limits = new OpenRequests(64, 'Too many people are deciding right now.');
  const responding = (work: (visitor: Visitor) => Promise<Page>) => async (request: Request, response: Response) => {
    const origin = originFor(origins, request);
    if (origin === undefined) return send(request, response, noOriginPage());
    const known = browserSecretOf(request, origin);
    const browser = known ?? newBrowserSecret();
    if (known === undefined) response.setHeader('set-cookie', browserCookie(browser, origin));
    const perMinute = [{ subject: `address ${request.socket.remoteAddress ?? ''}`, perMinute: 600 }];
    try {
      const page = await limits.within({ perMinute }, async () =>
        work({ request, browser, origin, signedIn: await signedInOf(services.controlPlane, request) }),
      );
      send(request, response, page);
    } catch (thrown) {
      if (thrown instanceof RefusedRequestError) return send(request, response, refusedPage(thrown));
      if (thrown instanceof OAuthError) return send(request, response, unusablePage(thrown));
      const error = toGatewayError(thrown);
      if (error.code === 'internal')
        logger.error({ request_id: requestIdOf(request), error: describeException(error.cause) }, 'a consent failed');
      if (error.retryAfterSeconds !== undefined) response.setHeader('retry-after', String(error.retryAfterSeconds));
      send(request, response, errorPage(error, requestIdOf(request)));
    }
  };
  return Router()
    .get(
      authorizationPaths.authorize,
      responding((visitor) => consent.begin(visitor)),
    )
    .post(
      authorizationPaths.authorize,
      responding((visitor) => consent.proceed(visitor)),
    );
}

/** The steps of a consent. */
class Consent {
  readonly #services: ConsentParts;

  constructor(services: ConsentParts) {
    this.#services = services;
  }

  /** Checks the request of a client, and shows the first page. */
  async begin(visitor: Visitor): Promise<Page> {
    const { searchParams } = new URL(visitor.request.originalUrl, visitor.origin);
    const request = await readAuthorizeRequest(this.#services.clients, searchParams, visitor.origin);
    const { signedIn } = visitor;
    if (signedIn !== null)
      return this.#choose(visitor, {
        request,
        decider: { kind: 'person', personId: signedIn.person.id, workspaceId: null },
      });
    return this.#identify(visitor, request, null);
  }

  /** Takes a form. */
  async proceed(visitor: Visitor): Promise<Page> {
    const form = await readForm(visitor.request);
    const site = visitor.request.headers['sec-fetch-site'];
    const state = openConsent(this.#services.attemptKeys, visitor.browser, form.get('consent') ?? '');
    if (state === null || (site !== undefined && site !== 'same-origin')) return stalePage();
    const { request } = state;
    const token = form.get('token');
    if (token !== null) return this.#decide(visitor, { request, decider: { kind: 'token', text: token.trim() } }, null);
    const workspaceId = form.get('workspace');
    if (workspaceId !== null && state.decider.kind === 'person')
      return this.#decide(visitor, { request, decider: { ...state.decider, workspaceId } }, null);
    const granter = await this.#granter(visitor, state);
    if (typeof granter === 'string') return this.#identify(visitor, request, granter);
    if (form.get('decision') === 'deny')
      return departurePage(request.clientName, responseUrl(request, visitor.origin, { error: 'access_denied' }));
    if (form.get('decision') !== 'allow') return this.#decide(visitor, state, null);
    const offered = await this.#connections(granter);
    const restriction = restrictionOf(form, offered);
    if (restriction === null) return this.#decide(visitor, state, 'Choose at least one connection.');
    return this.#grant(visitor, state.request, granter, restriction, Number(form.get('days')));
  }

  async #choose(visitor: Visitor, state: ConsentState): Promise<Page> {
    const { members } = this.#services.controlPlane;
    const { signedIn } = visitor;
    const { person, isAdmin } = signedIn ?? {};
    const { items } =
      person === undefined ? { items: [] } : await members.of(person.id, isAdmin === true, { limit: 100 });
    const workspaces = items.map(({ workspace }) => workspace);
    const [first, ...others] = workspaces;
    if (first === undefined || state.decider.kind !== 'person')
      return this.#identify(
        visitor,
        state.request,
        'You are signed in, but have a role in no workspace. Ask an owner of one.',
      );
    if (others.length === 0)
      return this.#decide(visitor, { ...state, decider: { ...state.decider, workspaceId: first.id } }, null);
    return workspacePage({ ...this.#page(visitor, state, null), workspaces });
  }

  #identify(visitor: Visitor, request: AuthorizeRequest, problem: string | null): Page {
    const { pathname, search } = new URL(visitor.request.originalUrl, visitor.origin);
    const returnTo = encodeURIComponent(pathname + search);
    const canSignIn = this.#services.identityProvider !== undefined && visitor.signedIn === null && search !== '';
    return identifyPage({
      ...this.#page(visitor, { request, decider: { kind: 'unknown' } }, problem),
      signInUrl: canSignIn ? `/auth/sign-in?return_to=${returnTo}` : null,
    });
  }

  async #decide(visitor: Visitor, state: ConsentState, problem: string | null): Promise<Page> {
    const granter = await this.#granter(visitor, state);
    if (typeof granter === 'string') return this.#identify(visitor, state.request, granter);
    return decisionPage({
      ...this.#page(visitor, state, problem),
      decider: granter.words,
      workspace: granter.workspace.name,
      policy: granter.principal.policy,
      connections: await this.#connections(granter),
    });
  }

  #page({ browser }: Visitor, state: ConsentState, problem: string | null) {
    return { request: state.request, state: sealConsent(this.#services.attemptKeys, browser, state), problem };
  }

  /** Who decides, as of now; otherwise why that is not possible. */
  async #granter({ signedIn }: Visitor, { decider }: ConsentState): Promise<Granter | string> {
    const { tokens, workspaces } = this.#services.controlPlane;
    if (decider.kind === 'unknown') return 'Say first who you are.';
    if (decider.kind === 'token') {
      const principal = await tokens.authenticate(decider.text);
      if (principal === null) return 'The token is unknown, expired or revoked.';
      if (principal.kind === 'admin') return 'The admin token belongs to no workspace. Use a token of a workspace.';
      if (principal.tokenKind !== 'token') return 'This is the access of another program. Use a token of your own.';
      const workspace = await workspaces.find(principal.workspaceId);
      return workspace === null
        ? 'The workspace was deleted.'
        : { principal, workspace, words: `the token ${principal.tokenName}` };
    }
    if (signedIn?.person.id !== decider.personId) return 'You are no longer signed in as the same person.';
    const workspace = decider.workspaceId === null ? null : await workspaces.find(decider.workspaceId);
    const principal = workspace && (await tokens.ofPerson(workspace.id, decider.personId));
    if (workspace === null || principal === null) return 'You have no role in that workspace. Ask an owner of it.';
    return { principal, workspace, words: personName(signedIn.person) };
  }

  /** The names to choose from: those of the policy, or the connections there are; null if they are too many. */
  async #connections({ principal: { policy, workspaceId } }: Granter): Promise<readonly string[] | null> {
    if (policy.connectors !== undefined) return policy.connectors.length > maxConnections ? null : policy.connectors;
    const { items, nextCursor } = await this.#services.controlPlane.connections.list(workspaceId, {
      limit: maxConnections,
    });
    return nextCursor === null ? items.map(({ name }) => name) : null;
  }

  async #grant(
    visitor: Visitor,
    request: AuthorizeRequest,
    { principal }: Granter,
    restriction: Policy,
    days: number,
  ): Promise<Page> {
    const { audit, oauthClients, oauthGrants } = this.#services.controlPlane;
    const { tokenId, code } = await oauthGrants.start(principal, {
      ...request,
      restriction,
      ...((grantDays as readonly number[]).includes(days) &&
        days > 0 && { expiresAt: new Date(Date.now() + days * day).toISOString() }),
    });
    await oauthClients.noteUse(request.clientId);
    await audit.recordDurably({
      ...audit.moment(),
      kind: 'manage',
      workspaceId: principal.workspaceId,
      tokenId: principal.tokenId,
      actor: principal.actor,
      connectionId: null,
      connector: null,
      entity: 'tokens',
      action: 'create',
      subjectId: tokenId,
      requestId: requestIdOf(visitor.request),
      intent: `consent for ${request.clientName}`,
      outcome: 200,
      durationMs: null,
      dryRun: false,
    });
    return departurePage(request.clientName, responseUrl(request, visitor.origin, { code: code.reveal() }));
  }
}

/** What a person takes away from a client; null if no connection is left of those that were offered. */
function restrictionOf(form: URLSearchParams, offered: readonly string[] | null): Policy | null {
  const deny = (['delete', 'outward'] as const).filter((effect) => form.get(`no_${effect}`) !== null);
  const chosen = form.getAll('connection');
  const kept = offered?.filter((name) => chosen.includes(name));
  if (kept?.length === 0 && offered?.length !== 0) return null;
  return {
    ...(form.get('read_only') !== null && { readOnly: true }),
    ...(deny.length > 0 && { effects: { deny } }),
    ...(kept !== undefined && kept.length < (offered?.length ?? 0) && { connectors: kept }),
  };
}

async function readForm(request: Request): Promise<URLSearchParams> {
  const [type = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/x-www-form-urlencoded')
    throw new GatewayError('unsupported_media_type', 'This page accepts only forms.');
  const read = await within(readBytes(request, maxFormBytes), maxFormMilliseconds, null);
  if (read === null) throw new GatewayError('request_timeout', 'The form did not arrive in time.');
  return new URLSearchParams(read.toString('utf8'));
}

function send(request: Request, response: Response, page: Page): void {
  response.setHeader('x-request-id', requestIdOf(request));
  for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
  response.status(page.status).end(writePage({ ...page, footer: 'This page belongs to a Connectory gateway.' }));
}

// Nothing leads away by itself: anybody can register a client, and lead people through the gateway to its address.
const refusedPage = ({ client, message, back }: RefusedRequestError): Page =>
  messagePage(
    400,
    `${client.name} cannot be connected`,
    [`Its request is not valid: ${message} Nothing was granted.`, 'Go back only if you know the address.'],
    { url: back.href, text: `Go back to ${back.host || back.protocol}` },
  );

const unusablePage = ({ message }: OAuthError): Page =>
  messagePage(400, 'This request cannot be used', [
    message,
    'Nothing was granted. Begin again in the program that you want to connect.',
  ]);

const stalePage = (): Page =>
  messagePage(403, 'This form cannot be used', [
    'It is older than 10 minutes, or was not sent from a page that this browser received. Nothing was granted.',
    'Begin again in the program that you want to connect.',
  ]);

const errorPage = (error: GatewayError, requestId: string): Page =>
  messagePage(error.status, 'Nothing was granted', [
    error.code === 'internal' ? 'Something unexpected happened.' : error.message,
    `Request ${requestId}`,
  ]);
