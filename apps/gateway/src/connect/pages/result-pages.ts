import type { ConsentedAccount } from '@connectory/upstream';
import { html } from './html.ts';
import type { Page } from './page.ts';

const hostOf = (url: string) => URL.parse(url)?.host ?? url;

/**
 * The page with the link to the vendor. A link, because the vendor's URL may redirect to other origins, to which no form may be submitted.
 */
export const departurePage = (vendor: string, url: URL): Page => ({
  status: 200,
  title: `On to ${vendor}`,
  body: html`<p>You are being taken to ${vendor}.</p>
<p><a class="button" rel="noreferrer" href="${url.href}">Continue to ${vendor}</a></p>
`,
  onwards: { url: url.href, seconds: 0 },
});

/** The last page: the account is connected. */
export function connectedPage(vendor: string, workspace: string, names: readonly string[], back: string | null): Page {
  return {
    status: 200,
    title: `${vendor} is connected`,
    body: html`<p class="done"><strong>It works.</strong> The connection was tested successfully with ${vendor}.</p>
<p>${workspace} can use it now as:</p>
<ul>${names.map((name) => html`<li>${name}</li>`)}</ul>
${
  back === null
    ? html`<p>You can close this page.</p>`
    : html`<p>You are being taken back to ${hostOf(back)}.</p>
<p><a class="button" rel="noreferrer" href="${back}">Go back to ${hostOf(back)}</a></p>`
}
`,
    ...(back !== null && { onwards: { url: back, seconds: 4 } }),
  };
}

/** The page on which the person chooses among the accounts of the consent. */
export function accountsPage(page: {
  readonly vendor: string;
  readonly accounts: readonly ConsentedAccount[];
  readonly isSeveral: boolean;
  readonly problem: string | null;
  readonly action: string;
  readonly formToken: string;
}): Page {
  const { vendor, accounts, isSeveral, problem } = page;
  const kind = isSeveral ? 'checkbox' : 'radio';
  const isOnly = accounts.length <= 1;
  return {
    status: 200,
    title: isOnly ? `Finish connecting ${vendor}` : `Which account of ${vendor}?`,
    body: html`${problem !== null && html`<div class="problem" role="alert" tabindex="-1" autofocus><p>${problem}</p></div>`}
<form method="post" action="${page.action}">
<input type="hidden" name="form_token" value="${page.formToken}">
${
  accounts.length > 0 &&
  html`<fieldset>
<legend>${isOnly ? 'The account you agreed to' : isSeveral ? 'You agreed to these accounts. Each one you choose becomes a connection.' : 'You agreed to these accounts. Choose one; use a new link for another.'}</legend>
${accounts.map(
  ({ name }, at) =>
    html`<label class="choice"><input type="${kind}" name="account" value="${at}"${isOnly && html` checked`}${!isSeveral && html` required`}> <span>${name}</span></label>
`,
)}
</fieldset>`
}
<p><button type="submit">${isOnly ? 'Try again' : 'Check and connect'}</button></p>
</form>
<p><a href="${`${page.action}?begin=again`}">Begin again, with another account</a></p>
`,
  };
}

/** A page that explains what is wrong and what to do about it. */
export function messagePage(
  status: number,
  title: string,
  sentences: readonly string[],
  next: { readonly url: string; readonly text: string } | null = null,
): Page {
  return {
    status,
    title,
    body: html`${sentences.map((sentence) => html`<p>${sentence}</p>`)}
${next !== null && html`<p><a class="button" rel="noreferrer" href="${next.url}">${next.text}</a></p>`}
`,
  };
}
