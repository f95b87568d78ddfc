export { ConsentRefusedError, type RefusalReason } from './consent-refused.ts';
export { type ConsentTarget, hasConsent } from './consent-target.ts';
export { type Attempt, consentUrl, newAttempt } from './consent-url.ts';
export { exchangeCode } from './exchange-code.ts';
export { type ConsentedAccount, listAccounts } from './list-accounts.ts';
export { readAnswer } from './read-answer.ts';
