import { type ForeignIssuer, startForeignIssuer } from '@connectory/test-support/foreign-issuer';
import { request } from 'undici';
import { readSignInConfiguration } from '../src/start/sign-in-configuration.ts';
import { type Response, type RunningGateway, startRunningGateway } from './running-gateway.ts';

/** A gateway at which people sign in with a foreign issuer. */
export interface PeopleGateway {
  readonly gateway: RunningGateway;
  readonly issuer: ForeignIssuer;
  /** Opens a browser in which the account of the issuer has signed in. */
  signIn(account?: Partial<ForeignIssuer['account']>): Promise<SignInBrowser>;
  /** Invites an address to the workspace `test`. */
  invite(email: string, role: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the issuer and the gateway. */
export async function startPeopleGateway(
  options: Parameters<typeof startForeignIssuer>[0] = {},
): Promise<PeopleGateway> {
  const issuer = await startForeignIssuer(options);
  const gateway = await startRunningGateway({ configuration: { signIn: readSignInConfiguration(issuer.environment) } });
  return {
    gateway,
    issuer,
    signIn: async (account) => {
      issuer.account = { ...issuer.account, groups: [], ...account };
      const browser = new SignInBrowser(gateway.url);
      await browser.open('/auth/sign-in');
      return browser;
    },
    invite: async (email, role) => {
      const { members } = gateway.gateway.controlPlane;
      await members.invite(gateway.workspaceId as Parameters<typeof members.invite>[0], email, role, undefined);
    },
    stop: async () => {
      await gateway.stop();
      await issuer.stop();
    },
  };
}

/** What a browser has arrived at. */
export interface Arrival {
  readonly url: string;
  readonly status: number;
  readonly text: string;
  readonly setCookies: readonly string[];
}

/** A browser of a person: keeps cookies, follows redirects, and sends requests as the pages of the gateway do. */
export class SignInBrowser {
  readonly cookies = new Map<string, string>();
  readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Opens a URL or a path of the gateway, and follows redirects until one leads to a URL that `stopAt` matches. */
  async open(path: string, stopAt?: RegExp): Promise<Arrival> {
    let url = new URL(path, this.origin).href;
    for (let hops = 0; hops < 20; hops += 1) {
      const response = await request(url, { headers: { cookie: this.#cookie() } });
      const setCookies = [response.headers['set-cookie'] ?? []].flat();
      this.#keep(setCookies);
      const text = await response.body.text();
      const { location } = response.headers;
      if (typeof location !== 'string') return { url, status: response.statusCode, text, setCookies };
      url = new URL(location, url).href;
      if (stopAt?.test(url) === true || (stopAt === undefined && !this.#isKnown(url)))
        return { url, status: response.statusCode, text, setCookies };
    }
    throw new Error(`too many redirects, at last to ${url}`);
  }

  /** Sends a request as a page of the gateway does; with the header `origin`, as in a browser that does not say more. */
  async send(
    method: string,
    path: string,
    { body, headers = {} }: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Pick<Response, 'status' | 'json' | 'text'>> {
    const response = await request(this.origin + path, {
      method,
      headers: {
        cookie: this.#cookie(),
        ...(!('origin' in headers) && { 'sec-fetch-site': 'same-origin' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    this.#keep([response.headers['set-cookie'] ?? []].flat());
    const text = await response.body.text();
    return { status: response.statusCode, text, json: text.startsWith('{') ? JSON.parse(text) : undefined };
  }

  #isKnown(url: string): boolean {
    return new URL(url).hostname === new URL(this.origin).hostname;
  }

  #cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}
