import { Secret } from '@connectory/connector-sdk/engine';
import type { ConnectLink, ControlPlane, UsedOAuthApp } from '@connectory/control-plane';
import { type ContextCopy, type Registry, validSettings } from '@connectory/core';
import {
  type ConsentTarget,
  consentUrl,
  exchangeCode,
  hasConsent,
  listAccounts,
  newAttempt,
  readResponse,
  type UpstreamClient,
} from '@connectory/upstream';
import { chooseAuthentication } from '../connections/choose-authentication.ts';
import { redirectUrlAt } from './browser-origins.ts';
import { completeLink, type LinkDraft } from './complete-link.ts';
import {
  type AttemptAccount,
  accountDraft,
  attemptOf,
  type ConsentAttempt,
  settingsBeforeConsent,
  targetOf,
} from './consent-attempt.ts';
import { type AskedLink, isSamePlace, type Responses } from './link-inputs.ts';
import { AttemptEndedError, AttemptPausedError, isTransient, LinkInUseError, problemWords } from './problem-words.ts';
import { type UsableLink, usableLink } from './usable-link.ts';

/** Dependencies of connecting an account. */
export interface ConnectFlowParts {
  readonly controlPlane: Pick<
    ControlPlane,
    'audit' | 'connectLinks' | 'connections' | 'oauthApps' | 'tokens' | 'workspaces'
  >;
  readonly registry: Registry;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
  readonly upstream: UpstreamClient;
}

/** The browser that takes one step, as one request. */
export interface Visitor {
  readonly browser: Secret;
  readonly requestId: string;
  /** The origin at which the browser reaches the gateway. */
  readonly origin: string;
}

/** The steps from a link to a connection. Every failure is stored with the link, in words for the person. */
export class ConnectFlow {
  readonly #services: ConnectFlowParts;

  constructor(services: ConnectFlowParts) {
    this.#services = services;
  }

  /** Returns the inputs that determine the questions of a link. */
  async asked({ link, connector, stored }: UsableLink): Promise<AskedLink> {
    const { authentication } = link;
    const consents = hasConsent(connector.upstream.authentication[authentication]);
    const app = consents ? await this.#services.controlPlane.oauthApps.used(link.workspaceId, connector.id) : null;
    return {
      connector,
      authentication,
      fixed: stored === null ? link.settings : null,
      known: Object.keys(app?.fields ?? {}),
    };
  }

  /** Starts a consent and returns the URL of its page. Throws `invalid_params` for invalid answers. */
  async begin(usable: UsableLink, token: string, responses: Responses, visitor: Visitor): Promise<URL> {
    const { link, connector, stored } = usable;
    const given = stored?.settings ?? { ...responses.settings, ...link.settings };
    const settings = await settingsBeforeConsent(connector, link.authentication, given);
    const app = await this.#app(link, settings, usable);
    const redirectUrl = redirectUrlAt(visitor.origin);
    const trip = newAttempt();
    const attempt: ConsentAttempt = {
      ...trip,
      token,
      redirectUrl,
      clientId: app.clientId,
      settings,
      fields: { ...responses.credentials },
    };
    const url = await consentUrl(targetOf(usable, app, attempt), trip, redirectUrl);
    const { connectLinks } = this.#services.controlPlane;
    const began = { browser: visitor.browser, state: new Secret(attempt.state), secrets: attempt };
    if (!(await connectLinks.begin(link, began))) throw new LinkInUseError();
    return url;
  }

