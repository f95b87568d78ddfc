import { request } from 'undici';

/** A page, or where it sends the browser. */
export interface PlainPage {
  readonly status: number;
  readonly url: string;
  readonly text: string;
  /** Where it sends the browser, by a redirect or by itself; null where it stays. */
  readonly onwards: string | null;
}

/** A browser without scripts that keeps cookies, goes where it is sent when it is told to, and fills in forms. */
export class PlainBrowser {
  readonly #cookies = new Map<string, string>();

  /** Opens an address. */
  open(url: string): Promise<PlainPage> {
    return this.#send('GET', url);
  }

  /** Sends the form of a page: its hidden fields, with what is filled in. */
  submit(page: PlainPage, values: readonly (readonly [string, string])[] = []): Promise<PlainPage> {
    const form = /<form\b[^>]*>[\s\S]*?<\/form>/.exec(page.text)?.[0];
    if (form === undefined) throw new Error(`${page.url} has no form: ${page.text}`);
    const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, plain(value)] as const,
    );
    const action = /<form\b[^>]*\baction="([^"]*)"/.exec(form)?.[1];
    const url = action === undefined ? page.url : new URL(plain(action), page.url).href;
    const body = new URLSearchParams([...hidden, ...values].map(([name, value]) => [name, value]));
    return this.#send('POST', url, body);
  }

  /** Goes where pages send it, until one stays. */
  async follow(first: PlainPage): Promise<PlainPage> {
    let page = first;
    for (let hops = 0; page.onwards !== null; hops++) {
      if (hops === 10) throw new Error(`${first.url} never stays`);
      page = await this.open(page.onwards);
    }
    return page;
  }

  async #send(method: 'GET' | 'POST', url: string, form?: URLSearchParams): Promise<PlainPage> {
    const { origin, host } = new URL(url);
    const cookie = [...this.#cookies].filter(([name]) => name.startsWith(`${host} `)).map(([, pair]) => pair);
    const { statusCode, headers, body } = await request(url, {
      method,
      headers: {
        accept: 'text/html',
        ...(cookie.length > 0 && { cookie: cookie.join('; ') }),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded', origin }),
      },
      body: form?.toString() ?? null,
    });
    for (const set of [headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = set.split(';', 1);
      this.#cookies.set(`${host} ${pair.split('=', 1)[0]}`, pair);
    }
    const text = await body.text();
    const refresh = /<meta http-equiv="refresh" content="0; ?url=([^"]*)"/i.exec(text)?.[1];
    const next = typeof headers.location === 'string' ? headers.location : refresh && plain(refresh);
    return { status: statusCode, url, text, onwards: next ? new URL(next, url).href : null };
  }
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const plain = (text: string) =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name: string | undefined) =>
    code === undefined ? (named[name ?? ''] ?? whole) : String.fromCodePoint(Number(code)),
  );
