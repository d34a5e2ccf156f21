import type { PublishedPoms } from '@scangate/engines/model/poms/published-poms';
import type { SourceFiles } from '@scangate/engines/model/source-files';
import { parseEach } from '../build-reader.ts';
import { DependencyFiles } from '../dependency-files.ts';
import { readGradleBuild } from '../jvm/gradle-build.ts';
import { buildArguments } from '../jvm/maven-build.ts';
import { parsePom } from '../jvm/maven-pom.ts';
import { Notes } from '../gap-notes.ts';
import { MavenProjects } from './maven-projects.ts';
import { PublishedPomCache } from './published-pom-cache.ts';

type ReadText = (path: string) => string;

/**
 * Repeats a step, each time with more poms, until everything that it requests is known. A build that cannot be
 * parsed requests nothing: reading it later fails in the same way, and the failure is reported there.
 */
const complete = async (
  { book, published }: { book: PublishedPomCache; published: PublishedPoms },
  step: (isAgain: boolean) => void,
): Promise<void> => {
  for (let isAgain = false; ; isAgain = true) {
    try {
      step(isAgain);
    } catch {
      book.isFull = true;
      return;
    }
    const asked = book.takeAsked();
    if (asked.length === 0) return;
    book.learn(asked, await published.load(asked, book.snapshot));
  }
};

/** Loads what the trees of Maven's projects need, one project after the other. */
const loadForMaven = async (
  { paths, readText }: { paths: readonly string[]; readText: ReadText },
  sources: { book: PublishedPomCache; published: PublishedPoms },
): Promise<void> => {
  const { book } = sources;
  const { parsed } = parseEach({ paths, readText }, parsePom);
  const { properties: userProperties } = buildArguments({ readText });
  let projects = new MavenProjects(parsed, { book, userProperties });
  for (const pom of parsed.values())
    await complete(sources, (isAgain) => {
      // A tree that was resolved while poms were missing may be wrong.
      if (isAgain) projects = new MavenProjects(parsed, { book, userProperties });
      for (const dependency of projects.dependenciesOf(pom)) projects.memberOf(dependency);
      projects.treeOf(pom);
    });
};

/**
 * Loads the published poms that the builds of a unit refer to, and no others.
 * @param maxPoms the limit of loaded poms; by default far more than a build needs.
 * @returns undefined when none were imported, or nothing has to be resolved.
 * @throws Error when the snapshot cannot be read.
 */
export const loadPoms = async (
  files: SourceFiles,
  published: PublishedPoms,
  maxPoms?: number,
): Promise<PublishedPomCache | undefined> => {
  const unit = new DependencyFiles(files);
  const builds = unit.builds.filter(({ type }) => type === 'maven' || type === 'gradle');
  const snapshot = builds.length === 0 ? undefined : await published.snapshot();
  if (!snapshot) return undefined;
  const sources = { book: new PublishedPomCache(snapshot, maxPoms), published };
  const readText = (path: string): string => unit.buildFile(path);
  for (const { type, paths, isPartlyLocked, lockedPlugins } of builds)
    if (type === 'maven') await loadForMaven({ paths, readText }, sources);
    else
      await complete(sources, () =>
        readGradleBuild({
          paths,
          isPartlyLocked,
          lockedPlugins,
          readText,
          notes: new Notes(),
          poms: sources.book,
        }),
      );
  return sources.book;
};
