import type { Pass } from './passes.ts';

// A valid value may still refer to something that does not exist, or be a cursor of another list.
const acceptable = ['2xx', '401', '403', '404', '409', '422', '424', '502', '503', '504'];
const refusing = ['400', '401', '403', '404', '405', '406', '409', '413', '415', '422', '424', '428', '429', '431'];

/** The configuration of schemathesis for a pass, as TOML. */
export function passConfiguration({ path, often = {} }: Pass): string {
  const fixed = Object.entries(path).map(([name, value]) => `"path.${name}" = ${text(value)}`);
  const bound = Object.keys(often).map((name) => `"path.${name}" = { dictionary = ${text(name)}, probability = 0.7 }`);
  const dictionaries = Object.entries(often).map(
    ([name, values]) => `[dictionaries.${name}]\nvalues = [${values.map(text).join(', ')}]\n`,
  );
  return `continue-on-failure = true
warnings = false

[output.sanitization]
enabled = false

[parameters]
${[...fixed, ...bound].join('\n')}

${dictionaries.join('\n')}
[checks.not_a_server_error]
expected-statuses = ["2xx", "3xx", "4xx", "502", "503", "504"]

[checks.positive_data_acceptance]
expected-statuses = [${acceptable.map(text).join(', ')}]

[checks.negative_data_rejection]
expected-statuses = [${refusing.map(text).join(', ')}]

# Which entities and actions there are, and what params they take, is not said by the document of the gateway.
[[operations]]
include-path-regex = "/execute(/|$)|/syncs$"
checks.positive_data_acceptance.enabled = false
`;
}

const text = (value: string) => JSON.stringify(value);
