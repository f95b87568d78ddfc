import { hash } from 'node:crypto';
import { toGatewayError } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { hasConsent } from '@connectory/upstream';
import { type Request, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { readBytes } from '../http/body.ts';
import { OpenRequests } from '../http/limits.ts';
import { requestIdOf } from '../http/request.ts';
import { within } from '../http/within.ts';
import { describeException } from '../telemetry/logger.ts';
import { type BrowserOrigins, originFor, returnUrlOf } from './browser-origins.ts';
import { browserCookie, browserSecretOf, formTokenOf, isOwnForm, newBrowserSecret } from './browser-secret.ts';
import { ConnectFlow, type ConnectFlowParts, type Visitor } from './connect-flow.ts';
import { attemptOf } from './consent-attempt.ts';
import { inputsOf, readResponses } from './link-inputs.ts';
import { type Errors, type Page, pageHeaders, writePage } from './pages/page.ts';
import {
  accountsPage,
  connectedPage,
  departurePage,
  endPage,
  errorPage,
  foreignFormPage,
  foreignResponsePage,
  inUsePage,
  missingPage,
  noOriginPage,
  staleResponsePage,
} from './pages/result-pages.ts';
import { abilitiesOf, startPage } from './pages/start-page.ts';
import { LinkInUseError, problemWords } from './problem-words.ts';
import { type UsableLink, usableLink } from './usable-link.ts';

const maxFormBytes = 128 * 1024;
const maxFormMilliseconds = 15_000;
const noErrors: Errors = new Map();

/** The response to a page request: a page, or a redirect to one. */
type Outcome = Page | { readonly seeOther: string };

type LinkRequest = Request<{ token: string }>;

/** Dependencies of the pages on which people connect accounts. */
export interface ConnectPageParts extends ConnectFlowParts {
  readonly origins: BrowserOrigins;
  readonly logger: Logger;
}

/** `/connect/{token}` and `/oauth/callback`: the pages on which people connect accounts. They need no token except that of the link. */
export function connectPages(services: ConnectPageParts): Router {
  const { controlPlane, origins, logger } = services;
  const { connectLinks } = controlPlane;
  const flow = new ConnectFlow(services);
  const limits = new OpenRequests(64, 'Too many people are connecting accounts right now.');
  const router = Router();

  const responding =
    <Parameters extends object>(
      subject: (request: Request<Parameters>) => string,
      work: (request: Request<Parameters>, visitor: Visitor) => Promise<Outcome>,
    ) =>
    async (request: Request<Parameters>, response: Response) => {
      const origin = originFor(origins, request);
      if (origin === undefined) return send(request, response, noOriginPage());
      const known = browserSecretOf(request, origin);
      const browser = known ?? newBrowserSecret();
      if (known === undefined) response.setHeader('set-cookie', browserCookie(browser, origin));
      const visitor = { browser, origin, requestId: requestIdOf(request) };
      try {
        const perMinute = [
          { subject: `address ${request.socket.remoteAddress ?? ''}`, perMinute: 1_200 },
          { subject: `link ${hash('sha256', subject(request), 'base64url')}`, perMinute: 60 },
        ];
        send(request, response, await limits.within({ perMinute }, () => work(request, visitor)));
      } catch (thrown) {
        if (thrown instanceof LinkInUseError) return send(request, response, inUsePage(thrown.message));
        const error = toGatewayError(thrown);
        if (error.code === 'internal')
          logger.error(
            { request_id: visitor.requestId, error: describeException(error.cause) },
            'a connect page failed',
          );
        if (error.retryAfterSeconds !== undefined) response.setHeader('retry-after', String(error.retryAfterSeconds));
        send(request, response, errorPage(error, visitor.requestId));
      }
    };

  const pathOf = ({ params: { token } }: LinkRequest) => `/connect/${encodeURIComponent(token)}`;

  const start = async (
    request: LinkRequest,
    usable: UsableLink,
    visitor: Visitor,
    tried: { readonly given?: URLSearchParams; readonly errors?: Errors; readonly problem?: string | null } = {},
  ): Promise<Page> => {
    const { link, connector, workspace, stored } = usable;
    const scheme = connector.upstream.authentication[link.authentication];
    const problem = connectLinks.isOf(link, visitor.browser) ? link.problem : null;
    return startPage({
      vendor: connector.vendor,
      workspace: workspace.name,
      isAgain: stored !== null,
      consents: hasConsent(scheme),
      description: scheme?.description ?? '',
      documentation: connector.upstream.documentation,
      abilities: abilitiesOf(connector),
      inputs: inputsOf(await flow.asked(usable)),
      given: tried.given ?? new URLSearchParams(),
      errors: tried.errors ?? noErrors,
      problem: tried.problem === undefined ? problem : tried.problem,
      back: returnUrlOf(link, origins, visitor.origin, 'cancelled'),
      action: pathOf(request),
      formToken: formTokenOf(visitor.browser, link.id),
    });
  };

  const show = async (request: LinkRequest, visitor: Visitor): Promise<Page> => {
    const link = await connectLinks.findByToken(request.params.token);
    if (link === null) return missingPage();
    const usable = await usableLink(services, link);
    if (usable === 'used' && connectLinks.isOf(link, visitor.browser)) return connected(services, link, visitor);
    if (typeof usable === 'string') return endPage(usable, returnUrlOf(link, origins, visitor.origin, 'cancelled'));
    const attempt = attemptOf(await connectLinks.secretsOf(link, visitor.browser));
    if (attempt?.tokens === undefined || request.query.begin !== undefined) return start(request, usable, visitor);
    return accountsPage({
      vendor: usable.connector.vendor,
      ...(await flow.choices(usable, attempt)),
      problem: link.problem,
      action: pathOf(request),
      formToken: formTokenOf(visitor.browser, link.id),
    });
  };

  const submit = async (request: LinkRequest, visitor: Visitor): Promise<Outcome> => {
    const link = await connectLinks.findByToken(request.params.token);
    if (link === null) return missingPage();
    const form = await readForm(request);
    const usable = await usableLink(services, link);
    if (typeof usable === 'string') return show(request, visitor);
    if (!isOwnForm(request, visitor.browser, link.id, form.get('form_token'))) return foreignFormPage(pathOf(request));
    const attempt = attemptOf(await connectLinks.secretsOf(link, visitor.browser));
    // The page with accounts has no questions, and the first one no accounts.
    if (attempt?.tokens !== undefined && form.get('begin') === null) {
      await flow.resume(usable, attempt, form.getAll('account').slice(0, 500).map(Number), visitor);
      return { seeOther: pathOf(request) };
    }
    const inputs = inputsOf(await flow.asked(usable));
    const responses = readResponses(inputs, form);
    try {
      const scheme = usable.connector.upstream.authentication[link.authentication];
      if (hasConsent(scheme)) {
        const missing = missingResponses(inputs, form);
        if (missing.size > 0)
          return await start(request, usable, visitor, { given: form, errors: missing, problem: null });
        return departurePage(
          usable.connector.vendor,
          await flow.begin(usable, request.params.token, responses, visitor),
        );
      }
      await flow.connectWithKeys(usable, responses, visitor);
      return { seeOther: pathOf(request) };
    } catch (error) {
      const problem = problemWords(error, usable.connector.vendor);
      if (problem === undefined) throw error;
      const problems = errorsOf(
        error,
        inputs.map(({ name }) => name),
      );
      const page = await start(request, usable, visitor, {
        given: form,
        errors: problems,
        problem: problems.size > 0 ? null : problem,
      });
      return { ...page, status: 422 };
    }
  };

  router.get(
    '/connect/:token',
    responding((request: LinkRequest) => request.params.token, show),
  );
  router.post(
    '/connect/:token',
    responding((request: LinkRequest) => request.params.token, submit),
  );
  router.get(
    '/oauth/callback',
    responding(
      (request) => String(request.query.state ?? ''),
      async (request, visitor): Promise<Outcome> => {
        const query = new URL(request.url, visitor.origin).searchParams;
        const token = await flow.response(query, visitor);
        if (token !== null) return { seeOther: `/connect/${token}` };
        const awaited = await connectLinks.awaiting(query.get('state') ?? '');
        if (awaited === null) return staleResponsePage();
        if (!connectLinks.isOf(awaited, visitor.browser)) return foreignResponsePage();
        const usable = await usableLink(services, awaited);
        const back = returnUrlOf(awaited, origins, visitor.origin, 'cancelled');
        return typeof usable === 'string' ? endPage(usable, back) : staleResponsePage();
      },
    ),
  );
  return router;
}

async function connected(
  { controlPlane, registry, origins }: ConnectPageParts,
  link: Parameters<typeof returnUrlOf>[0],
  { origin }: Visitor,
): Promise<Page> {
  const { connections, workspaces } = controlPlane;
  const found = await Promise.all(link.made.map((id) => connections.get(link.workspaceId, id)));
  const names = found.flatMap((connection) => connection?.name ?? []);
  const vendor = registry.get(link.connector)?.connector.vendor ?? link.connector;
  const workspace = (await workspaces.find(link.workspaceId))?.name ?? 'The person who sent you the link';
  return connectedPage(vendor, workspace, names, returnUrlOf(link, origins, origin, 'connected'));
}

async function readForm(request: Request<object>): Promise<URLSearchParams> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/x-www-form-urlencoded(?:\s*;|$)/i.test(type)) {
    throw new GatewayError('unsupported_media_type', 'This page accepts only forms.');
  }
  const read = await within(readBytes(request, maxFormBytes), maxFormMilliseconds, null);
  if (read === null) throw new GatewayError('request_timeout', 'The form did not arrive in time.');
  return new URLSearchParams(read.toString('utf8'));
}

function missingResponses(inputs: ReturnType<typeof inputsOf>, form: URLSearchParams): Errors {
  const missing = inputs.filter(({ name, required, kind }) => required && kind !== 'switch' && !form.get(name)?.trim());
  return new Map(missing.map(({ name }) => [name, 'is required']));
}

// Pointers are those of the request that would create the connection: `/settings/region`.
function errorsOf(error: unknown, names: readonly string[]): Errors {
  if (!GatewayError.is(error, 'invalid_params')) return noErrors;
  const problems = error.errors.map(
    ({ field, message }) => [field.slice(1).split('/').slice(0, 2).join('.'), message] as const,
  );
  return new Map(problems.filter(([name]) => names.includes(name)));
}

function send(request: Request<object>, response: Response, outcome: Outcome): void {
  response.setHeader('x-request-id', requestIdOf(request));
  for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
  if ('seeOther' in outcome) {
    response.status(303).setHeader('location', outcome.seeOther);
    response.end();
    return;
  }
  response.status(outcome.status).end(writePage(outcome));
}
