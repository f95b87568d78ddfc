import { createHmac, type KeyObject } from 'node:crypto';
import type { FieldTreatment } from '@connectory/control-plane';
import { type Rewriter, writeSorted } from '@connectory/exact-json';
import { mask } from '@connectory/personal-data';

/** A field of which only the form or hashes of its values are shown. */
export class TreatedField implements Rewriter {
  readonly isUnchanged = false;
  readonly treatment: FieldTreatment;
  readonly #secret: KeyObject;

  constructor(treatment: FieldTreatment, secret: KeyObject) {
    this.treatment = treatment;
    this.#secret = secret;
  }

  /** Names of members may be personal as well. */
  readonly isWhole = true;

  member(): Rewriter {
    return this;
  }

  replace(value: unknown): unknown {
    return treated(this.treatment, value, this.#secret);
  }
}

/** Nobody recognizes the form of more characters. */
const maxMasked = 10_000;

/** What is shown of a value instead of it. */
export function treated(treatment: FieldTreatment, value: unknown, secret: KeyObject): unknown {
  if (treatment === 'drop' || value === null || value === '') return value === '' ? value : null;
  // Vendors write equal numbers and objects in several ways, and the copy in its own.
  if (treatment === 'hash') return hashOf(typeof value === 'string' ? value : writeSorted(value), secret);
  if (typeof value === 'string') return mask(value.slice(0, maxMasked));
  return typeof value === 'number' || typeof value === 'bigint' ? 0 : null;
}

/** The hash of a text. Equal ones have one hash in all fields of a workspace, so that they can be joined; 132 bits tell all others apart. */
export const hashOf = (text: string, secret: KeyObject): string =>
  `h_${createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22)}`;
