import type { GatewayError } from '@connectory/errors';
import type { Page } from './pages/page.ts';
import { messagePage } from './pages/result-pages.ts';
import type { LinkEnd } from './usable-link.ts';

const askAgain = 'Ask the person who sent it to you for a new one.';

const ends: Readonly<Record<LinkEnd, readonly [number, string, readonly string[]]>> = {
  used: [
    410,
    'This link has already been used',
    ['Each link connects an account once.', `If that was not you, tell the person who sent it to you. ${askAgain}`],
  ],
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
export const staleAnswerPage = (): Page =>
  messagePage(410, 'This response cannot be used', [
    'It was already used, it arrived too late, or you started again in another window.',
    'Nothing was connected. Open the link you were sent again.',
  ]);

/** The page for a vendor's response that another browser waits for. */
export const foreignAnswerPage = (): Page =>
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
