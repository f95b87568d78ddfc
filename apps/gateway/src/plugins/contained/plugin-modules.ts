import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isBuiltin, stripTypeScriptTypes } from 'node:module';
import { basename, dirname, extname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { RawValue } from '@connectory/connector-sdk';
import { moduleResolve } from 'import-meta-resolve';
import { packageNamePattern } from '../package-name.ts';

const maxFiles = 2_000;
const maxBytes = 16 * 1024 * 1024;
const sourceExtensions: ReadonlySet<string> = new Set(['.js', '.mjs', '.ts', '.mts']);
const commonJsExtensions: ReadonlySet<string> = new Set(['.cjs', '.cts']);
const conditions: ReadonlySet<string> = new Set(['import']);
const trust = 'list it in CONNECTORY_TRUSTED_CONNECTORS if you trust it as much as the gateway itself';

/** A module that the gateway provides under a name of Node.js, by the URL of its source. */
export type ProvidedModules = Readonly<Record<string, string>>;

/**
 * The source files that an interpreter may load, which its plugin can read by loading them: those of its own package, and of packages that
 * lie in a `node_modules` folder above the file that names them.
 */
export class PluginModules {
  readonly #provided: ProvidedModules;
  readonly #dataDirectory: string;
  /** The folder of the package each loaded file belongs to, by the URL of the file. */
  readonly #roots = new Map<string, string>();
  #bytes = 0;

  constructor(dataDirectory: string, provided: ProvidedModules) {
    this.#dataDirectory = existsSync(dataDirectory) ? realpathSync(dataDirectory) : dataDirectory;
    this.#provided = provided;
  }

  /** Permits the file of a package that is already located. Returns its URL without symbolic links. Throws an `Error` in one line. */
  entry(url: string, packageName: string): string {
    const path = realpathSync(fileURLToPath(url));
    let root = dirname(path);
    while (nameOf(root) !== packageName) {
      if (dirname(root) === root) throw new Error(`its file ${basename(path)} lies in no package of its name`);
      root = dirname(root);
    }
    return this.#permit(path, root);
  }

  /** Returns the URL of the file that a module imports under a name. Throws an `Error` in one line if it may not be loaded. */
  resolve(specifier: string, importer: string): string {
    if (isBuiltin(specifier)) {
      const provided = this.#provided[specifier.replace(/^(?:node:)?/, 'node:')];
      if (provided !== undefined)
        return this.#permit(realpathSync(fileURLToPath(provided)), dirname(fileURLToPath(provided)));
      throw new Error(`it imports ${specifier}, which a contained plugin does not have; ${trust}`);
    }
    const own = this.#roots.get(importer);
    if (own === undefined) throw new Error(`a module of unknown origin imports ${specifier}`);
    const url = moduleResolve(specifier, new URL(importer), conditions as Set<string>, false);
    if (url.protocol !== 'file:') throw new Error(`it imports ${specifier}, which is not a file`);
    const path = realpathSync(fileURLToPath(url));
    return this.#permit(path, isWithin(path, own) ? own : this.#packageRoot(specifier, importer));
  }

  /** Returns the source of a file that was resolved. Throws an `Error` in one line. */
  source(url: string): string {
    if (!this.#roots.has(url)) throw new Error('it loads a file that was never resolved');
    const path = fileURLToPath(url);
    this.#bytes += statSync(path).size;
    if (this.#bytes > maxBytes || this.#roots.size > maxFiles) {
      throw new Error(
        `it has more than ${maxFiles} files or ${maxBytes / 1024 / 1024} MiB of code; bundle it, or ${trust}`,
      );
    }
    const text = readFileSync(path, 'utf8');
    if (basename(path) === 'package.json') return `export default ${text}`;
    if (extname(path).endsWith('ts')) return stripTypeScriptTypes(text);
    if (isCommonJs(path, text)) throw new Error(notAModule(path));
    return text;
  }

  // Whatever is permitted here can be read by the plugin.
  #permit(path: string, root: string): string {
    const isManifest = path === join(root, 'package.json');
    if (!isWithin(path, root) || (isWithin(path, this.#dataDirectory) && !isWithin(root, this.#dataDirectory))) {
      throw new Error(`it imports ${path}, which lies outside of its package`);
    }
    if (commonJsExtensions.has(extname(path))) throw new Error(notAModule(path));
    if (!isManifest && !sourceExtensions.has(extname(path)))
      throw new Error(`it imports ${path}, which is not a module`);
    if (!statSync(path).isFile()) throw new Error(`it imports ${path}, which is not a file`);
    const url = pathToFileURL(path).href;
    this.#roots.set(url, this.#roots.get(url) ?? root);
    return url;
  }

  #packageRoot(specifier: string, importer: string): string {
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    if (!packageNamePattern.test(name)) throw new Error(`it imports ${specifier}, which lies outside of its package`);
    for (let folder = dirname(fileURLToPath(importer)); ; folder = dirname(folder)) {
      const found = join(folder, 'node_modules', name);
      if (basename(folder) !== 'node_modules' && existsSync(join(found, 'package.json'))) {
        const root = realpathSync(found);
        if (nameOf(root) === name) return root;
        throw new Error(`it imports ${specifier}, but the package there has another name`);
      }
      if (dirname(folder) === folder) throw new Error(`it imports ${specifier}, which is not installed`);
    }
  }
}

const isWithin = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);

function manifestOf(folder: string): RawValue {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

const nameOf = (folder: string): unknown => manifestOf(folder)?.name;

function isCommonJs(path: string, text: string): boolean {
  if (extname(path) === '.mjs' || /^[\t ]*(?:import|export)\b/m.test(text)) return false;
  let folder = dirname(path);
  while (manifestOf(folder) === undefined && dirname(folder) !== folder) folder = dirname(folder);
  return manifestOf(folder)?.type !== 'module';
}

const notAModule = (path: string) =>
  `its file ${path} is CommonJS: it must be ES modules, or be bundled (npx tsdown); or ${trust}`;
