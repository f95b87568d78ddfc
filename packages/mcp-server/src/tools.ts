import type { Tool } from './tool.ts';
import { describeAction } from './tools/describe-action.ts';
import { findActions } from './tools/find-actions.ts';
import { listChanges } from './tools/list-changes.ts';
import { listConnections } from './tools/list-connections.ts';
import { readFile } from './tools/read-file.ts';
import { runRead } from './tools/run-read.ts';
import { runWrite } from './tools/run-write.ts';
import { searchRecords } from './tools/search-records.ts';

/** Every tool there is, in the order in which they are used. */
export const tools: readonly Tool[] = [
  findActions,
  describeAction,
  runRead,
  runWrite,
  searchRecords,
  listChanges,
  readFile,
  listConnections,
];
