import type { Command, Option } from 'commander';

/** A word that can be typed next, and its description. */
export type Candidate = readonly [word: string, description: string];

/** The word to complete and its place on the command line. */
export interface CompletionPlace {
  readonly command: Command;
  /** What has been typed of the word so far. */
  readonly begun: string;
  /** The option that takes the word as its value. */
  readonly awaited: Option | undefined;
  /** The preceding words after the command that are neither options nor their values. */
  readonly operands: readonly string[];
  /** All preceding words after the command. */
  readonly typed: readonly string[];
  /** The values of the preceding options, by option name. */
  readonly given: Readonly<Record<string, string>>;
}

/** Finds the place of the last word after the command's name. */
export function completionPlace(program: Command, words: readonly string[]): CompletionPlace {
  let command = program;
  let awaited: Option | undefined;
  let typed: string[] = [];
  let operands: string[] = [];
  const given: Record<string, string> = {};
  for (const word of words.slice(0, -1)) {
    typed.push(word);
    if (word.startsWith('-')) {
      const [name = '', value] = word.split(/=(.*)/s);
      const option = command.options.find(({ short, long }) => name === short || name === long);
      const takesValue = option?.required === true || option?.optional === true;
      if (option !== undefined && value !== undefined) given[option.attributeName()] = value;
      awaited = takesValue && value === undefined ? option : undefined;
      continue;
    }
    if (awaited !== undefined) {
      given[awaited.attributeName()] = word;
      if (!awaited.variadic) awaited = undefined;
      continue;
    }
    const subcommand = operands.length > 0 ? undefined : command.commands.find((known) => known.name() === word);
    if (subcommand === undefined) operands.push(word);
    else [command, operands, typed] = [subcommand, [], []];
  }
  return { command, begun: words.at(-1) ?? '', awaited, operands, typed, given };
}

/** Returns the candidates the command itself knows: subcommands, options, and the allowed values of an option. */
export function knownCandidates({ command, begun, awaited, operands }: CompletionPlace): readonly Candidate[] {
  const isOption = begun.startsWith('-');
  if (awaited !== undefined && !isOption) return (awaited.argChoices ?? []).map((choice) => [choice, '']);
  const help = command.createHelp();
  if (isOption)
    return help.visibleOptions(command).map((option) => [option.long ?? option.short ?? '', option.description]);
  if (operands.length > 0) return [];
  return help.visibleCommands(command).map((subcommand) => [subcommand.name(), subcommand.description()]);
}
