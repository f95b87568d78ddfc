import { createHash } from 'node:crypto';

/**
 * Adapts built pages to the Content-Security-Policy of the gateway, which forbids scripts and style attributes within a page, and adds text
 * for browsers without JavaScript to the page for unknown URLs.
 */
export class StrictPages {
  /** Text of each script by file name below `assets/`; the name contains a hash of the text. */
  readonly scripts = new Map<string, string>();
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  /** Returns the page with its scripts in files and without style attributes. */
  rewrite(html: string): string {
    const missing = `<noscript>There is no such page. <a href="${this.#base}">All pages</a></noscript>`;
    return html
      .replace(/<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g, (_, attributes: string, text: string) => {
        const name = `inline.${createHash('sha256').update(text).digest('hex').slice(0, 8)}.js`;
        this.scripts.set(name, text);
        return `<script${attributes} src="${this.#base}assets/${name}"></script>`;
      })
      .replace(/(<[a-z][^<>]*?) style="[^"]*"/g, '$1')
      .replace('<div id="app"></div>', `${missing}$&`);
  }
}
