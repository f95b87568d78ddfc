import { execFileSync } from 'node:child_process';
import { chown, copyFile, cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { packClosure } from '../installed/published-packages.ts';
import { installInto } from '../installed/rehearse-install.ts';
import type { ImageInstructions } from './image-instructions.ts';

/**
 * Creates the root file system that the Dockerfile describes, with the same steps: the published packages without development dependencies,
 * Node.js, and its shared libraries. It contains no shell and no other program. As in an image, the mount points are empty.
 */
export async function makeRootFileSystem(
  root: string,
  repository: string,
  { user, group, volume }: ImageInstructions,
): Promise<void> {
  const product = join(root, 'opt/connectory');
  await installInto(product, await packClosure('@connectory/cli', repository, join(`${root}.packed`)));
  await copyFile(process.execPath, join(product, 'node'));
  for (const library of librariesOf(process.execPath)) {
    await mkdir(join(root, dirname(library)), { recursive: true });
    await copyFile(library, join(root, library));
  }
  // Other files of the base image.
  await mkdir(join(root, 'etc'), { recursive: true });
  await writeFile(join(root, 'etc/passwd'), `nonroot:x:${user}:${group}:nonroot:/:/sbin/nologin\n`);
  await cp('/etc/ssl/certs', join(root, 'etc/ssl/certs'), { recursive: true, dereference: true }).catch(() => {});
  for (const name of ['proc', 'dev', volume]) await mkdir(join(root, name), { recursive: true, mode: 0o755 });
  for (const device of devices) await writeFile(join(root, device), '');
  await chown(join(root, volume), user, group);
}

/** The devices that every container has, and that Node.js needs. */
export const devices = ['/dev/null', '/dev/urandom'];

// Lines such as "libm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x…)", and the loader with its path only.
function librariesOf(program: string): readonly string[] {
  const output = execFileSync('ldd', [program], { encoding: 'utf8' });
  return Array.from(output.matchAll(/(\/\S+) \(0x/g), ([, path = '']) => path);
}
