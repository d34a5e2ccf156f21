import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { openDataFolder } from '@scangate/emulator-host/data-folder';
import type { TablePlan } from '../template/cloud-plan.ts';
import { createTables } from './create-tables.ts';
import { startDatabase } from './database-process.ts';
import { databaseJar, launcherFolder, libraryFolder, type JavaStart } from './java-arguments.ts';

const archiveName = 'classes.jsa';
/** The file beside an archive by which it is found. */
export const archiveEntry = 'class-path.json';

interface ArchiveList {
  /** The archive is valid for exactly these files in this order. */
  classPath: readonly string[];
  archiveBytes: number;
}

const launcherClass = 'LoopbackServer.class';

/**
 * Returns the Java executable that a start runs, with links resolved; undefined when it is not found in the usual
 * way.
 */
export const javaFile = (path = process.env['PATH'] ?? ''): string | undefined => {
  if (process.platform === 'win32') return undefined;
  const found = path
    .split(delimiter)
    .map((folder) => join(folder, 'java'))
    .find((file) => existsSync(file));
  return found && realpathSync(found);
};

/** The jars that the database's own needs, in a lasting order. */
const libraryJars = (jar: string): string[] => {
  const libraries = libraryFolder(jar);
  return readdirSync(libraries)
    .filter((name) => name.endsWith('.jar'))
    .toSorted()
    .map((name) => join(libraries, name));
};

/** Lists the files whose change makes an archive useless; Java itself would only ignore the archive. */
export const archiveInputs = (java: string): string[] => {
  const jar = databaseJar();
  // An archive made in another way is as good, but not as quick.
  const makers = ['class-archive.ts', 'java-arguments.ts'].map((name) => join(import.meta.dirname, name));
  return [java, jar, ...libraryJars(jar), join(launcherFolder, launcherClass), ...makers];
};

/**
 * The manifest of the jar lists folders, and Java writes no archive for a class path with folders; the copy
 * therefore has another name.
 */
const withoutManifest = (jar: string): Buffer => {
  const name = 'META-INF/MANIFEST.MF';
  const bytes = readFileSync(jar);
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + name.length))
    bytes.write('XX', at + name.length - 2, 'latin1');
  return bytes;
};

const writeLauncher = async (path: string): Promise<void> => {
  // A start that finds an archive does not need this. In a bundle, CommonJS has no other export.
  const { default: yazl } = await import('yazl');
  const zip = new yazl.ZipFile();
  const options = { mtime: new Date(1980, 0, 1), compress: false };
  zip.addBuffer(readFileSync(join(launcherFolder, launcherClass)), launcherClass, options);
  zip.end();
  await once(zip.outputStream.pipe(createWriteStream(path)), 'close');
};

/** Writes the two jars that do not come from packages under a digest of their inputs, unless they exist. */
const ownJars = async (folder: string): Promise<string[]> => {
  const jar = databaseJar();
  const database = withoutManifest(jar);
  const digest = createHash('sha256')
    .update(database)
    .update(readFileSync(join(launcherFolder, launcherClass)));
  const place = join(folder, digest.digest('hex').slice(0, 16));
  if (!existsSync(place)) {
    const written = `${place}-${process.pid}`;
    mkdirSync(written, { recursive: true });
    writeFileSync(join(written, 'database.jar'), database);
    await writeLauncher(join(written, 'launcher.jar'));
    try {
      renameSync(written, place);
    } catch (error) {
      rmSync(written, { recursive: true, force: true });
      if (!existsSync(place)) throw error;
    }
  }
  return [join(place, 'launcher.jar'), join(place, 'database.jar')];
};

/** A table with an index, so that Java loads what describing one takes. */
const warmingTable: TablePlan = {
  name: 'Warming',
  keys: [
    { name: 'pk', type: 'HASH' },
    { name: 'sk', type: 'RANGE' },
  ],
  attributes: [
    { name: 'pk', type: 'S' },
    { name: 'sk', type: 'S' },
  ],
  indexes: [
    {
      name: 'reverse',
      keys: [
        { name: 'sk', type: 'HASH' },
        { name: 'pk', type: 'RANGE' },
      ],
      projection: { ProjectionType: 'ALL' },
    },
  ],
};

/** Writing an archive takes a second or two when the process ends. */
const writingMs = 30_000;

/**
 * Runs a database once and keeps the classes that it loads in Java's in-memory form, so that later starts take half
 * the CPU time. @param folder of the archive. @param jars folder that keeps the jars in one place.
 */
export const writeClassArchive = async (folder: string, jars: string): Promise<void> => {
  const classPath = [...(await ownJars(jars)), ...libraryJars(databaseJar())];
  const data = await openDataFolder(join(folder, 'data'));
  try {
    const flags = [`-XX:ArchiveClassesAtExit=${join(folder, archiveName)}`];
    const database = await startDatabase(data, { java: { flags, classPath } });
    // The first call makes the table, the second one describes it, as each later start does.
    for (let call = 0; call < 2; call += 1) await createTables(database, [warmingTable]);
    await database.stop(writingMs);
  } finally {
    await data.release();
    rmSync(join(folder, 'data'), { recursive: true, force: true });
  }
  // Without this file, Java wrote no archive and nothing is kept.
  const { size: archiveBytes } = statSync(join(folder, archiveName));
  const list: ArchiveList = { classPath, archiveBytes };
  writeFileSync(join(folder, archiveEntry), JSON.stringify(list));
};

/**
 * Returns a start from an archive; undefined, after removing it, when the archive is incomplete. Java verifies it,
 * and starts without one that is damaged or was made for another Java version or other jars.
 */
export const archivedStart = (entry: string): JavaStart | undefined => {
  const folder = dirname(entry);
  const discard = () => rmSync(folder, { recursive: true, force: true });
  try {
    const archive = join(folder, archiveName);
    const { classPath, archiveBytes } = JSON.parse(readFileSync(entry, 'utf8')) as ArchiveList;
    if (statSync(archive).size === archiveBytes && classPath.every((path) => existsSync(path)))
      return { flags: [`-XX:SharedArchiveFile=${archive}`, '-XX:+VerifySharedSpaces'], classPath, discard };
  } catch {
    // An unreadable list counts as no list.
  }
  discard();
  return undefined;
};
