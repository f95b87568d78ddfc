import type { Command, Option } from 'commander';

/**
 * What may stand in place of the last of the words after the command's name: subcommands and options that begin with it, with their
 * descriptions. Nothing where the command cannot know, such as the value of an option.
 */
export function completionCandidates(
  program: Command,
  words: readonly string[],
): readonly (readonly [string, string])[] {
  const typed = words.slice(0, -1);
  const begun = words.at(-1) ?? '';
  let command = program;
  let awaited: Option | undefined;
  for (const word of typed) {
    if (word.startsWith('-')) {
      const option = command.options.find(({ short, long }) => word === short || word === long);
      awaited = option?.required === true || option?.optional === true ? option : undefined;
      continue;
    }
    if (awaited !== undefined) {
      if (!awaited.variadic) awaited = undefined;
      continue;
    }
    command = command.commands.find((candidate) => candidate.name() === word) ?? command;
  }
  const options = begun.startsWith('-') ? command.createHelp().visibleOptions(command) : [];
  if (awaited !== undefined && options.length === 0) return [];
  const subcommands = begun.startsWith('-') ? [] : command.createHelp().visibleCommands(command);
  return [
    ...subcommands.map((subcommand) => [subcommand.name(), subcommand.description()] as const),
    ...options.map((option) => [option.long ?? option.short ?? '', option.description] as const),
  ].filter(([candidate]) => candidate.startsWith(begun));
}
