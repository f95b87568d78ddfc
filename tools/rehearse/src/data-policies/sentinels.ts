import type { Dice } from '../dice.ts';

const letters = 'abcdefghijklmnop';
const inText = /zq[a-p]{8}|(?<![\d.-])7\d{8}(?!\d)/gi;
const inHashes = /h_[\w-]{22}/g;
const inBase64 = /[\w+/-]{16,}={0,2}/g;

/** Makes texts and numbers that occur nowhere else, so that each can be traced to the field it stands in. */
export class Sentinels {
  readonly #dice: Dice;
  readonly #made = new Set<string>();

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  /** A word of ten letters. */
  word(): string {
    return this.#new(() => `zq${Array.from({ length: 8 }, () => letters[this.#dice.integer(0, 15)]).join('')}`);
  }

  /** An e-mail address, which consists of two words. */
  email(): string {
    return `${this.word()}@${this.word()}.example`;
  }

  /** An integer of nine digits. */
  number(): number {
    return Number(this.#new(() => String(this.#dice.integer(700_000_000, 799_999_999))));
  }

  /** The sentinels in a text. */
  in(text: string): readonly string[] {
    return [...text.matchAll(inText)].map(([found]) => found.toLowerCase()).filter((one) => this.#made.has(one));
  }

  /** The sentinels in the bytes of a response, as they are and below percent-encoding, base64 and escapes of JSON. */
  everywhereIn(text: string): ReadonlySet<string> {
    const forms = [text];
    if (text.includes('%'))
      forms.push(text.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(parseInt(code.slice(1), 16))));
    if (text.includes('\\u'))
      forms.push(text.replace(/\\u([0-9a-f]{4})/gi, (_, code) => String.fromCharCode(parseInt(code, 16))));
    for (const [encoded] of text.matchAll(inBase64)) {
      const once = Buffer.from(encoded, 'base64').toString('latin1');
      forms.push(once);
      for (const [again] of once.matchAll(inBase64)) forms.push(Buffer.from(again, 'base64').toString('latin1'));
    }
    return new Set(forms.flatMap((form) => this.in(form)));
  }

  /** The sentinels and hashes in a text: what can be compared between two ways to read a record. */
  comparable(text: string): string {
    const hashes = [...text.matchAll(inHashes)].map(([hash]) => hash);
    return [...new Set([...this.in(text), ...hashes])].sort().join(' ');
  }

  #new(make: () => string): string {
    for (;;) {
      const made = make();
      if (this.#made.has(made)) continue;
      this.#made.add(made);
      return made;
    }
  }
}
