import { Argument, Command } from 'commander';
import { completionPlace, knownCandidates } from '../completion/completion-place.ts';
import { gatewayCandidates } from '../completion/gateway-candidates.ts';
import { completionScripts } from '../completion/scripts.ts';
import { printable } from '../table.ts';
import type { Terminal } from '../terminal.ts';

const help = `
It completes commands, options, and the names of connections, connectors, entities, actions, parameters, tokens, workspaces and profiles.
Names come from the gateway that any other command would use.

Examples:
  source <(connectory completion bash)                                          bash, in ~/.bashrc
  source <(connectory completion zsh)                                           zsh, in ~/.zshrc after compinit
  connectory completion fish > ~/.config/fish/completions/connectory.fish       fish
`;

/** `connectory completion`: the script that completes commands in a shell. */
export function completionCommand(terminal: Terminal, program: () => Command): Command {
  const completion = new Command('completion').description('print the completion script for a shell');
  for (const [shell, script] of Object.entries(completionScripts)) {
    completion
      .command(shell)
      .description(`print the script for ${shell}`)
      .addHelpText('after', help)
      .action(() => terminal.out(script));
  }
  completion
    .command('candidates', { hidden: true })
    .addArgument(new Argument('[words...]'))
    .action(async (words: string[]) => {
      const place = completionPlace(program(), words);
      // Without a reachable gateway and a token, only the words of the command itself can be completed.
      const named = await gatewayCandidates(terminal, place).catch(() => []);
      for (const [word, description] of [...named, ...knownCandidates(place)])
        if (word.startsWith(place.begun)) terminal.out(`${word}\t${printable(description)}\n`);
    });
  return completion;
}
