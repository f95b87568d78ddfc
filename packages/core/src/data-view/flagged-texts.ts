import { parseExactly } from '@connectory/exact-json';
import { hasInstructions } from '@connectory/personal-data';
import type { ExecuteResult } from '../request.ts';

/** A text that seems to instruct a language model. */
interface FlaggedText {
  /** Position of the record in the result, from 0. */
  readonly record: number;
  /** Dotted path of the field; arrays are not steps of it. */
  readonly field: string;
}

const maxFlags = 20;
const maxPath = 500;

/** The result, which says in `meta.flags` which texts seem to instruct a language model: the first 20. Nothing else changes. */
export function flagged(result: ExecuteResult): ExecuteResult {
  if (result.kind !== 'records' && result.kind !== 'record') return result;
  const data: unknown = parseExactly(result.json.toString('utf8'));
  const flags = new Map<string, FlaggedText>();
  const records = Array.isArray(data) ? data : [data];
  for (const [record, value] of records.entries()) collect(value, '', record, flags);
  return flags.size === 0 ? result : { ...result, meta: { ...result.meta, flags: [...flags.values()] } };
}

function collect(value: unknown, field: string, record: number, flags: Map<string, FlaggedText>): void {
  if (flags.size >= maxFlags) return;
  if (typeof value === 'string') {
    const id = `${record} ${field}`;
    if (!flags.has(id) && hasInstructions(value)) flags.set(id, { record, field: field.slice(0, maxPath) });
  } else if (Array.isArray(value)) {
    for (const element of value) collect(element, field, record, flags);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value))
      collect(member, field === '' ? name : `${field}.${name}`, record, flags);
  }
}
