import { type Candidate, matchesOf } from './candidate.ts';

/** Tokens that say by their form which service they are for. */
const tokens =
  /(?<![A-Za-z\d_-])(?:(?:sk|rk)_(?:live|test)_[A-Za-z\d]{16,200}|whsec_[A-Za-z\d+/=]{20,100}|sk-(?:[a-z\d]{2,12}-){0,3}[\w-]{20,200}|gh[pousr]_[A-Za-z\d]{30,255}|github_pat_\w{30,255}|glpat-[\w-]{20,100}|xox[abeoprs]-[\w-]{10,250}|xapp-[\w-]{20,250}|(?:AKIA|ASIA)[A-Z\d]{14,16}|AIza[\w-]{30,40}|ya29\.[\w-]{15,300}|SG\.[\w-]{16,32}\.[\w-]{32,64}|npm_[A-Za-z\d]{36}|pat-(?:na|eu)\d-[a-f\d-]{36}|shp(?:at|ca|pa|ss)_[a-f\d]{32}|[a-f\d]{32}-us\d{1,2}|cty_[\w-]{20,200}|hvs\.[\w-]{20,200}|dop_v1_[a-f\d]{64}|pypi-[\w-]{40,250}|lin_api_[A-Za-z\d]{30,60}|key-[a-f\d]{32})(?![A-Za-z\d])/g;
const minToken = 16;
const jwt = /(?<![\w-])eyJ[\w-]{5,2000}\.[\w-]{4,4000}\.[\w-]{8,1000}/g;

const privateKey = /-----BEGIN (?:[A-Z\d]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const privateKeyEnd = /-----END (?:[A-Z\d]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const maxKeyLength = 16_384;

/** The password of a URL: `postgres://app:password@host`. */
const urlPassword = /(?<=:\/\/[\w.%+-]{0,64}:)[^\s:@/"'<>]{3,128}(?=@[\w[])/g;
const bearer = /(?<=(?<![A-Za-z])bearer {1,2})[\w.~+/-]{16,2000}={0,2}/gi;
const basic = /(?<=authorization["']?[:=] ?["']?basic )[A-Za-z\d+/]{8,500}={0,2}/gi;

/** What is set to a secret, up to the first character of the value: `password=`, `"api_key": "`, `Das Passwort lautet `. */
const assignment =
  /(?:passw(?:or)?d|passphrase|passwort|kennwort|passcode|mot de passe|mdp|contraseña|senha|palavra-passe|wachtwoord|hasło|lösenord|passord|adgangskode|salasana|(?<!\p{L})(?:pwd|pw|pass)|secret(?:[_-]?access)?(?:[_-]?key)?|(?:api|access|auth|private|account|encryption)[_-]?(?:key|token)|(?<!page[_-]?|next[_-]?|sync[_-]?|cursor[_-]?)token)["']?(?: {0,2}(?::=|=>|[:=])| (?:is|lautet|ist|est|es|è|é|är|to|to:|is:)(?= )| (?=["']))[ \t]{0,2}["'`]?/giu;
const value = /[^\s"'`<>,;]{6,500}/y;

/** What is written in place of a secret, or is code that has it. */
const notSecret =
  /^(?:[*x•.…-]{3,}|[(/[?!|]|\$|\{|%|process\.env|os\.|env\.|config\.|self\.|this\.|null|true|false|undefined|none|redacted|changeme|your|example|https?:)|^[\p{L}_][\w.]*[([]|\?\.|^[\w.]+\.(?:env|pem|key|json|ya?ml|txt|md|ts|js|py)$|^\d{4}-\d\d-\d\d/iu;

/** Every secret that counts has one of these in it, or before it. */
const canHold = /[\d:="!@#$%^&*+?]/;

/** Finds keys and tokens of known forms, and what texts and programs call a password, key, or token. */
export function findSecrets(text: string, candidates: Candidate[]): void {
  if (!canHold.test(text)) return;
  const add = (certainty: Candidate['certainty'], start: number, end: number) =>
    candidates.push({ kind: 'secret', start, end, certainty });
  // Most texts are short, or one word, and have none of some kinds.
  const hasSpace = text.includes(' ');
  for (const expression of text.length < minToken ? [] : text.includes('eyJ') ? [tokens, jwt] : [tokens]) {
    for (const { 0: found, index } of matchesOf(expression, text)) {
      if (/\d/.test(found)) add('unmistakable', index, index + found.length);
    }
  }
  findPrivateKeys(text, add);
  if (text.includes('://')) {
    for (const { 0: found, index } of matchesOf(urlPassword, text)) {
      if (!notSecret.test(found)) add('unmistakable', index, index + found.length);
    }
  }
  for (const expression of hasSpace ? [bearer, basic] : []) {
    for (const { 0: found, index } of matchesOf(expression, text)) {
      if (/\d/.test(found)) add('form', index, index + found.length);
    }
  }
  if (!hasSpace && !/[:=]/.test(text)) return;
  for (const { 0: found, index } of matchesOf(assignment, text)) {
    const start = index + found.length;
    value.lastIndex = start;
    const [all] = value.exec(text) ?? [];
    if (all === undefined) continue;
    const secret = trimmed(all, found);
    if (secret.length >= 6 && isSecret(secret, found)) add('form', start, start + secret.length);
  }
}

/** A key is its header, and the lines up to the end if they are there. */
function findPrivateKeys(text: string, add: (certainty: 'unmistakable', start: number, end: number) => void): void {
  if (!text.includes('-----BEGIN ')) return;
  const footers = Array.from(matchesOf(privateKeyEnd, text), ({ 0: found, index }) => ({
    index,
    end: index + found.length,
  }));
  let next = 0;
  for (const { 0: header, index } of matchesOf(privateKey, text)) {
    const body = index + header.length;
    while ((footers[next]?.index ?? body) < body) next++;
    const footer = footers[next];
    const isWhole = footer !== undefined && footer.index - body < maxKeyLength;
    add('unmistakable', index, isWhole ? footer.end : body);
  }
}

/** Without what ends a sentence or a bracket, and in an address or a form without the next parameter. */
function trimmed(all: string, before: string): string {
  const own = /=["'`]?$/.test(before) ? (all.split('&', 1)[0] ?? '') : all;
  return own.replace(/[.,:)\]}]{1,3}$/, '');
}

/** A password has a digit or a sign next to letters, or is a long number; a token has a digit and a letter. */
function isSecret(secret: string, before: string): boolean {
  if (notSecret.test(secret)) return false;
  if (/token|key|secret/i.test(before)) return /\d/.test(secret) && /[a-z]/i.test(secret);
  return /\p{L}/u.test(secret) ? /\d|[!@#$%^&*+?]/.test(secret) : /^\d{6,}$|[!@#$%^&*+?]/.test(secret);
}
