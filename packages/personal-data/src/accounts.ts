import { type Candidate, matchesOf } from './candidate.ts';
import { isLuhn, remainderBy97 } from './check-digits.ts';
import type { NumberForm } from './number-form.ts';

/** Lengths of IBANs by country, of the registry of SWIFT. */
const lengths: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24',
    'FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32',
    'LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24',
    'RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30',
  ]
    .join(' ')
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const ibanHead = /(?<![\p{L}\p{N}_+/]|[\da-f]-)[A-Z]{2}\d\d(?=[ -]?[A-Z\d])/giu;
const separated = /[A-Z\d]|[ -](?=[A-Z\d])/iy;

/** Finds IBANs of every country that has them, in groups or not: as many letters and digits as the country says, with check digits. */
export function findIbans(text: string, candidates: Candidate[]): void {
  for (const { 0: head, index } of matchesOf(ibanHead, text)) {
    const length = lengths[head.slice(0, 2).toUpperCase()];
    if (length === undefined) continue;
    let plain = head;
    let end = index + head.length;
    for (; plain.length < length; end++) {
      separated.lastIndex = end;
      const [character] = separated.exec(text) ?? [];
      if (character === undefined) break;
      plain += /[ -]/.test(character) ? '' : character;
    }
    if (plain.length < length || /[\p{L}\p{N}_]/u.test(text.charAt(end))) continue;
    if (remainderBy97(plain.slice(4) + plain.slice(0, 4)) !== 1) continue;
    candidates.push({ kind: 'iban', start: index, end, certainty: 'checked' });
  }
}

/** Issuers by the digits their cards begin with: Visa, Mastercard, American Express, Discover, Diners Club, JCB, Maestro, UnionPay, Mir. */
const issuer =
  /^(?:4|5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)|3[47]|6011|64[4-9]|65|30[0-5]|3[68]|35(?:2[89]|[3-8])|2131|1800|50|5[6-9]|62|220[0-4])/;

const isCard = (plain: string): boolean => issuer.test(plain) && !/^(\d)\1+$/.test(plain) && isLuhn(plain);

const cardWords =
  /(?<!\p{L})(?:card|cc|visa|mastercard|amex|diners|pan|maestro|kreditkarte|karte|carte|tarjeta|carta|cartão|kaart|kaartnummer|karta|kort|kreditkort)/giu;

/** The ways to write the number of a payment card. */
export const cardForms: readonly NumberForm[] = [
  {
    kind: 'card',
    first: [4, 4],
    expression: /\d{4}([ -.])\d{4}\1\d{4}\1\d{4}/y,
    certainty: 'checked',
    accepts: isCard,
    isAnywhere: true,
  },
  {
    kind: 'card',
    first: [4, 4],
    expression: /3\d{3}([ -])\d{6}\1\d{4,5}/y,
    certainty: 'checked',
    accepts: isCard,
    isAnywhere: true,
  },
  { kind: 'card', first: [16, 16], expression: /\d{16}/y, certainty: 'checked', accepts: isCard },
  { kind: 'card', first: [15, 15], expression: /3[47]\d{13}/y, certainty: 'checked', accepts: isCard },
  {
    kind: 'card',
    first: [13, 19],
    expression: /\d{13,19}/y,
    certainty: 'checked',
    accepts: isCard,
    after: [cardWords],
  },
];
