import { fileHashes } from '../hashes.ts';
import type { FoundPackage } from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
import { maxPackages } from '../package-limit.ts';
import { asText, entriesOf, member, textsOf } from '../parse/untrusted-value.ts';

/** The extension of rules_jvm_external, whatever the build calls its module. */
const isOfMaven = (extension: string): boolean =>
  extension.endsWith('%maven') || extension.includes('rules_jvm_external');

/** Matches the path of a file in a Maven repository: `group/with/slashes/artifact/1.0/artifact-1.0.jar`. */
const layout = /^(?:v1\/)?(?:https?\/[^/]{1,200}\/(?:[^/]{1,100}\/){0,4}?maven2?\/)?(.{1,1000})$/;
const repositoryIn = /^https?:\/\/[^/]{1,200}\/(?:[^/]{1,100}\/){0,4}?maven2?\/(.{1,1000})$/;

const moduleAt = (path: string): { name: string; version: string } | undefined => {
  const parts = path.split('/');
  const [file = '', version = '', artifact = ''] = parts.toReversed();
  const group = parts.slice(0, -3).join('.');
  if (group === '' || !file.startsWith(`${artifact}-${version}`) || !/^[\w.-]+$/.test(group))
    return undefined;
  return { name: `${group}:${artifact}`, version };
};

const besideCode = /-(?:sources|javadoc)\.jar$/;

const artifactOf = (attributes: unknown): FoundPackage | undefined => {
  const file = asText(member(attributes, 'downloaded_file_path'), 2048);
  const [address = ''] = textsOf(member(attributes, 'urls'));
  const path = repositoryIn.exec(address)?.[1] ?? (file && layout.exec(file)?.[1]);
  if (!path || besideCode.test(path)) return undefined;
  const { name, version } = moduleAt(path) ?? {};
  if (!asText(name) || !asText(version)) return undefined;
  const sum = asText(member(attributes, 'sha256'));
  return {
    key: `maven ${name}@${version}`,
    ecosystem: 'Maven',
    name: name!,
    version: version!,
    hashes: fileHashes(sum ? [`sha256:${sum}`] : []),
  };
};

/** Returns the Maven artifacts that the extensions of a MODULE.bazel.lock download. */
export const mavenArtifacts = (extensions: unknown, notes: Notes): FoundPackage[] => {
  const found = new Map<string, FoundPackage>();
  for (const [extension, platforms] of entriesOf(extensions)) {
    if (!isOfMaven(extension)) continue;
    for (const [, state] of entriesOf(platforms))
      for (const [, repository] of entriesOf(member(state, 'generatedRepoSpecs'))) {
        const artifact = artifactOf(member(repository, 'attributes'));
        if (!artifact) continue;
        if (found.size >= maxPackages && !found.has(artifact.key)) notes.addOmitted(1);
        else found.set(artifact.key, artifact);
      }
  }
  return [...found.values()];
};
