/** The completion script of each shell. Quotes the shell has parsed are removed from the words. */
export const completionScripts: Readonly<Record<string, string>> = {
  bash: `_connectory() {
  local word candidate words=()
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do words+=("\${word//\\\\/}"); done
  while IFS=$'\\t' read -r candidate _; do
    COMPREPLY+=("$(printf '%q' "$candidate")")
  done < <(connectory completion candidates -- "\${words[@]}" 2>/dev/null)
}
complete -o default -F _connectory connectory
`,
  zsh: `#compdef connectory
_connectory() {
  local -a candidates
  local line name
  for line in "\${(@f)$(connectory completion candidates -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    name=\${line%%$'\\t'*}
    [[ -n $name ]] && candidates+=("\${name//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#candidates} )); then _describe 'connectory' candidates; else _files; fi
}
compdef _connectory connectory
`,
  fish: `function __connectory_candidates
  set --local words (commandline --current-process --tokenize --cut-at-cursor)
  set --local current (commandline --current-token --cut-at-cursor)
  set --local candidates (connectory completion candidates -- $words[2..] "$current" 2>/dev/null)
  if test (count $candidates) -gt 0
    printf '%s\\n' $candidates
  else
    __fish_complete_path $current
  end
end
complete --command connectory --no-files --arguments '(__connectory_candidates)'
`,
};
