import { z } from 'zod';

/** How much one call of a connection may take. */
export interface ConnectionLimits {
  /** Seconds from the start of a call to its response: 1 to 600, by default 120. */
  readonly deadlineSeconds: number;
  /** Maximum size of a response in bytes, decompressed: 1 to 64 MiB, by default 8 MiB. */
  readonly answerBytes: number;
}

const mebibyte = 1024 * 1024;

/** The defaults. */
const defaultLimits: ConnectionLimits = { deadlineSeconds: 120, answerBytes: 8 * mebibyte };

/** Validates limits and returns their JSON text. */
export const limitsSchema = z
  .strictObject({
    deadlineSeconds: z.int().min(1).max(600).optional(),
    answerBytes: z
      .int()
      .min(mebibyte)
      .max(64 * mebibyte)
      .optional(),
  })
  .transform((limits) => JSON.stringify(limits));

/** The limits in the stored text, completed. */
export function toLimits(text: string): ConnectionLimits {
  return Object.freeze({ ...defaultLimits, ...(JSON.parse(text) as Partial<ConnectionLimits>) });
}
