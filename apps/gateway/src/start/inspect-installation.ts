import { existsSync } from 'node:fs';
import { inspectStored, keyFileIn } from '@connectory/control-plane';
import { DatabaseUnavailableError, isPostgresUrl, openDatabase } from '@connectory/database';
import { type Configuration, readConfiguration } from './configuration.ts';
import { freeSpace, isReadableByOthers, probeWrite } from './data-directory.ts';
import { explainUnavailable, sharedKeyNeeded } from './open-database.ts';

/** The result of one check, with what to do about it unless it is `ok`. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly message: string;
  readonly advice?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const littleSpace = 1_073_741_824;
const maxStatementSeconds = 15;

/**
 * Checks what a gateway with these variables depends on: settings, data directory, disk, database and encryption key. Changes nothing
 * except for a small file that it removes again; the gateway can keep running.
 */
export async function inspectInstallation(environment: Environment): Promise<readonly Finding[]> {
  let configuration: Configuration;
  try {
    configuration = readConfiguration(environment);
  } catch (error) {
    return [fail('settings', messageOf(error), 'Correct the variable. connectory serve does not start with it.')];
  }
  const { dataDirectory, databaseUrl, mode } = configuration;
  const settings = ok('settings', `The settings are valid (${mode} mode).`);
  if (isPostgresUrl(databaseUrl)) return [settings, ...(await databaseFindings(configuration))];
  if (!existsSync(dataDirectory)) {
    const advice = 'connectory serve creates it. If there should be one, set CONNECTORY_DATA_DIR or --data.';
    return [settings, warn('data directory', `There is no data directory ${dataDirectory} yet.`, advice)];
  }
  const files = await Promise.all([directoryFinding(dataDirectory), spaceFinding(dataDirectory)]);
  return [settings, ...files, ...(await databaseFindings(configuration))];
}

async function directoryFinding(directory: string): Promise<Finding> {
  const check = 'data directory';
  try {
    await probeWrite(directory);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : messageOf(error);
    return fail(
      check,
      `${directory} cannot be written (${reason}).`,
      'Run doctor as the user that runs the gateway, make the directory writable for that user, or free space.',
    );
  }
  if (await isReadableByOthers(directory))
    return warn(check, `Other users of this machine can read ${directory}.`, `Run: chmod 700 ${directory}`);
  return ok(check, `${directory} can be written, and read by its owner only.`);
}

async function spaceFinding(directory: string): Promise<Finding> {
  const { free, least } = await freeSpace(directory);
  const message = `${(free / littleSpace).toFixed(1)} GiB are free.`;
  const advice = 'Free space: a gateway that cannot write accepts no requests.';
  if (free < least) return fail('disk space', message, advice);
  return free < littleSpace ? warn('disk space', message, advice) : ok('disk space', message);
}

async function databaseFindings(configuration: Configuration): Promise<readonly Finding[]> {
  const { databaseUrl, dataDirectory, secretKey } = configuration;
  const isFile = !isPostgresUrl(databaseUrl);
  if (!isFile && secretKey === undefined)
    return [fail('encryption key', 'CONNECTORY_SECRET_KEY is not set.', sharedKeyNeeded(dataDirectory))];
  if (isFile && !existsSync(databaseUrl)) {
    const advice = 'connectory serve creates it. If there should be one, check CONNECTORY_DATABASE_URL.';
    return [warn('database', `There is no database ${databaseUrl} yet.`, advice)];
  }
  const name = isFile ? databaseUrl : 'The PostgreSQL database';
  try {
    const database = await openDatabase(databaseUrl, { maxStatementSeconds });
    try {
      await database.verify();
      return [ok('database', `${name} can be read.`), ...(await storedFindings(database, configuration))];
    } catch (error) {
      throw error instanceof DatabaseUnavailableError ? explainUnavailable(error, database) : error;
    } finally {
      await database.close();
    }
  } catch (error) {
    return [fail('database', messageOf(error), 'The gateway does not start until this is corrected.')];
  }
}

async function storedFindings(
  database: Awaited<ReturnType<typeof openDatabase>>,
  { dataDirectory, secretKey }: Configuration,
): Promise<readonly Finding[]> {
  try {
    const { missingSteps, unknownStep, hasSecrets } = await inspectStored(database, {
      dataDirectory,
      environmentKey: secretKey,
    });
    if (unknownStep !== null) {
      const message = `The database has the step "${unknownStep}", which this version does not know.`;
      return [fail('migrations', message, 'Install the version that wrote it, or a newer one.')];
    }
    if (missingSteps > 0) {
      const advice = 'connectory serve adds them when it starts. Back up the database first: connectory backup';
      return [warn('migrations', `The database lacks ${missingSteps} steps of this version.`, advice)];
    }
    const place = secretKey === undefined ? keyFileIn(dataDirectory) : 'CONNECTORY_SECRET_KEY';
    const key = hasSecrets === true ? `${place} opens the stored secrets.` : 'Nothing is encrypted yet.';
    return [ok('migrations', 'The database is up to date.'), ok('encryption key', key)];
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw error;
    return [fail('encryption key', messageOf(error), 'The gateway does not start without this key.')];
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const ok = (check: string, message: string): Finding => ({ check, state: 'ok', message });
const warn = (check: string, message: string, advice: string): Finding => ({ check, state: 'warn', message, advice });
const fail = (check: string, message: string, advice: string): Finding => ({ check, state: 'fail', message, advice });
