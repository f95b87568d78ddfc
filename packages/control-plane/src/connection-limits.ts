import { z } from 'zod';

/** How much one call of a connection may take. */
export interface ConnectionLimits {
  /** Seconds from the first step of a call to its answer: 1 to 600, 120 unless set. */
  readonly deadlineSeconds: number;
  /** The most bytes of an answer, unpacked: 1 to 64 MiB, 8 MiB unless set. */
  readonly answerBytes: number;
}

const mebibyte = 1024 * 1024;

/** What holds where nothing is set. */
const defaultLimits: ConnectionLimits = { deadlineSeconds: 120, answerBytes: 8 * mebibyte };

/** Accepts the limits that are set and gives their JSON text. */
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
