import type { Host } from './globals.ts';

const { host } = globalThis as unknown as { readonly host: Host };

/** What of `node:crypto` exists in the interpreter: digests of texts, in hexadecimal digits. */
export function createHash(algorithm: string) {
  let text = '';
  const hash = {
    update(part: string) {
      text += part;
      return hash;
    },
    digest: (_encoding: 'hex'): string => host.digest(algorithm, text),
  };
  return hash;
}
