import { z } from 'zod';
import { defaultBudget, maxBudget, minBudget } from '../results/rows-output.ts';

/** Arguments shared by several tools. Self-explanatory ones have no description, since every conversation pays for it. */
export const connection = z.string().min(1).max(128);
export const name = z.string().min(1).max(100);
export const params = z.record(z.string(), z.unknown()).default({});
export const paramsList = z
  .array(z.record(z.string(), z.unknown()))
  .min(1)
  .max(1_000)
  .optional()
  .describe('Instead of params: run it once for each');
export const fields = z.array(z.string().min(1).max(200)).max(200).optional().describe('Dotted paths to return');
export const intent = z.string().max(512).optional().describe('Why, for the audit log');
export const skip = z.int().min(0).max(1_000_000).default(0);
export const maxCharacters = z.int().min(minBudget).max(maxBudget).default(defaultBudget);
