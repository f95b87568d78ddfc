import { firstCodePoints } from '../../query/stored-text.ts';

/** A node of `explain (format json)`. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly PlanNode[];
  readonly [property: string]: unknown;
}

const longestLine = 400;
const shownProperties = ['Index Cond', 'Recheck Cond', 'Filter', 'Sort Key', 'Presorted Key'];

/** The steps of a plan, one line each, indented by depth. They contain operands, so long lines are truncated. */
export function planSteps(node: PlanNode, depth = 0): readonly string[] {
  const place = [node['Relation Name'], node['Index Name']].flatMap((name) => (name === undefined ? [] : [name]));
  const properties = shownProperties.flatMap((name) => {
    const value = node[name];
    return value === undefined ? [] : [`${name.toLowerCase()}: ${[value].flat().join(', ')}`];
  });
  const line = [[node['Node Type'], ...place].join(' '), ...properties].join('; ');
  const shown = line.length > longestLine ? `${firstCodePoints(line, longestLine)} …` : line;
  return [`${'  '.repeat(depth)}${shown}`, ...(node.Plans ?? []).flatMap((child) => planSteps(child, depth + 1))];
}

/**
 * Whether a plan must read every record of the connection: it reads the table without an index, or through an index with no condition but
 * the connection. Such an index can still serve a page in its order; with a filter, only if the database expects to find `enough` results
 * on the way.
 */
export function scansEntity(node: PlanNode, tableName: string, enough: number): boolean {
  const type = node['Node Type'];
  if (node['Relation Name'] === tableName) {
    if (type === 'Seq Scan') return true;
    if (type === 'Bitmap Heap Scan') return !(node.Plans ?? []).some(isNarrowing);
    const readsOn = node.Filter !== undefined || enough === Number.POSITIVE_INFINITY;
    return !isNarrowing(node) && readsOn && node['Plan Rows'] < enough;
  }
  // A sort needs its whole input first.
  const wanted = type === 'Sort' ? Number.POSITIVE_INFINITY : enough;
  return (node.Plans ?? []).some((child) => scansEntity(child, tableName, wanted));
}

function isNarrowing(node: PlanNode): boolean {
  if (node['Node Type'] === 'BitmapAnd') return (node.Plans ?? []).some(isNarrowing);
  if (node['Node Type'] === 'BitmapOr') return (node.Plans ?? []).every(isNarrowing);
  if (node['Index Name']?.endsWith('_more_words')) return true;
  const condition = node['Index Cond'] ?? '';
  return condition !== '' && !/^\(connection_id = '[^']*'::uuid\)$/.test(condition);
}
