import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Calls } from './calls.ts';
import { defaultBudget } from './results/rows-output.ts';
import type { Tool } from './tool.ts';
import { connectAccount } from './tools/connect-account.ts';
import { describeAction } from './tools/describe-action.ts';
import { fetch } from './tools/fetch.ts';
import { findActions } from './tools/find-actions.ts';
import { listChanges } from './tools/list-changes.ts';
import { listConnections } from './tools/list-connections.ts';
import { readFile } from './tools/read-file.ts';
import { runRead } from './tools/run-read.ts';
import { runWrite } from './tools/run-write.ts';
import { search } from './tools/search.ts';
import { searchRecords } from './tools/search-records.ts';
import { sql } from './tools/sql.ts';

/** Every tool there is, in the order in which they are used. */
export const tools: readonly Tool[] = [
  findActions,
  describeAction,
  runRead,
  runWrite,
  searchRecords,
  sql,
  search,
  fetch,
  listChanges,
  readFile,
  listConnections,
  connectAccount,
];

/** The tools that the token of `calls` may use, as listed to clients. */
export async function listTools(calls: Calls): Promise<ListedTool[]> {
  const offered = await Promise.all(tools.map((tool) => tool.isOffered(calls)));
  return tools.filter((_tool, position) => offered[position]).map(listedTool);
}

const bounds = [
  'minLength',
  'maxLength',
  'minimum',
  'minItems',
  'maxItems',
  'propertyNames',
  'pattern',
  'contentEncoding',
  'additionalProperties',
];

const maxShown = 1_000;

// They hold against abuse. A model that keeps to the names would never meet them, and every conversation would pay for them.
function leaveOutBounds({ jsonSchema }: { readonly jsonSchema: Record<string, unknown> }): void {
  for (const keyword of bounds) delete jsonSchema[keyword];
  // Nobody asks for so many, and results that are cut say how long they may be.
  if (Number(jsonSchema.maximum) > maxShown) delete jsonSchema.maximum;
  if (jsonSchema.default === defaultBudget) delete jsonSchema.default;
}

const listed = new Map<Tool, ListedTool>();

function listedTool(tool: Tool): ListedTool {
  const known = listed.get(tool);
  if (known !== undefined) return known;
  const { name, description, input, output, annotations } = tool;
  // Clients take a schema without a version for one of draft 2020-12, which this is.
  const { $schema: _version, ...inputSchema } = z.toJSONSchema(input, { io: 'input', override: leaveOutBounds });
  const words = name.replaceAll('_', ' ');
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  const outputSchema = output === undefined ? {} : { outputSchema: output };
  const made = { name, title, description, inputSchema, ...outputSchema, annotations } as ListedTool;
  listed.set(tool, made);
  return made;
}
