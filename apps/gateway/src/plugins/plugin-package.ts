import { findPackageJSON } from 'node:module';
import { dirname, join, resolve as resolvePath } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Connector } from '@connectory/connector-sdk';
import { requireSoundConnector } from '@connectory/core';
import { resolve } from 'import-meta-resolve';
import { pluginFolder } from '../start/data-directory.ts';
import { exportedConnector } from './contained/inside/exported-connector.ts';
import { packageNamePattern } from './package-name.ts';

/** A connector from a third-party package. */
export interface Plugin {
  readonly connector: Connector;
  readonly packageName: string;
  /** Folder of the package, without symbolic links. */
  readonly folder: string;
}

const maxImportMilliseconds = 30_000;

/** The settings that name packages, for messages. */
export const pluginSettings = 'CONNECTORY_CONNECTORS or CONNECTORY_TRUSTED_CONNECTORS';

/** Where the packages of a data directory are installed: `npm install --prefix <this folder> <package>`. */
export const pluginFolderOf = (dataDirectory: string): string => resolvePath(dataDirectory, pluginFolder);

/**
 * Loads the connector of a trusted package into this process: from the plugin folder, or otherwise from the gateway's own packages. Throws
 * an `Error` in one line that names the package and what to do.
 */
export async function loadPlugin(packageName: string, pluginFolder: string): Promise<Plugin> {
  const url = locatePackage(packageName, pluginFolder);
  const connector = exportedConnector(await importWithin(packageName, url), packageName);
  requireSound(connector, packageName);
  return { connector, packageName, folder: folderOf(url) };
}

/** Throws an `Error` in one line for an invalid connector. */
export function requireSound(connector: Connector, packageName: string): void {
  try {
    requireSoundConnector(connector);
  } catch (error) {
    throw new Error(`The connector package ${packageName} cannot be used: ${firstLine(error)}`, { cause: error });
  }
}

/** Returns the URL of what an installed package exports. Throws an `Error` in one line that names the package and what to do. */
export function locatePackage(packageName: string, pluginFolder: string): string {
  if (!packageNamePattern.test(packageName)) {
    throw new Error(
      `The settings list a connector "${packageName.slice(0, 100)}", which is not a package name. Install the package, and use the name in its package.json.`,
    );
  }
  return located(packageName, pluginFolder);
}

function located(packageName: string, pluginFolder: string): string {
  for (const parent of [pathToFileURL(join(pluginFolder, 'package.json')).href, import.meta.url]) {
    try {
      return resolve(packageName, parent);
    } catch (error) {
      if (codeOf(error) === 'ERR_MODULE_NOT_FOUND' && !isInstalled(packageName, parent)) continue;
      throw new Error(`The connector package ${packageName} could not be loaded: ${firstLine(error)}.`, {
        cause: error,
      });
    }
  }
  throw new Error(
    `The connector package ${packageName} could not be loaded: it is not installed. Run npm install --prefix ${pluginFolder} ${packageName} (or the path of its .tgz file).`,
  );
}

function isInstalled(packageName: string, parent: string): boolean {
  try {
    return findPackageJSON(packageName, parent) !== undefined;
  } catch {
    return false;
  }
}

async function importWithin(packageName: string, url: string): Promise<Readonly<Record<string, unknown>>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`it did not finish loading within ${maxImportMilliseconds / 1000} s`)),
      maxImportMilliseconds,
    );
  });
  try {
    return (await Promise.race([import(url), late])) as Record<string, unknown>;
  } catch (error) {
    throw failsToLoad(packageName, firstLine(error), error);
  } finally {
    clearTimeout(timer);
  }
}

function folderOf(url: string): string {
  if (!url.startsWith('file:')) return '';
  return dirname(findPackageJSON(url) ?? fileURLToPath(url));
}

/** The error for a package that fails to load; the reason is a clause. */
export const failsToLoad = (packageName: string, reason: string, cause?: unknown): Error =>
  new Error(
    `The connector package ${packageName} fails while it is loaded: ${reason.replace(/\.$/, '')}. Tell its author, or remove it from ${pluginSettings}.`,
    { cause },
  );

/** The first line of a thrown value. */
export const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, 500) ?? '';

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
