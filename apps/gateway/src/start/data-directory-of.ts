type Environment = Readonly<Record<string, string | undefined>>;

/** The data directory that the environment of a gateway names, or the default. */
export const dataDirectoryOf = (environment: Environment): string => environment.CONNECTORY_DATA_DIR || '.connectory';

/** The folder of compiled code within a data directory. */
export const compiledFolder = 'compiled';
