import { execFile } from 'node:child_process';

/** A command typed in a shell, and its output. */
export interface Step {
  readonly command: string;
  readonly output: string;
}

const block = /^```console\n([\s\S]*?)^```$/gm;
const anyCommands = /^```(console|sh)\n([\s\S]*?)^```$/gm;
const program = /^```[a-z]+ ([a-z][a-z-]*\.[a-z]+)\n([\s\S]*?)^```$/gm;
const mark = '-- the next command --';
const endOfFile = 'END_OF_FILE';

/** A program that a page shows in full, in a block whose info string ends with the name of its file. */
interface Program {
  readonly name: string;
  readonly text: string;
}

/** Returns the programs of a page, in order. */
function programsOf(guide: string): readonly Program[] {
  return [...guide.matchAll(program)].map(([, name = '', text = '']) => ({ name, text }));
}

/** Returns the steps of a guide's console blocks, in order. */
export function guideSteps(guide: string): readonly Step[] {
  return [...guide.matchAll(block)].flatMap(([, text = '']) => stepsOf(text));
}

/** Returns the commands of a guide's console blocks, in order. */
export function commandsOf(guide: string): readonly string[] {
  return guideSteps(guide).map(({ command }) => command);
}

/**
 * Runs the commands of a guide in one shell, with its programs as files, and returns the guide with the current output in its console
 * blocks; the commands of other blocks must succeed. Output that differs only in generated values (ids, times, tokens) stays as it was
 * written.
 */
export async function reprint(guide: string, run: (script: string) => Promise<string>): Promise<string> {
  const files = programsOf(guide).map(({ name, text }) => `cat > ${name} <<'${endOfFile}'\n${text}${endOfFile}`);
  const commands = Array.from(guide.matchAll(anyCommands), ([, language, text = '']) =>
    language === 'sh'
      ? silently(text)
      : stepsOf(text)
          .map(({ command }) => `${command}\necho '${mark}'`)
          .join('\n'),
  );
  const outputs = (await run([...files, ...commands].join('\n'))).split(`${mark}\n`);
  return guide.replace(block, (_, text: string) => {
    const steps = stepsOf(text).map(({ command, output }) => {
      const printed = withLineEnd(outputs.shift() ?? '');
      return `$ ${command}\n${lasting(printed) === lasting(output) ? output : printed}`;
    });
    return `\`\`\`console\n${steps.join('')}\`\`\``;
  });
}

const silently = (commands: string) => `set -e\n{\n${commands}} > /dev/null\nset +e`;

// A reader's shell does not have the variables that `npm test` sets for its tasks.
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CONNECTORY_')));

/** Runs a script with `sh` and returns its standard output; throws an `Error` if it writes to standard error. */
export function shell(script: string, directory: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      'sh',
      ['-c', script],
      { cwd: directory, env: environment, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error !== null || stderr !== '') reject(error ?? new Error(stderr));
        else resolve(stdout);
      },
    );
  });
}

function stepsOf(text: string): readonly Step[] {
  const [, ...parts] = text.split(/^\$ /m);
  return parts.map((part) => {
    // A backslash continues a command on the next line.
    const [line = ''] = /^(?:.*\\\n)*.*\n/.exec(part) ?? [];
    return { command: line.trimEnd(), output: part.slice(line.length) };
  });
}

function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function lasting(output: string): string {
  return output
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/g, 'TIME')
    .replace(/cty_[\w-]+/g, 'TOKEN')
    .replace(/req_sandbox_\d+/g, 'REQUEST')
    .replace(/"took_ms": ?\d+/g, 'DURATION')
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'ORIGIN');
}
