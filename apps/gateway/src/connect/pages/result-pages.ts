import type { GatewayError } from '@connectory/errors';
import type { ConsentedAccount } from '@connectory/upstream';
import type { LinkEnd } from '../usable-link.ts';
import { html, type Page } from './page.ts';

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

const askAgain = 'Ask the person who sent it to you for a new one.';

const ends: Readonly<Record<LinkEnd, readonly [number, string, readonly string[]]>> = {
  used: [
    410,
    'This link has already been used',
    ['Each link connects an account once.', `If that was not you, tell the person who sent it to you. ${askAgain}`],
  ],
  withdrawn: [410, 'This link was revoked', [`The person who sent it to you revoked it. ${askAgain}`]],
  expired: [410, 'This link has expired', [`Links are valid for a limited time. ${askAgain}`]],
  revoked: [
    410,
    'This link was withdrawn',
    [`The person who created it no longer has the right to, or what it was for no longer exists. ${askAgain}`],
  ],
  unavailable: [
    503,
    'This link cannot be used right now',
    ['The connector is not installed at the moment. Try again later, or tell the person who sent you the link.'],
  ],
};

/** The page for an ended link, with the way back if there is one. */
export function endPage(end: LinkEnd, back: string | null): Page {
  const [status, title, sentences] = ends[end];
  return messagePage(status, title, sentences, back === null ? null : { url: back, text: 'Go back' });
}

/** The page for a token that belongs to no link. */
export const missingPage = (): Page =>
  messagePage(404, 'There is no such link', ['Check that you opened the complete link.', askAgain]);

/** The page for an unexpected response of a vendor. */
export const staleResponsePage = (): Page =>
  messagePage(410, 'This response cannot be used', [
    'It was already used, it arrived too late, or you started again in another window.',
    'Nothing was connected. Open the link you were sent again.',
  ]);

/** The page for a vendor's response that another browser waits for. */
export const foreignResponsePage = (): Page =>
  messagePage(403, 'You started in a different browser', [
    'This response belongs to another browser, or this one does not accept cookies. Nothing was connected.',
    'Open the link you were sent, and complete all steps in one browser.',
  ]);

/** The page for a form that was not submitted from the link's page. */
export const foreignFormPage = (path: string): Page =>
  messagePage(
    403,
    'Please start again',
    ['The page was open for too long, or this browser does not accept cookies. Nothing was connected.'],
    { url: path, text: 'Load the page again' },
  );

/** The page for a step that another window is taking at the same time. */
export const inUsePage = (sentence: string): Page =>
  messagePage(409, 'Please continue in the other window', [sentence]);

/** The page for a gateway that does not know its own origin. */
export const noOriginPage = (): Page =>
  messagePage(503, 'This gateway is not set up for this', [
    'It does not know its public address. Its operator has to set CONNECTORY_PUBLIC_URL.',
  ]);

/** The page for every other error. */
export function errorPage(error: GatewayError, requestId: string): Page {
  if (error.status < 500 && !error.retryable) {
    return messagePage(error.status, 'This is not possible', [
      'The request did not come from this page. Open the link you were sent again.',
    ]);
  }
  const isBusy = error.retryable;
  return messagePage(error.status, isBusy ? 'Please wait a moment' : 'Something went wrong', [
    isBusy
      ? 'The gateway is busy. Load the page again in a minute.'
      : 'Open the link you were sent again. If the problem persists, tell the person who sent it to you.',
    `Reference: ${requestId}`,
  ]);
}
