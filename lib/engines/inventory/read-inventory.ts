import type { Inventory } from '../model/component.ts';
import type { SourceProblem } from '../model/source-problem.ts';
import { baseNameOf } from '../units/paths.ts';
import { readableFileNames, recognizeBuildFile, recognizeLockfile } from '../units/recognize-file.ts';
import type { UnitType } from '../model/project-unit.ts';
import type { SourceFiles } from '../model/source-files.ts';
import { assembleInventory, type InventorySource } from './assemble-inventory.ts';
import { settingsBelow } from './build-settings/settings-below.ts';
import { unknownTransitives, type BuildInput, type BuildReader } from './build-reader.ts';
import { checkLockfileText } from './parse/decode-text.ts';
import { Notes } from './gap-notes.ts';
import type { LockfileFormat } from './formats.ts';
import type { BuildType } from './formats/rows.ts';
import { replacingWorkspaces } from './go/replacing-workspaces.ts';
import type { LockfileGroup } from './group-lockfiles.ts';
import { noteManifestRequests } from './lock-manifests/compare-manifests.ts';
import { noteUnassessed, type LockfileInput } from './lockfile-reader.ts';
import { removeLongVersions } from './package-limit.ts';
import { checkLockDocument } from './npm/package-lock-document.ts';
import { isPythonManifest, pinnedRequirements } from './python/pinned-manifest.ts';
import { embeddedRequirements, hasOnlyIndexes } from './python/embedded-requirements.ts';
import { mayHoldRequirements } from './python/loose-files.ts';
import { inspectRegistries } from './registries/inspect-registries.ts';
import { lockfileSettings } from './registries/lockfile-settings.ts';
import { inspectSources } from './package-sources/inspect-sources.ts';
import { buildReaders, lockfileReaders } from './readers.ts';
import { DependencyFiles, type BuildGroup } from './dependency-files.ts';
import type { PublishedPomCache } from './pom-resolution/published-pom-cache.ts';
import { noteUnreachableOf } from './unreachable-packages.ts';
import { unreadFormats } from './unread-formats.ts';
import { MissingFile } from './parse/missing-file.ts';
import { UnreadableFile } from './parse/unreadable-file.ts';

const maxGroups = 500;
const maxUnreadManifests = 50;
const maxBuildFiles = 5000;
const maxEmbedding = 20_000;

type Report = Pick<Inventory, 'read' | 'unread' | 'notes'> & {
  resolvingNothing: string[];
  uncovered: string[];
  sources: SourceProblem[];
};

const emptyReport = (): Report => {
  return { read: [], unread: [], notes: [], resolvingNothing: [], uncovered: [], sources: [] };
};

const reasonOf = (error: unknown): string =>
  error instanceof UnreadableFile ? error.message : 'it could not be understood';

const readLockfile = (
  format: LockfileFormat,
  input: Omit<LockfileInput, 'notes'>,
  report: Report,
): InventorySource => {
  const notes = new Notes();
  const content = lockfileReaders[format]({ ...input, notes });
  noteManifestRequests(format, content.packages, { ...input, notes });
  report.sources.push(...inspectSources(format, input));
  noteUnassessed(content.packages, notes);
  removeLongVersions(content.packages, notes);
  noteUnreachableOf(format, content, notes);
  report.read.push(input.path);
  report.uncovered.push(...notes.uncovered);
  if (notes.resolvesNothing) report.resolvingNothing.push(input.path);
  for (const reason of notes.sentences()) report.notes.push({ file: input.path, reason });
  return { file: input.path, content };
};

/** Reads a file, and reports it when it cannot be read. */
const tried = <T>(file: string, report: Report, read: () => T): T[] => {
  try {
    return [read()];
  } catch (error) {
    report.unread.push({ file, reason: reasonOf(error) });
    return [];
  }
};

const readGroup = (unit: DependencyFiles, group: LockfileGroup, report: Report): InventorySource[] => {
  const sources: InventorySource[] = [];
  const findNearby: LockfileInput['findNearby'] = (name, folder) => unit.findNearby(group, name, folder);
  const read = (format: LockfileFormat | undefined, path: string): InventorySource => {
    if (!format) throw new UnreadableFile('this format is not supported yet');
    const text = checkLockfileText(unit.lockfile(path));
    return readLockfile(format, { path, text, readText: unit.readText, findNearby }, report);
  };
  for (const { format, paths, isSubstitute } of group.alternatives) {
    const usedFile = sources[0]?.file;
    for (const path of paths) {
      if (usedFile === undefined) sources.push(...tried(path, report, () => read(format, path)));
      else if (!isSubstitute)
        report.notes.push({ file: path, reason: `not read: ${usedFile} is used for this directory` });
    }
  }
  return sources;
};

