import fc from 'fast-check';
import { arrayOrEmpty, type JsonObject } from '../json.ts';
import { createValidator } from './schema-validator.ts';

const exampleOfFormat: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2026-01-15T09:30:00Z', '2026-01-15T09:30:00', '2026-01-15T09:30:00+00:00'],
  date: ['2026-01-15'],
  time: ['09:30:00Z', '09:30:00'],
  duration: ['P1D', 'PT1H'],
  email: ['ada@example.com'],
  'idn-email': ['ada@example.com'],
  uri: ['https://example.com/example'],
  url: ['https://example.com/example'],
  'uri-reference': ['/example'],
  'uri-template': ['/example/{name}'],
  hostname: ['example.com'],
  uuid: ['3f2b8c1e-5d4a-4e6f-8a7b-9c0d1e2f3a4b'],
  ipv4: ['192.0.2.1'],
  ipv6: ['2001:db8::1'],
  byte: ['ZXhhbXBsZQ=='],
  base64: ['ZXhhbXBsZQ=='],
  'json-pointer': ['/example'],
  regex: ['^example$'],
};

const plainTexts = ['1', '100', '2026-01-15', '2026-01-15T09:30:00Z', 'example', 'EXAMPLE', 'example.com', 'a'];

/**
 * Plausible text for a string schema: one of its examples, text of its format, the wanted text fitted to the lengths, or text generated
 * from its pattern. The same schema produces the same text. Undefined if nothing fits.
 */
export function textFor(schema: JsonObject, wanted: string): string | undefined {
  const fits = createValidator({ ...schema, type: 'string' });
  const candidates = [
    ...arrayOrEmpty(schema.examples).filter((example) => typeof example === 'string'),
    ...(exampleOfFormat[String(schema.format)] ?? []),
    textOfLength(wanted, schema),
    ...plainTexts,
  ];
  return candidates.find(fits) ?? textOfPattern(schema, fits);
}

/** The wanted text cut or padded to the bounds of a string schema. */
function textOfLength(wanted: string, schema: JsonObject): string {
  const least = typeof schema.minLength === 'number' ? schema.minLength : 0;
  const most = typeof schema.maxLength === 'number' ? schema.maxLength : Number.POSITIVE_INFINITY;
  return wanted.padEnd(least, 'x').slice(0, most);
}

function textOfPattern(schema: JsonObject, fits: (value: unknown) => boolean): string | undefined {
  if (typeof schema.pattern !== 'string') {
    return undefined;
  }
  const fitting = textsOfPattern(schema.pattern).filter(fits);
  return fitting.find((text) => /^[\x21-\x7e]+$/.test(text)) ?? fitting[0];
}

const samples = new Map<string, readonly string[]>();

function textsOfPattern(pattern: string): readonly string[] {
  const known = samples.get(pattern) ?? sampled(pattern);
  samples.set(pattern, known);
  return known;
}

function sampled(pattern: string): readonly string[] {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 1, numRuns: 200 });
  } catch {
    // Patterns with look-around or back-references cannot be turned into texts; the caller asks for an example then.
    return [];
  }
}
