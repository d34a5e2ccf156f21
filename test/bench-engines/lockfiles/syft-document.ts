import { hexOf, nameOf, versionOf } from './lockfile-input.ts';

/** A package of Debian with its source, or one of npm, as syft lists what is in an image. */
const artifactOf = (index: number) => {
  const isSystem = index % 2 === 0;
  const name = nameOf(index);
  const version = isSystem ? `${versionOf(index)}-${1 + (index % 4)}+deb12u${index % 3}` : versionOf(index);
  const purl = isSystem
    ? `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=amd64&distro=debian-12&upstream=${nameOf(index - (index % 8))}`
    : `pkg:npm/${name}@${version}`;
  return {
    id: hexOf(index, 16),
    name,
    version,
    type: isSystem ? 'deb' : 'npm',
    licenses: [{ value: 'MIT', spdxExpression: 'MIT', type: 'declared' }],
    language: isSystem ? '' : 'javascript',
    purl,
  };
};

/** Generates the JSON of syft about an image with so many packages. */
export const syftDocument = (count: number): string =>
  JSON.stringify({
    artifacts: Array.from({ length: count }, (_, index) => artifactOf(index)),
    artifactRelationships: [],
    distro: { id: 'debian', versionID: '12', prettyName: 'Debian GNU/Linux 12 (bookworm)' },
    descriptor: { name: 'syft', version: '1.0.0' },
    schema: { version: '16.0.0' },
  });