  /**
   * Handles a vendor's redirect back to the gateway, as far as is possible without further input. Returns the token of the link, whose page
   * shows the outcome; null for a response that no attempt waits for.
   */
  async response(query: URLSearchParams, visitor: Visitor): Promise<string | null> {
    const { connectLinks } = this.#services.controlPlane;
    const [state = '', ...others] = query.getAll('state');
    if (state === '' || others.length > 0 || state.length > 200) return null;
    const taken = await connectLinks.takeResponse(state, visitor.browser);
    const attempt = attemptOf(taken?.secrets ?? null);
    if (taken === null || attempt === null) return null;
    const usable = await usableLink(this.#services, taken.link);
    if (typeof usable === 'string') return attempt.token;
    await this.#keepingProblems(usable, visitor, async () => {
      const app = await this.#app(usable.link, attempt.settings, usable, attempt.clientId);
      const target = targetOf(usable, app, attempt);
      const response = readResponse(target, attempt, query);
      const tokens = await exchangeCode(this.#services.upstream, target, attempt, response, attempt.redirectUrl);
      // Stored before anything else, because the code can be used only once.
      const kept = { ...attempt, tokens: { ...tokens } };
      if (!(await connectLinks.keep(usable.link, visitor.browser, kept))) throw new LinkInUseError();
      await this.#goOn(usable, app, kept, null, visitor);
    });
    return attempt.token;
  }

  /** Resumes an attempt that has tokens, with the chosen accounts by their position. */
  async resume(
    usable: UsableLink,
    attempt: ConsentAttempt,
    chosen: readonly number[],
    visitor: Visitor,
  ): Promise<void> {
    await this.#keepingProblems(usable, visitor, async () => {
      const app = await this.#app(usable.link, attempt.settings, usable, attempt.clientId);
      await this.#goOn(usable, app, attempt, chosen, visitor);
    });
  }

  /** Connects with keys. Throws `invalid_params` for invalid input, and the errors of the check. */
  async connectWithKeys(
    usable: UsableLink,
    { settings: given, credentials }: Responses,
    visitor: Visitor,
  ): Promise<void> {
    const { link, connector, stored } = usable;
    chooseAuthentication(connector, link.authentication, credentials);
    const all = stored?.settings ?? { ...given, ...link.settings };
    const settings = await validSettings(connector, all);
    await completeLink(this.#services, usable, [{ name: link.name, settings, credentials }], visitor);
  }

  /** Returns the accounts the person can choose from, and whether several can be chosen. */
  async choices(
    usable: UsableLink,
    { accounts, tokens }: ConsentAttempt,
  ): Promise<{ readonly accounts: readonly AttemptAccount[]; readonly isSeveral: boolean }> {
    const eligible = await this.#eligible(usable, accounts ?? []);
    // Several connections cannot share a single-use refresh token, because each would renew it.
    return { accounts: eligible, isSeveral: usable.stored === null && tokens?.refresh_token === undefined };
  }

  async #goOn(
    usable: UsableLink,
    app: UsedOAuthApp,
    attempt: ConsentAttempt,
    chosen: readonly number[] | null,
    visitor: Visitor,
  ): Promise<void> {
    const { link, connector } = usable;
    const { connectLinks } = this.#services.controlPlane;
    let kept = attempt;
    const keep = async (changes: Partial<ConsentAttempt>) => {
      kept = { ...kept, ...changes };
      await connectLinks.keep(link, visitor.browser, kept);
    };
    if (kept.accounts === undefined) await keep({ accounts: await this.#listed(targetOf(usable, app, kept)) });
    let accounts: readonly (AttemptAccount | null)[] = [null];
    if (kept.accounts !== null) {
      const choices = await this.choices(usable, kept);
      if (choices.accounts.length === 0) throw otherAccount(connector.vendor);
      if (chosen === null && choices.accounts.length > 1) return;
      accounts = choices.accounts.length === 1 ? choices.accounts : pick(choices, chosen ?? []);
    }
    const names = namesOf(link, accounts);
    const drafts = await Promise.all(
      accounts.map(
        async (account, at): Promise<LinkDraft> => ({
          name: names[at] ?? link.name,
          ...(await accountDraft(usable, app, kept, account)),
        }),
      ),
    );
    await completeLink(this.#services, usable, drafts, {
      ...visitor,
      renewed: ({ access_token = '', refresh_token, access_token_expires_at = '' }) =>
        keep({
          tokens: {
            ...kept.tokens,
            access_token,
            access_token_expires_at,
            ...(refresh_token !== undefined && { refresh_token }),
          },
        }),
    });
  }

  async #listed(target: ConsentTarget): Promise<ConsentAttempt['accounts']> {
    const listed = await listAccounts(this.#services.upstream, target);
    return listed === null ? null : listed.map(({ name, values }) => ({ name, values: { ...values } }));
  }

  // A connection that is reconnected keeps its account.
  async #eligible(
    { stored, link }: UsableLink,
    accounts: readonly AttemptAccount[],
  ): Promise<readonly AttemptAccount[]> {
    if (stored === null) return accounts;
    const used = await this.#services.controlPlane.connections.used(link.workspaceId, stored.id, { fresh: true });
    const before = (name: string) => stored.settings[name] ?? used?.credentials.values[name]?.reveal();
    const isSame = (known: unknown, value: string) =>
      known === undefined || String(known) === value || (Array.isArray(known) && known.map(String).includes(value));
    return accounts.filter(({ values }) =>
      Object.entries(values).every(([name, value]) => isSame(before(name), value)),
    );
  }

  async #app(
    { workspaceId }: ConnectLink,
    settings: Readonly<Record<string, unknown>>,
    { connector }: UsableLink,
    clientId?: string,
  ): Promise<UsedOAuthApp> {
    const app = await this.#services.controlPlane.oauthApps.used(workspaceId, connector.id);
    if (app === null) {
      throw new AttemptEndedError(
        `The person who sent you the link no longer has an application registered with ${connector.vendor}. Tell them.`,
      );
    }
    if (!isSamePlace(app, settings)) {
      throw new AttemptEndedError(
        'The application of the person who sent you the link is for a different server. Tell them.',
      );
    }
    if (clientId === undefined || clientId === app.clientId) return app;
    throw new AttemptEndedError(
      `The application that you authorized was replaced in the meantime, so your consent was not used. Start again.`,
    );
  }

  // The next page shows the reason.
  async #keepingProblems(
    { link, connector }: UsableLink,
    { browser }: Visitor,
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof LinkInUseError) throw error;
      const words = problemWords(error, connector.vendor);
      if (words === undefined) throw error;
      const { connectLinks } = this.#services.controlPlane;
      if (isTransient(error)) await connectLinks.release(link, browser, words);
      else await connectLinks.fail(link, browser, words);
    }
  }
}

