import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { takePictures } from './take-pictures.ts';

/** Takes pictures into the folder of `--into <folder>`, and lists them as lines to print. Throws an `Error` without a folder. */
export async function picturesCommand(options: readonly string[]): Promise<string> {
  const { values } = parseArgs({ args: [...options], options: { into: { type: 'string' } } });
  if (values.into === undefined) throw new Error('Say where to write the pictures: --into <folder>');
  // npm runs the command in the root of the repository, regardless of the current folder.
  const folder = resolve(process.env.INIT_CWD ?? '.', values.into);
  const pictures = await takePictures(folder);
  const lines = pictures.map(({ file, bytes }) => `${file.padEnd(36)} ${(bytes / 1000).toFixed(1)} kB`);
  return `${[...lines, `${pictures.length} pictures in ${folder}`].join('\n')}\n`;
}
