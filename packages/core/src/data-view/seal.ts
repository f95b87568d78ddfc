import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

const cipher = 'aes-256-gcm';
const [nonceLength, tagLength] = [12, 16];
const maxLength = 50_000;

/** Encrypts short texts that callers keep and send back, equal ones to equal texts. */
export class Seal {
  readonly #key: Buffer;

  /** `key` has 32 bytes. */
  constructor(key: Buffer) {
    this.#key = key;
  }

  /** The sealed text, of the letters of base64url. */
  close(text: string): string {
    // The nonce of another text differs, and streams recognize a page that repeats.
    const nonce = createHmac('sha256', this.#key).update(text).digest().subarray(0, nonceLength);
    const sealing = createCipheriv(cipher, this.#key, nonce);
    const content = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
    return Buffer.concat([nonce, sealing.getAuthTag(), content]).toString('base64url');
  }

  /** What was sealed; undefined for a text that this key did not seal. */
  open(sealed: string): string | undefined {
    const bytes = sealed.length > maxLength ? Buffer.alloc(0) : Buffer.from(sealed, 'base64url');
    if (bytes.length < nonceLength + tagLength) return undefined;
    const opening = createDecipheriv(cipher, this.#key, bytes.subarray(0, nonceLength));
    opening.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
    try {
      return opening.update(bytes.subarray(nonceLength + tagLength), undefined, 'utf8') + opening.final('utf8');
    } catch {
      return undefined;
    }
  }
}
