import { Option } from 'commander';

/** `--workspace`, which every command on something of a workspace takes. */
export const workspaceOption = (): Option =>
  new Option('-w, --workspace <name>', 'workspace; that of the token, or CONNECTORY_WORKSPACE, when left out');

/** `--json`, which every command that prints a table takes. */
export const jsonOption = (): Option => new Option('--json', 'print JSON on a terminal, too');
