import { request } from 'undici';

/** A page as received by a browser. */
export interface ShownPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The URL of the page. */
  readonly url: string;
}

/** A browser without scripts that keeps cookies and follows redirects within the gateway. */
export class PageBrowser {
  readonly cookies = new Map<string, string>();

  async get(url: string): Promise<ShownPage> {
    return this.#send('GET', url);
  }

  /** Submits the form of a page, with its initial values and the entered ones. */
  async submit(
    page: ShownPage,
    entered: Readonly<Record<string, string>> | readonly (readonly [string, string])[] = {},
  ) {
    const form = new URLSearchParams(hiddenInputs(page.text));
    const pairs = Array.isArray(entered) ? entered : Object.entries(entered);
    for (const [name, value] of pairs) form.append(name, value);
    const [, action = ''] = /<form method="post" action="([^"]+)">/.exec(page.text) ?? [];
    return this.post(new URL(action, page.url).href, form);
  }

  async post(url: string, form: URLSearchParams, headers: Readonly<Record<string, string>> = {}): Promise<ShownPage> {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.#send('POST', url, form.toString(), { ...type, ...headers });
  }

  async #send(
    method: 'GET' | 'POST',
    url: string,
    body?: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ShownPage> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await request(url, {
      method,
      headers: { ...headers, ...(cookie !== '' && { cookie }) },
      ...(body !== undefined && { body }),
    });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    const text = await response.body.text();
    const { location } = response.headers;
    if (response.statusCode === 303 && typeof location === 'string') return this.get(new URL(location, url).href);
    return { status: response.statusCode, headers: response.headers, text, url };
  }
}

/** Returns the URL to which a page redirects automatically. */
export function onwardsOf({ text }: ShownPage): string {
  const [, url = ''] = /<meta http-equiv="refresh" content="\d+; url=([^"]*)">/.exec(text) ?? [];
  return unescaped(url);
}

function hiddenInputs(text: string): [string, string][] {
  return Array.from(
    text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g),
    ([, name = '', value = '']) => [name, unescaped(value)],
  );
}

/** Decodes text as displayed to a reader. */
export const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#96;', '`')
    .replaceAll('&amp;', '&');