/** Reads the declarations of a build and reports them under its outermost file. */
const readDeclarations = (
  reader: BuildReader,
  input: Omit<BuildInput, 'notes'>,
  report: Report,
): InventorySource => {
  const notes = new Notes();
  const file = input.paths[0] ?? '';
  const { read, unread, ...content } = reader({ ...input, notes });
  noteUnassessed(content.packages, notes);
  removeLongVersions(content.packages, notes);
  report.read.push(...read);
  report.unread.push(...unread);
  for (const reason of notes.sentences()) report.notes.push({ file, reason });
  return { file, content };
};

const readBuild = (
  { unit, poms }: { unit: DependencyFiles; poms: PublishedPomCache | undefined },
  { type, paths, isPartlyLocked, lockedPlugins }: BuildGroup,
  report: Report,
): InventorySource[] => {
  const file = paths[maxBuildFiles];
  if (file !== undefined) {
    const reason = `${paths.length - maxBuildFiles} files are not read: only the first ${maxBuildFiles} of a build are`;
    report.unread.push({ file, reason });
  }
  const input = {
    paths: paths.slice(0, maxBuildFiles),
    isPartlyLocked,
    lockedPlugins,
    poms,
    readText: (path: string) => unit.buildFile(path),
  };
  try {
    return [readDeclarations(buildReaders[type], input, report)];
  } catch (error) {
    for (const path of paths.slice(0, maxUnreadManifests))
      report.unread.push({ file: path, reason: reasonOf(error) });
    return [];
  }
};

/** Reports manifests that cannot be read, and those without a lockfile: nothing pins the versions they declare. */
const reportManifests = (unit: DependencyFiles, report: Report): void => {
  for (const [file, reason] of unit.unreadable) report.unread.push({ file, reason });
  const paths = unit.unlockedManifests;
  for (const file of paths.slice(0, maxUnreadManifests))
    report.unread.push({ file, reason: 'no lockfile next to it pins its versions' });
  const more = paths[maxUnreadManifests];
  if (more !== undefined)
    report.notes.push({ file: more, reason: `${paths.length} manifests have no lockfile` });
};

const alone = ({ readText }: DependencyFiles) => ({ readText, findNearby: () => [] });

/** Reads requirements from files whose names do not announce them. */
const readEmbedded = (unit: DependencyFiles, report: Report): InventorySource[] => {
  const candidates = unit.ownPaths.filter((path) => mayHoldRequirements(path) && !recognizeLockfile(path));
  for (const file of candidates.slice(maxEmbedding, maxEmbedding + 1))
    report.notes.push({ file, reason: `requirements are only looked for in ${maxEmbedding} files` });
  return candidates.slice(0, maxEmbedding).flatMap((path) => {
    const find = unit.filesNamed.bind(unit, path);
    const [text] = tried(path, report, () => embeddedRequirements(path, unit.looseText(path) ?? '', find));
    if (text === undefined) return [];
    const input = { ...alone(unit), path, text };
    if (!hasOnlyIndexes(text)) return [readLockfile('requirements', input, report)];
    report.sources.push(...inspectSources('requirements', input));
    return [];
  });
};

/** Reads the pins of Python manifests that no lockfile covers. Their transitive dependencies are in no file. */
const readPinned = (unit: DependencyFiles, report: Report): InventorySource[] => {
  const candidates = unit.ownPaths.filter((path) => isPythonManifest(path) && !unit.isLocked(path, 'pypi'));
  return candidates.slice(0, maxUnreadManifests).flatMap((path) => {
    const text = pinnedRequirements(path, unit.manifest(path) ?? '');
    if (text === undefined) return [];
    report.notes.push({ file: path, reason: unknownTransitives });
    return [readLockfile('requirements', { ...alone(unit), path, text }, report)];
  });
};

/** Inspects what configuration files name, and the replacements of Go workspaces. */
const inspectConfiguration = (unit: DependencyFiles, report: Report): void => {
  const { ownPaths: paths, readText } = unit;
  report.sources.push(...inspectRegistries(paths, readText));
  report.notes.push(...lockfileSettings(paths, readText));
  for (const path of paths.filter((each) => baseNameOf(each) === 'go.work'))
    report.sources.push(...inspectSources('go-mod', { path, text: readText(path) ?? '', readText }));
};

