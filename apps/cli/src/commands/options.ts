import { Option } from 'commander';

/** `--workspace`, which every command on something of a workspace takes. */
export const workspaceOption = (): Option =>
  new Option('-w, --workspace <name>', 'workspace; by default, CONNECTORY_WORKSPACE or the workspace of the token');

/** `--json`, which every command that prints a table takes. */
export const jsonOption = (): Option => new Option('--json', 'print JSON, even on a terminal');
