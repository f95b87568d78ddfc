import { type Runner, run, type Statement } from '../../src/stores/postgres/statement.ts';

/** A node of a plan from `explain (verbose, format json)`, with the members that are read here. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly Operation?: string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Filter?: string;
  readonly Output?: readonly string[];
  readonly Plans?: readonly PlanNode[];
}

/** How a statement accesses one of its tables: the connections in its conditions; empty if it may read any connection. */
export interface ReachedTable {
  readonly table: string;
  readonly connections: readonly string[];
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.source;
const named = new RegExp(`connection_id = '(${uuid})'::uuid`, 'g');
const inserted = new RegExp(`^'(${uuid})'::uuid$`);

/** Returns the tables that a statement reads and inserts into, according to its plan. The statement is not run. */
export async function reachedTables(runner: Runner, { text, parameters }: Statement): Promise<readonly ReachedTable[]> {
  const [row] = await run<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
    runner,
    `explain (verbose, format json) ${text}`,
    parameters,
  );
  return (row?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => reachedIn(Plan));
}

function reachedIn(node: PlanNode): readonly ReachedTable[] {
  const { Plans: plans = [], 'Relation Name': table } = node;
  const below = plans.flatMap(reachedIn);
  if (table === undefined) return below;
  // Updates and deletes change what a child node has found.
  if (node.Operation !== undefined && node.Operation !== 'Insert') return below;
  const connections = node.Operation === undefined ? scanned(node) : [inserted.exec(plans[0]?.Output?.[0] ?? '')?.[1]];
  return [{ table, connections: connections.filter((connection) => connection !== undefined) }, ...below];
}

// The conditions of a bitmap heap scan include those of the bitmap below it.
function scanned(node: PlanNode): readonly (string | undefined)[] {
  const conditions = [node['Index Cond'], node['Recheck Cond'], node.Filter]
    .join(' ')
    .replaceAll(/\w+\.connection_id/g, 'connection_id');
  return [...new Set(Array.from(conditions.matchAll(named), ([, connection]) => connection))];
}
