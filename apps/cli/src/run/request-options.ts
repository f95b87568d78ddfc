import { Option } from 'commander';
import type { ActionRequest } from '../execute/action-runner.ts';
import { type RunOptions, runOptions } from '../execute/run-options.ts';
import { jsonArgumentHelp, readJsonObject } from '../json-input.ts';
import type { Terminal } from '../terminal.ts';

/** Options of a call in addition to its parameters. */
export interface RequestOptions extends RunOptions {
  readonly dryRun?: true;
  readonly select?: string;
  readonly exclude?: string;
  readonly intent?: string;
  readonly params?: string;
}

/** The options that `connectory run` accepts before the connection, and after the action unless a parameter has the same name. */
export const requestOptions = (): readonly Option[] => [
  new Option('--dry-run', 'show the upstream request instead of sending it'),
  new Option('--select <fields>', 'only these fields of the records, separated by commas: id,owner.login'),
  new Option('--exclude <fields>', 'all fields of the records but these'),
  new Option('--params <params>', `parameters as a ${jsonArgumentHelp}; options override them`),
  new Option('--intent <text>', 'why the action is run; kept in the audit'),
  ...runOptions(),
];

/** Returns the body of an execute call. Throws a problem of code 4 for `--params` that is not a JSON object. */
export async function requestOf(
  terminal: Terminal,
  { params, ...names }: { readonly entity: string; readonly action: string; readonly params: object },
  { dryRun, select, exclude, intent, params: more }: RequestOptions,
): Promise<ActionRequest> {
  const all = { ...(more !== undefined && (await readJsonObject(terminal, more))), ...params };
  return {
    ...names,
    ...(Object.keys(all).length > 0 && { params: all }),
    ...(select !== undefined && { select_fields: listOf(select) }),
    ...(exclude !== undefined && { exclude_fields: listOf(exclude) }),
    ...(intent !== undefined && { intent }),
    ...(dryRun !== undefined && { dry_run: true }),
  };
}

const listOf = (text: string) =>
  text
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field !== '');
