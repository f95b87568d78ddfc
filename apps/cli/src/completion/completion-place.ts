import type { Command, Option } from 'commander';

/** A word that can be typed next, with what it means. */
export type Candidate = readonly [word: string, description: string];

/** Where on the command line a word is completed. */
export interface CompletionPlace {
  readonly command: Command;
  /** What has been typed of the word. */
  readonly begun: string;
  /** The option whose value the word is. */
  readonly awaited: Option | undefined;
  /** The words before it, after the command, that are neither options nor their values. */
  readonly operands: readonly string[];
  /** All words before it, after the command. */
  readonly typed: readonly string[];
  /** The values of the options before it, by the names of the options. */
  readonly given: Readonly<Record<string, string>>;
}

/** Finds the place of the last of the words after the command's name. */
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

/** What the command itself knows: subcommands, options, and values an option is limited to. */
export function knownCandidates({ command, begun, awaited, operands }: CompletionPlace): readonly Candidate[] {
  const isOption = begun.startsWith('-');
  if (awaited !== undefined && !isOption) return (awaited.argChoices ?? []).map((choice) => [choice, '']);
  const help = command.createHelp();
  if (isOption)
    return help.visibleOptions(command).map((option) => [option.long ?? option.short ?? '', option.description]);
  if (operands.length > 0) return [];
  return help.visibleCommands(command).map((subcommand) => [subcommand.name(), subcommand.description()]);
}
