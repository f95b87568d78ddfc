import { Option } from 'commander';

/** `--workspace`, for every command on an object of a workspace. */
export const workspaceOption = (): Option =>
  new Option('-w, --workspace <name>', 'workspace; by default, CONNECTORY_WORKSPACE or the workspace of the token');

/** `--set`, for every command that creates a connection. */
export const settingOption = (): Option =>
  new Option('--set <key=value>', 'a setting of the connection; can be repeated').argParser(
    (value: string, earlier: readonly string[] = []) => [...earlier, value],
  );

/** `--yes`, for every command that deletes something. */
export const yesOption = (): Option => new Option('-y, --yes', 'do not ask for confirmation');

/** `--json`, for every command that prints a table. */
export const jsonOption = (): Option => new Option('--json', 'print JSON, even on a terminal');
