import { cardForms, findIbans } from './accounts.ts';
import { type Candidate, type DetectedKind, matchesOf } from './candidate.ts';
import { nationalForms } from './national-ids.ts';
import type { NumberForm } from './number-form.ts';
import { phoneForms } from './phones.ts';

/** Where a number can begin: a digit, and what such numbers have before their first digit. */
const beginnings = /(?<![\p{L}\p{N}_])(?:[+(]|[A-Z]{1,2}[ -]?|[A-Z]{6})?\d{1,20}/giu;
/** More than any number begins with. */
const maxDigits = 20;

/** How far before a number a word counts that says what it is. */
const reach = 40;

/** Words that numbers follow which are not about people, as the last words before them. */
const otherWords =
  /(?<!\p{L})(?:order|invoice|bill|ticket|case|parcel|shipment|tracking|po|sku|isbn|issn|ean|gtin|upc|asin|imei|serial|part|lot|model|item|ref|reference|referencia|référence|version|build|timestamp|epoch|page|row|job|bestell\p{L}{0,12}|auftrag\p{L}{0,8}|rechnung\p{L}{0,8}|sendung\p{L}{0,8}|kundennummer|artikel\p{L}{0,8}|commande|facture|colis|pedido|factura|envío|ordine|fattura|spedizione|encomenda|fatura|bestelling|factuur|pakket|zamówieni\p{L}{1,3}|faktura|przesyłk\p{L}{1,3}|order\p{L}{1,8}|ordrenummer|ocr|siret|siren|nip|regon|cnpj|kvk|p\.?\s?iva|vat|ads|campaign|board|deal|zählerstand|fedex|dhl|ups)(?!\p{L})/giu;
/** Words that count only directly before a number: more often they are about the person. */
const directlyBefore = /(?<!\p{L})(?:customer|account|client|kunde|id|ids|uuid|nr|no(?=[.:#]))["']?[ :=.#]{0,2}$/iu;

/** The forms of some kinds by what a number begins with. */
interface Forms {
  readonly bySign: ReadonlyMap<'+' | '(' | 'letter' | 'digits', readonly NumberForm[]>;
  /** By how many digits it begins with; undefined if the kinds have no forms. */
  readonly byDigits: readonly (readonly NumberForm[])[] | undefined;
}

const known = new Map<string, Forms>();

/** Sorting the forms takes longer than to look through a short text, and is done once for each combination of kinds. */
function formsOf(kinds: ReadonlySet<DetectedKind>): Forms {
  const key = `${kinds.has('card')} ${kinds.has('national_id')} ${kinds.has('phone')}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const forms = [...cardForms, ...nationalForms, ...phoneForms].filter(({ kind }) => kinds.has(kind));
  const bySign = Map.groupBy(forms, ({ first }) => (typeof first === 'string' ? first : 'digits'));
  const withDigits = bySign.get('digits');
  const byDigits =
    withDigits &&
    Array.from({ length: maxDigits + 1 }, (_, count) =>
      withDigits.filter(({ first: [min, max] }) => Number(min) <= count && count <= Number(max)),
    );
  const made = { bySign, byDigits };
  known.set(key, made);
  return made;
}

/** Finds phone numbers, IBANs, payment cards and national ids: tries the forms of each kind at each place where a number can begin. */
export function findNumbers(text: string, kinds: ReadonlySet<DetectedKind>, candidates: Candidate[]): void {
  if (kinds.has('iban')) findIbans(text, candidates);
  const { bySign, byDigits } = formsOf(kinds);
  if (byDigits === undefined) return;
  for (const { 0: beginning, index } of matchesOf(beginnings, text)) {
    const digit = beginning.search(/\d/);
    const first = beginning.charAt(0);
    if (first === '+' || first === '(') tryForms(text, index, bySign.get(first), candidates);
    else if (digit > 0) tryForms(text, index, bySign.get('letter'), candidates);
    // What follows a plus belongs to it, and what follows a letter does so without a separator.
    if (digit === 0 || /[( -]/.test(beginning.charAt(digit - 1))) {
      tryForms(text, index + digit, byDigits[beginning.length - digit], candidates);
    }
  }
}

function tryForms(
  text: string,
  start: number,
  forms: readonly NumberForm[] | undefined,
  candidates: Candidate[],
): void {
  if (forms === undefined || forms.length === 0 || isContinued(text, start)) return;
  let words: WordsBefore | undefined;
  for (const { kind, certainty, expression, accepts, after, isAnywhere } of forms) {
    expression.lastIndex = start;
    if (!expression.test(text)) continue;
    const end = expression.lastIndex;
    if (goesOn.test(text.slice(end, end + 2))) continue;
    const found = text.slice(start, end);
    if (!accepts(found.replace(/[^A-Z\d]/gi, '').toUpperCase(), found)) continue;
    if (isAnywhere !== true) {
      words ??= new WordsBefore(text, start);
      if (!(after === undefined ? words.areNeutral : words.announce(after))) continue;
    }
    candidates.push({ kind, start, end, certainty });
  }
}

const goesOn = /^(?!x\d)[\p{L}\p{N}_]|^[-.][\p{L}\p{N}]/u;
const belongsToNumber = /[\p{L}\p{N}][-./]$|\d,$|[#$€£+_@]$/u;

/** Whether what is before a number belongs to it: `12-`, `4.`, `a/`, `#`, `$`. */
function isContinued(text: string, start: number): boolean {
  const previous = text[start - 1];
  if (previous === undefined || previous === ' ' || previous === '\n') return false;
  return belongsToNumber.test(text.slice(Math.max(0, start - 2), start));
}

/** What the words before a number say about it; they are read once for all its forms. */
class WordsBefore {
  readonly #line: string;
  readonly #other: number;

  constructor(text: string, start: number) {
    const before = text.slice(Math.max(0, start - reach), start);
    // A label can be on the line before.
    this.#line = before.slice(before.trimEnd().lastIndexOf('\n') + 1);
    this.#other = lastIndex(this.#line, otherWords);
  }

  /** Whether none of them is about something that is no person. */
  get areNeutral(): boolean {
    return this.#other < 0 && !directlyBefore.test(this.#line);
  }

  /** Whether one of these is there, and none about something else after it. */
  announce(words: readonly RegExp[]): boolean {
    return words.some((some) => lastIndex(this.#line, some) > this.#other);
  }
}

function lastIndex(text: string, words: RegExp): number {
  let last = -1;
  words.lastIndex = 0;
  while (words.test(text)) last = words.lastIndex;
  return last;
}
