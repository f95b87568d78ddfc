import type { Token } from '@connectory/client';

/** Returns a policy as a short phrase, with the gateway's names of its fields. */
export function policyPhrase({ manage, ...restrictions }: Token['policy']): string {
  const parts = phrasesOf(restrictions);
  const use = parts.length === 0 ? 'everything' : parts.join('; ');
  return manage === true ? `${use}; also manage` : use;
}

const phrasesOf = (members: object): readonly string[] =>
  Object.entries(members).flatMap(([name, value]: [string, unknown]) => {
    const words = name.replaceAll('_', ' ');
    if (value === true) return [words];
    if (typeof value === 'number') return [`${words} ${value.toLocaleString('en')}`];
    if (Array.isArray(value)) return [`${words} ${value.join(', ') || 'none'}`];
    if (typeof value !== 'object' || value === null) return [];
    return phrasesOf(value).map((phrase) => `${words} ${phrase}`);
  });