const otherAccount = (vendor: string) =>
  new AttemptEndedError(
    `The ${vendor} account that was connected before is not among those you authorized. Start again and sign in with that account.`,
  );

// Each account is checked while the person waits.
const maxChosen = 10;

function pick(
  { accounts, isSeveral }: { readonly accounts: readonly AttemptAccount[]; readonly isSeveral: boolean },
  chosen: readonly number[],
): readonly AttemptAccount[] {
  const picked = accounts.filter((_, at) => chosen.includes(at));
  if (picked.length > maxChosen) throw new AttemptPausedError(`Choose at most ${maxChosen} accounts at a time.`);
  if (picked.length > 0 && (isSeveral || picked.length === 1)) return picked;
  throw new AttemptPausedError('Choose an account.');
}

const maxName = 128;

function namesOf({ name }: ConnectLink, accounts: readonly (AttemptAccount | null)[]): readonly string[] {
  if (accounts.length === 1) return [name];
  const taken = new Set<string>();
  return accounts.map((account) => {
    const full = `${name}: ${account?.name ?? ''}`.slice(0, maxName).toWellFormed().trim();
    let own = full;
    for (let n = 2; taken.has(own); n++) own = `${full.slice(0, maxName - 5).trim()} ${n}`;
    taken.add(own);
    return own;
  });
}
