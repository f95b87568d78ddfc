import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DetectedKind, detect, detectedKinds } from './detect.ts';

const every = new Set(detectedKinds);

const found = (text: string, kinds: ReadonlySet<DetectedKind> = every): readonly string[] =>
  detect(text, kinds).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);

describe('detect', () => {
  it('finds only the kinds that are asked for', () => {
    const text = 'Mail a@example.com, call +1 202-555-0143, from 203.0.113.7';
    expect(found(text)).toEqual(['email a@example.com', 'phone +1 202-555-0143', 'ip 203.0.113.7']);
    expect(found(text, new Set(['ip']))).toEqual(['ip 203.0.113.7']);
    expect(found(text, new Set())).toEqual([]);
  });

  it('counts units of UTF-16, as the positions of a string do', () => {
    expect(detect('😀 a@example.com', every)).toEqual([{ kind: 'email', start: 3, end: 16 }]);
  });

  it('prefers a number with check digits to a phone number at the same position', () => {
    expect(found('call card 4111 1111 1111 1111')).toEqual(['card 4111 1111 1111 1111']);
    expect(found('tel. 811228-9874')).toEqual(['national_id 811228-9874']);
  });

  it('finds the password of a URL, and no email address made of it and the host', () => {
    expect(found('amqp://app:s3cr3tpw@mq.example.com')).toEqual(['secret s3cr3tpw']);
  });

  it('keeps a less certain find that only a rejected one overlaps', () => {
    const text = 'tel. 0171 3920012, 4111 1111 1111 1111 and 030 23125 123';
    expect(found(text)).toEqual(['phone 0171 3920012', 'card 4111 1111 1111 1111', 'phone 030 23125 123']);
  });

  it('finds what members of JSON say about themselves by their names', () => {
    const text =
      '{"phoneNumber":"4155550101","orderNumber":"4155550102","apiKey":"a1b2c3d4e5","pageToken":"a1b2c3d4e5"}';
    expect(found(text)).toEqual(['phone 4155550101', 'secret a1b2c3d4e5']);
  });

  it('finds each of several hundred thousand in a long text', () => {
    const text = `123-456-782 ${'a@b.de '.repeat(300_000)}`;
    expect(detect(text, every)).toHaveLength(300_001);
  });

  it('finds each of the numbers of a line', () => {
    expect(found('4111 1111 1111 1111 4242 4242 4242 4242')).toHaveLength(2);
    expect(found('DE89370400440532013000 GB82WEST12345698765432')).toHaveLength(2);
  });

  it.each([
    ['a number with a digit changed', '4111 1111 1111 1121'],
    ['a number with a digit changed', 'DE88 3704 0044 0532 0130 00'],
    ['a number with a digit changed', 'CPF 111.444.777-36'],
    ['a number with a digit changed', 'PESEL 44051401358'],
    ['a number with a digit changed', 'RSSMRA85T10A562T'],
    ['a number with a digit changed', 'fødselsnummer 15108695087'],
    ['a number with a digit changed', 'BSN 111222334'],
    ['a number with a digit changed', 'Steuer-ID 86095742718'],
    ['a number with a digit changed', 'Aadhaar 2341 2341 2347'],
    ['a number with a digit changed', '1 85 05 78 006 084 92'],
    ['a number with a digit changed', '811228-9875'],
    ['a number with a digit changed', '131052-309T'],
    ['a Dutch number without a word that says what it is', '111222333'],
    ['a number within a longer one', '94111111111111111'],
    ['a number within a word', 'x4111111111111111'],
  ])('does not take for personal data %s: %s', (_case, text) => {
    expect(found(text)).toEqual([]);
  });

  it('returns finds in order of position that never overlap, whatever the text', () => {
    const pieces = fc.constantFrom(
      ...['a@example.com', '4111 1111 1111 1111', 'password=', '+49 30 23125', '-', ' ', '.', '@', '(', '01 99', '::1'],
      ...[
        '192.0.2.1',
        'BSN ',
        'DE89 3704 0044 0532 0130 00',
        '://a:b',
        '\n',
        'é',
        '😀',
        '"',
        '12345678Z',
        'eyJhbGciOi.eyJ',
      ],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 6 })), { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        let end = 0;
        for (const one of detect(text, every)) {
          expect(one.start).toBeGreaterThanOrEqual(end);
          expect(one.end).toBeGreaterThan(one.start);
          end = one.end;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('finds the same data wherever it is in a text', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (before, after) => {
        const text = `${'Lorem ipsum. '.repeat(before)}\n4111 1111 1111 1111 a@example.com\n${'dolor '.repeat(after)}`;
        expect(found(text)).toEqual(['card 4111 1111 1111 1111', 'email a@example.com']);
      }),
      { numRuns: 30 },
    );
  });
});
