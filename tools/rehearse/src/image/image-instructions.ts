/** The instructions of a Dockerfile's last stage about how its image runs. */
export interface ImageInstructions {
  readonly user: number;
  readonly group: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly entryPoint: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  readonly volume: string;
  readonly from: string;
}

/** Reads the last stage of a Dockerfile. Throws an `Error` for an instruction that is missing, or not in the exec form. */
export function readImageInstructions(dockerfile: string): ImageInstructions {
  const joined = dockerfile.replaceAll(/\\\n\s*/g, ' ');
  const stage = joined.slice(joined.lastIndexOf('\nFROM ') + 1);
  const lines = stage.split('\n').filter((line) => !line.startsWith('#'));
  const textOf = (instruction: string) => {
    const line = lines.findLast((one) => one.startsWith(`${instruction} `));
    if (line === undefined) throw new Error(`The Dockerfile has no ${instruction} in its last stage.`);
    return line.slice(instruction.length + 1).trim();
  };
  const [, user = '', group = ''] = /^(\d+):(\d+)$/.exec(textOf('USER')) ?? [];
  if (user === '' || Number(user) === 0)
    throw new Error('USER must be the numbers of a user and a group other than root.');
  return {
    user: Number(user),
    group: Number(group),
    environment: Object.fromEntries(
      Array.from(textOf('ENV').matchAll(/(\w+)=(\S+)/g), ([, name = '', value = '']) => [name, value]),
    ),
    entryPoint: listOf(textOf('ENTRYPOINT')),
    command: listOf(textOf('CMD')),
    healthCheck: listOf(textOf('HEALTHCHECK').replace(/^.*?CMD /, '')),
    volume: textOf('VOLUME'),
    from: textOf('FROM'),
  };
}

function listOf(text: string): readonly string[] {
  const list: unknown = JSON.parse(text);
  if (Array.isArray(list) && list.every((one) => typeof one === 'string')) return list;
  throw new Error(`${text} needs a shell, which the image does not have.`);
}
