import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const deployment = fileURLToPath(new URL('../../deploy', import.meta.url));

/** The text of a deployment file. */
export const readDeployment = (path: string): string => readFileSync(`${deployment}/${path}`, 'utf8');

/** The title of a test that needs a program, and whether the program is missing; a skipped test has the reason in its name. */
export function needing(title: string, program: string): { readonly title: string; readonly missing: boolean } {
  try {
    execFileSync('which', [program], { stdio: 'pipe' });
    return { title, missing: false };
  } catch {
    return { title: `${title} (skipped: ${program} is not installed)`, missing: true };
  }
}

/** Runs a program in the folder and returns its output, including errors. Throws an `Error` with the output if it fails. */
export function runInDeployment(program: string, programArguments: readonly string[]): string {
  try {
    return execFileSync(program, programArguments, { cwd: deployment, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${program} ${programArguments.join(' ')}:\n${stdout}${stderr}`, { cause: error });
  }
}

/** Returns the names of a gateway's variables in a text. */
export const variablesIn = (text: string): readonly string[] => [...new Set(text.match(/\bCONNECTORY_[A-Z_]+\b/g))];