/** Reads what a workspace replaces where a go.mod beside it was read. */
const readWorkspaces = (unit: DependencyFiles, report: Report): InventorySource[] => {
  const known = new Set([...report.read, ...report.unread.map(({ file }) => file)]);
  return replacingWorkspaces(unit.ownPaths, known, unit.readText).flatMap((file) =>
    tried(file.path, report, () => readLockfile('go-work', { ...alone(unit), ...file }, report)),
  );
};

/**
 * Reads the components of a unit from its lockfiles and build files. Never throws: files that cannot be read are in
 * `unread` with a reason, and `notes` lists what cannot be assessed.
 * @param poms the published poms, as `loadPoms` found them.
 */
export const readInventory = (
  files: SourceFiles,
  unitType: UnitType,
  poms?: PublishedPomCache,
): Inventory => {
  const report = emptyReport();
  const unit = new DependencyFiles(files);
  const sources = unit.groups.slice(0, maxGroups).flatMap((group) => readGroup(unit, group, report));
  for (const { alternatives } of unit.groups.slice(maxGroups, maxGroups + 1)) {
    const reason = `not read: only the lockfiles of the first ${maxGroups} directories are`;
    report.unread.push({ file: alternatives[0]?.paths[0] ?? '', reason });
  }
  sources.push(...readWorkspaces(unit, report), ...readEmbedded(unit, report), ...readPinned(unit, report));
  sources.push(...unit.builds.flatMap((build) => readBuild({ unit, poms }, build, report)));
  report.notes.push(...settingsBelow(unit));
  inspectConfiguration(unit, report);
  reportManifests(unit, report);
  const { readText } = unit;
  report.unread.push(...unreadFormats({ entries: files.entries, read: new Set(report.read), readText }));
  // A file may be read for itself and for what it says of another.
  const unread = [...new Map(report.unread.map((each) => [JSON.stringify(each), each])).values()];
  return assembleInventory(unitType, sources, { ...report, unread, ...(poms && { poms: poms.snapshot }) });
};

interface UploadedFile {
  path: string;
  text: string;
}

/** Reads a single build file without the files of the repository it inherits from. @throws UnreadableFile */
const readBuildFile = (
  type: BuildType,
  { path, text, poms }: UploadedFile & { poms: PublishedPomCache | undefined },
  report: Report,
): InventorySource => {
  const readText = (other: string): string => {
    if (other !== path) throw new MissingFile('it was not uploaded');
    return text;
  };
  const input = { paths: [path], isPartlyLocked: false, lockedPlugins: new Set<string>(), poms, readText };
  const source = readDeclarations(buildReaders[type], input, report);
  const [unread] = report.unread;
  if (unread) throw new UnreadableFile(unread.reason);
  return source;
};

const readSingleLockfile = (format: LockfileFormat, file: UploadedFile, report: Report): InventorySource =>
  readLockfile(format, { ...file, readText: () => undefined, findNearby: () => [] }, report);

const attempt = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(reasonOf(error));
  }
};

const readUploaded = (path: string, raw: string, poms?: PublishedPomCache) => {
  const file = recognizeLockfile(path);
  const build = recognizeBuildFile(path);
  const format = file?.isBinary ? undefined : file?.format;
  if (!format && !build)
    throw new UnreadableFile(
      `its name is not one of those that can be read: ${readableFileNames.join(', ')}`,
    );
  const report: Parameters<typeof assembleInventory>[2] & Report = emptyReport();
  const uploaded = { path, text: checkLockfileText(raw) };
  if (file && format)
    return { type: file.type, report, source: attempt(() => readSingleLockfile(format, uploaded, report)) };
  if (!build) throw new UnreadableFile('it could not be understood');
  if (poms) report.poms = poms.snapshot;
  return { type: build, report, source: attempt(() => readBuildFile(build, { ...uploaded, poms }, report)) };
};

/** Reads an uploaded file, and throws, as `readUploadedLockfile` does, without making the inventory. */
export const checkUploadedLockfile = (path: string, raw: string): void => {
  const file = recognizeLockfile(path);
  if (file?.format === 'package-lock') attempt(() => checkLockDocument(checkLockfileText(raw)));
  else readUploaded(path, raw);
};

/**
 * Reads the inventory of one uploaded lockfile or build file, which is recognized by its name.
 * @throws UnreadableFile with a reason when it cannot be read.
 */
export const readUploadedLockfile = (path: string, raw: string, poms?: PublishedPomCache): Inventory => {
  const { type, source, report } = readUploaded(path, raw, poms);
  return attempt(() => assembleInventory(type, [source], report));
};
