import { Argument, Command } from 'commander';
import { completionCandidates } from '../completion-candidates.ts';
import type { Terminal } from '../terminal.ts';

const scripts = {
  bash: `_connectory() {
  local IFS=$'\\n'
  COMPREPLY=($(connectory completion candidates -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1))
}
complete -o default -F _connectory connectory
`,
  zsh: `#compdef connectory
_connectory() {
  local -a candidates
  local line
  for line in "\${(@f)$(connectory completion candidates -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && candidates+=(\${line/$'\\t'/:})
  done
  if (( \${#candidates} )); then _describe 'connectory' candidates; else _files; fi
}
compdef _connectory connectory
`,
  fish: `function __connectory_candidates
  set --local words (commandline --current-process --tokenize --cut-at-cursor)
  set --local current (commandline --current-token --cut-at-cursor)
  connectory completion candidates -- $words[2..] "$current" 2>/dev/null
end
complete --command connectory --arguments '(__connectory_candidates)'
`,
};

const help = `
Examples:
  source <(connectory completion bash)                                          bash, in ~/.bashrc
  source <(connectory completion zsh)                                           zsh, in ~/.zshrc after compinit
  connectory completion fish > ~/.config/fish/completions/connectory.fish       fish
`;

/** `connectory completion`: the scripts that complete commands and options in a shell. */
export function completionCommand(terminal: Terminal, program: () => Command): Command {
  const completion = new Command('completion').description('print the completion script for a shell');
  for (const [shell, script] of Object.entries(scripts)) {
    completion
      .command(shell)
      .description(`print the script for ${shell}`)
      .addHelpText('after', help)
      .action(() => terminal.out(script));
  }
  completion
    .command('candidates', { hidden: true })
    .addArgument(new Argument('[words...]'))
    .action((words: string[]) => {
      for (const [candidate, description] of completionCandidates(program(), words)) {
        terminal.out(`${candidate}\t${description}\n`);
      }
    });
  return completion;
}
