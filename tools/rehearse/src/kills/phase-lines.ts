import type { Failures } from '../failures.ts';
import { type Line, none } from '../verdict.ts';
import type { PhaseName } from './phase.ts';

const kinds: Readonly<Record<PhaseName, readonly string[]>> = {
  sync: ['stuck', 'differs', 'errors'],
  write: ['doubled', 'lost', 'refused', 'not replayed', 'stuck', 'without a row in the audit'],
  refresh: ['lost', 'stuck', 'new credentials refused'],
  manage: ['doubled', 'lost', 'half made', 'refused', 'without a row in the audit'],
};

/** Returns one line for each kind of failure that must not occur in a phase. */
export const phaseLines = (name: PhaseName, failures: Failures): readonly Line[] =>
  kinds[name].map((kind) => none(`${name}: ${kind}`, failures.count(`${name}: ${kind}`)));
