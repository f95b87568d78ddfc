import type { GatewayError } from '@connectory/errors';
import type { Page } from './pages/page.ts';
import { messagePage } from './pages/result-pages.ts';
import type { LinkEnd } from './usable-link.ts';

const askAgain = 'Ask whoever sent it to you for a new one.';

const ends: Readonly<Record<LinkEnd, readonly [number, string, readonly string[]]>> = {
  used: [
    410,
    'This link was used already',
    ['A link connects an account once.', `If that was not you, tell whoever sent it to you. ${askAgain}`],
  ],
  expired: [410, 'This link has expired', [`Links can be used for a limited time only. ${askAgain}`]],
  revoked: [
    410,
    'This link was withdrawn',
    [`Whoever made it may not do so any more, or what it was for is gone. ${askAgain}`],
  ],
  unavailable: [
    503,
    'This link cannot be used now',
    ['What it connects is not installed at the moment. Try again later, or tell whoever sent it to you.'],
  ],
};

/** What people are told whose link has ended, with the way back where there is one. */
export function endPage(end: LinkEnd, back: string | null): Page {
  const [status, title, sentences] = ends[end];
  return messagePage(status, title, sentences, back === null ? null : { url: back, text: 'Go back' });
}

/** For a token that no link has. */
export const missingPage = (): Page =>
  messagePage(404, 'There is no such link', ['Check that you opened the whole link, to its last character.', askAgain]);

/** For an answer of a vendor that nobody waits for. */
export const staleAnswerPage = (): Page =>
  messagePage(410, 'This answer cannot be used', [
    'It was used already, it came too late, or you began again in another window.',
    'Nothing was connected by it. Open the link you were sent again.',
  ]);

/** For an answer that another browser waits for. */
export const foreignAnswerPage = (): Page =>
  messagePage(403, 'You began somewhere else', [
    'This answer belongs to another browser, or this one does not accept cookies. Nothing was connected.',
    'Open the link you were sent, and do everything in one browser.',
  ]);

/** For a form that did not come from the page. */
export const foreignFormPage = (path: string): Page =>
  messagePage(
    403,
    'Please begin again',
    ['The page was open for too long, or this browser does not accept cookies. Nothing was connected.'],
    { url: path, text: 'Load the page again' },
  );

/** For a step that another window makes at the same time. */
export const inUsePage = (sentence: string): Page => messagePage(409, 'Please look at the other window', [sentence]);

/** Where the gateway does not know its own address. */
export const noOriginPage = (): Page =>
  messagePage(503, 'This gateway is not set up for this', [
    'It does not know at which address browsers reach it. Whoever runs it has to set CONNECTORY_PUBLIC_URL.',
  ]);

/** Whatever else went wrong. */
export function errorPage(error: GatewayError, requestId: string): Page {
  if (error.status < 500 && !error.retryable) {
    return messagePage(error.status, 'This cannot be done', [
      'The request was not one that this page makes. Open the link you were sent again.',
    ]);
  }
  const isBusy = error.retryable;
  return messagePage(error.status, isBusy ? 'Please wait a moment' : 'Something went wrong', [
    isBusy
      ? 'There is too much to do right now. Load the page again in a minute.'
      : 'Open the link you were sent again. If it stays like this, tell whoever sent it to you.',
    `Reference: ${requestId}`,
  ]);
}
