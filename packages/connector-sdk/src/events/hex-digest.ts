import { createHash } from 'node:crypto';

/** The digest of a string, encoded in UTF-8, as hexadecimal digits, for vendors that identify records by it. */
export function hexDigest(algorithm: 'md5' | 'sha1' | 'sha256', text: string): string {
  return createHash(algorithm).update(text).digest('hex');
}
