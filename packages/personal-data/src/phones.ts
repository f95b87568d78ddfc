import type { NumberForm } from './number-form.ts';

/** Words that announce a phone number, whatever its form. */
const phoneWords =
  /(?<!\p{L})(?:tel\p{L}{0,8}|tél\p{L}{0,8}|phone\p{L}{0,8}|ph|fono|mobile\p{L}{0,8}|mobil\p{L}{0,8}|móvil|portable|cell?|cellulare|cellphone|celular|handy\p{L}{0,6}|komórk\p{L}{1,3}|gsm|fax|fon|rufnummer|rufen|anrufen|anruf|rückruf|zurückrufen|durchwahl|call(?:s|ed|ing)?|ring|ringa|nås|dial|sms|whatsapp|wa\.me|voicemail|appel\p{L}{0,4}|rappel\p{L}{0,4}|joindre|llam\p{L}{1,6}|liga|ligue|ligar|chiam\p{L}{1,6}|bel|bellen|zadzwo\p{L}{1,4}|dzwoni\p{L}{1,3}|(?:my|mein|meine|mijn|mitt|mi|mio|mon|mój|meu) (?:number|nummer|numero|número|numéro|numer))(?!\p{L})/giu;
/** Words that announce one in groups, but also other numbers. */
const contactWords = /(?<!\p{L})(?:contact\p{L}{0,6}|kontakt|reach|erreichbar|text)(?!\p{L})/giu;

/** First digits of international numbers that no country has. */
const unassigned =
  /^(?:0|28|83|89|210|21[4579]|259|38[48]|42[24-9]|69[3-9]|80[1-79]|85[13479]|87[1-79]|88[4579]|97[8]|999)/;

function isInternational(plain: string, found: string): boolean {
  const number = plain
    .replace(/^\+|^00/, '')
    .replace(/^(\d{1,3})0(?=\d)/, (all, code) => (found.includes('(0)') ? code : all));
  if (unassigned.test(number) || number.length < 9 || number.length > 15) return false;
  // Thousands: +15.000.000
  if (/^\+\d{1,3}(?:\.\d{3})+$/.test(found)) return false;
  return number.startsWith('1') ? number.length === 11 : true;
}

const isNorthAmerican = (plain: string): boolean => /^1?[2-9]\d\d[2-9]\d{6}$/.test(plain);

/** With a 0 for the trunk: no date, no time, and as many digits as such numbers have. */
const isNational = (plain: string, found: string): boolean =>
  plain.length >= 8 && plain.length <= 12 && !/^0\d[./-]\d\d[./-](?:19|20)\d\d/.test(found);

const always = (): boolean => true;
const date = /^(?:[0-3]?\d[./-][0-3]?\d[./-](?:19|20)?\d\d|(?:19|20)\d\d[./-][01]?\d[./-][0-3]?\d)(?!\d)/;
/** In groups that are no date. */
const isGrouped = (plain: string, found: string): boolean =>
  plain.length >= 7 && plain.length <= 13 && !date.test(found);

const phone = { kind: 'phone', certainty: 'form' } as const;

/** The ways to write a phone number. */
export const phoneForms: readonly NumberForm[] = [
  {
    ...phone,
    first: '+',
    expression: /\+\d(?:[ .\-/]{0,2}[()]?[ -]?\d\)?){7,14}/y,
    accepts: isInternational,
    isAnywhere: true,
  },
  { ...phone, first: [3, 4], expression: /(?<!\d[ -])00[1-9]\d?(?:[ -]\d{2,5}){2,5}/y, accepts: isInternational },
  // (415) 555-0132, (030) 23125 0, (11) 91234-5678
  { ...phone, first: '(', expression: /\([2-9]\d\d\)[ -]?\d{3}[ .-]\d{4}/y, accepts: isNorthAmerican },
  { ...phone, first: '(', expression: /\(0\d{1,4}\)[ /-]{0,2}\d{3,8}(?:[ -]\d{1,5}){0,3}/y, accepts: isNational },
  { ...phone, first: '(', expression: /\([1-9]\d\) ?9? ?\d{4}[ -]\d{4}/y, accepts: always },
  // 415-555-0132, 1-800-555-0199, 1 (888) 555-0134
  {
    ...phone,
    first: [1, 3],
    expression: /(?:1([ .-]))?[2-9]\d\d([.-])[2-9]\d\d\2\d{4}|1[ -]?\([2-9]\d\d\) ?\d{3}[ -]\d{4}/y,
    accepts: isNorthAmerican,
  },
  // 030 23125 123, 0171/3920012, 06-12345678, 08-465 004 00
  {
    ...phone,
    first: [2, 5],
    expression: /(?<!\d )0[1-9]\d{0,3}(?: ?[/-] ?| )\d{3,8}(?:[ -]\d{2,5}){0,3}(?!,\d)/y,
    accepts: isNational,
  },
  // 01 99 00 12 34, 0489 25 37 29
  {
    ...phone,
    first: [2, 4],
    expression: /(?<!\d )0[1-9]\d{0,2}([ .-])\d\d\1\d\d\1\d\d(?:\1\d\d)?(?! \d)/y,
    accepts: (plain) => plain.length === 9 || plain.length === 10,
  },
  // 347 123 4567
  { ...phone, first: [3, 3], expression: /(?<!\d )[2-9]\d\d \d{3} \d{4}(?! \d)/y, accepts: always },
  // 11 91234-5678
  { ...phone, first: [2, 2], expression: /[1-9]\d 9\d{4}-\d{4}/y, accepts: always },
  {
    ...phone,
    first: [2, 5],
    expression: /\d{2,5}(?:[ .\-/]{1,2}\d{2,8}){1,4}/y,
    accepts: isGrouped,
    after: [phoneWords, contactWords],
  },
  { ...phone, first: [9, 13], expression: /\d{9,13}/y, accepts: always, after: [phoneWords] },
];
