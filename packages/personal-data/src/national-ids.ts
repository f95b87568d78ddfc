import { isDayAndMonth, isLuhn, isMod11And10, isVerhoeff, remainderBy97, weightedSum } from './check-digits.ts';
import type { NumberForm } from './number-form.ts';

const digitsOf = (text: string, start: number, end: number): number => Number(text.slice(start, end));

const isRepeated = (digits: string): boolean => /^(\d)\1+$/.test(digits);

/** Spain: the letter is the remainder by 23, where X, Y and Z of foreigners count as 0, 1 and 2. */
const isSpanish = (plain: string): boolean =>
  plain.at(-1) ===
  'TRWAGMYFPDXBNJZSQVHLCKE'[Number(plain.slice(0, -1).replace(/^[XYZ]/, (letter) => `${'XYZ'.indexOf(letter)}`)) % 23];

const oddValues = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
/** A letter by its position in the alphabet, a digit by its value. */
const positionOf = (character: string): number =>
  /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65;

function isItalian(plain: string): boolean {
  let sum = 0;
  for (const [index, character] of [...plain.slice(0, 15)].entries()) {
    const position = positionOf(character);
    sum += index % 2 === 0 ? (oddValues[position] ?? 0) : position;
  }
  return positionOf(plain.charAt(15)) === sum % 26;
}

function isBrazilian(plain: string): boolean {
  const check = (length: number): boolean => {
    const weights = Array.from({ length }, (_, index) => length + 1 - index);
    return ((weightedSum(plain, weights) * 10) % 11) % 10 === Number(plain[length]);
  };
  return !isRepeated(plain) && check(9) && check(10);
}

/** France: 97 minus the remainder by 97, where the departments of Corsica count as 19 and 18. */
function isFrench(plain: string): boolean {
  const number = plain.replace(/^(.{5})2A/, '$119').replace(/^(.{5})2B/, '$118');
  const month = digitsOf(number, 3, 5);
  const isMonth = (month >= 1 && month <= 12) || (month >= 20 && month <= 42);
  return isMonth && 97 - remainderBy97(number.slice(0, 13)) === digitsOf(number, 13, 15);
}

const isDutch = (plain: string): boolean =>
  !isRepeated(plain) && weightedSum(plain, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0;

/** Poland: the month is raised by 20 for births from 2000 on. */
const isPolish = (plain: string): boolean =>
  /^(?:\d\d(?:0[1-9]|1[0-2])|[0-3]\d(?:2[1-9]|3[0-2]))(?:0[1-9]|[12]\d|3[01])/.test(plain) &&
  weightedSum(plain, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0;

const isSwedish = (plain: string): boolean => {
  const short = plain.slice(-10);
  return isDayAndMonth(digitsOf(short, 4, 6), digitsOf(short, 2, 4)) && isLuhn(short);
};

const isFinnish = (_plain: string, found: string): boolean =>
  isDayAndMonth(digitsOf(found, 0, 2), digitsOf(found, 2, 4)) &&
  found.at(-1)?.toUpperCase() ===
    '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(found.slice(0, 6) + found.slice(7, 10)) % 31];

const isNorwegian = (plain: string): boolean =>
  isDayAndMonth(digitsOf(plain, 0, 2), digitsOf(plain, 2, 4)) &&
  weightedSum(plain, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0 &&
  weightedSum(plain, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;

/** Words that name the number of a country, without which a plain number of that length says nothing. */
const dutchWords = /(?<!\p{L})(?:bsn|burgerservicenummer|sofinummer|sofi-nummer)/giu;
const germanWords =
  /(?<!\p{L})(?:steuer-?\s?id|steuer-?identifikationsnummer|steuerliche identifikationsnummer|idnr|identifikationsnummer|tin|tax id)/giu;
const brazilianWords = /(?<!\p{L})cpf/giu;
const swedishWords = /(?<!\p{L})(?:personnummer|personnr|pers\.?nr|pnr|samordningsnummer)/giu;
const indianWords = /(?<!\p{L})(?:aadhaar|aadhar|uidai|uid)/giu;
const canadianWords = /(?<!\p{L})(?:sin|nas|social insurance)/giu;

const national = { kind: 'national_id', certainty: 'checked' } as const;
const always = (): boolean => true;

/** The ways to write the numbers that countries give to people, with their check digits where they have any. */
export const nationalForms: readonly NumberForm[] = [
  { ...national, first: [8, 8], expression: /\d{8}(?:[ -]?[A-Z]|[a-z])/y, accepts: isSpanish },
  { ...national, first: 'letter', expression: /[XYZ][ -]?\d{7}[ -]?[A-Z]/iy, accepts: isSpanish },
  {
    ...national,
    first: 'letter',
    expression: /[A-Z]{6}[\dL-NP-V]{2}[A-EHLMPRST][\dL-NP-V]{2}[A-Z][\dL-NP-V]{3}[A-Z]/iy,
    accepts: isItalian,
  },
  { ...national, first: [3, 3], expression: /\d{3}\.\d{3}\.\d{3}-\d\d/y, accepts: isBrazilian, isAnywhere: true },
  { ...national, first: [11, 11], expression: /\d{11}/y, accepts: isBrazilian, after: [brazilianWords] },
  {
    ...national,
    first: [1, 15],
    expression: /[12]([ .]?)\d\d\1\d\d\1(?:\d\d|2[AB])\1\d{3}\1\d{3}[ .]?\d\d/iy,
    accepts: isFrench,
  },
  { ...national, first: [4, 9], expression: /\d{9}|\d{4}[ .]\d\d[ .]\d{3}/y, accepts: isDutch, after: [dutchWords] },
  {
    ...national,
    first: [2, 11],
    expression: /[1-9]\d([ /]?)\d{3}\1\d{3}\1\d{3}/y,
    accepts: isMod11And10,
    after: [germanWords],
  },
  { ...national, first: [11, 11], expression: /\d{11}/y, accepts: isPolish },
  { ...national, first: [6, 8], expression: /(?:19|20)?\d{6}[-+]\d{4}/y, accepts: isSwedish },
  { ...national, first: [10, 12], expression: /(?:19|20)?\d{10}/y, accepts: isSwedish, after: [swedishWords] },
  { ...national, first: [6, 6], expression: /\d{6}[-+A-FU-Y]\d{3}[\dA-Y]/iy, accepts: isFinnish },
  { ...national, first: [6, 11], expression: /\d{6} ?\d{5}/y, accepts: isNorwegian },
  { ...national, first: [4, 4], expression: /[2-9]\d{3}([ -])\d{4}\1\d{4}/y, accepts: isVerhoeff },
  { ...national, first: [12, 12], expression: /[2-9]\d{11}/y, accepts: isVerhoeff, after: [indianWords] },
  { ...national, first: [3, 3], expression: /\d{3}-\d{3}-\d{3}/y, accepts: isLuhn, certainty: 'shared' },
  { ...national, first: [3, 9], expression: /\d{9}|\d{3}([ -])\d{3}\1\d{3}/y, accepts: isLuhn, after: [canadianWords] },
  {
    ...national,
    first: [3, 3],
    expression: /(?!000|666|9)\d{3}-(?!00)\d\d-(?!0000)\d{4}/y,
    certainty: 'form',
    accepts: always,
  },
  {
    ...national,
    first: 'letter',
    expression: /(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]( ?)\d\d\1\d\d\1\d\d\1[A-D]/y,
    certainty: 'form',
    accepts: always,
  },
];
