import type { World } from '#test/simulation/start/world.ts';

/** The packages of an SBOM or a lockfile, with their versions. */
export type Packages = Readonly<Record<string, string>>;

export const drawPackages = ({ scheduler }: World): Packages => {
  const names = ['alpha', 'beta', 'gamma'].slice(0, 1 + scheduler.draw(3));
  return Object.fromEntries(names.map((name) => [name, scheduler.pick(['1.0.0', '1.2.0'])]));
};

const purlOf = (name: string, version: string): string => `pkg:npm/${name}@${version}`;

const packageOf = ([name, version]: readonly [name: string, version: string]) => ({
  SPDXID: `SPDXRef-${name}`,
  name,
  versionInfo: version,
  downloadLocation: 'NOASSERTION',
  externalRefs: [
    {
      referenceCategory: 'PACKAGE-MANAGER',
      referenceType: 'purl',
      referenceLocator: purlOf(name, version),
    },
  ],
});

/** An SBOM in SPDX, as a build writes it. */
export const spdxOf = ({ scheduler }: World, taint: string, packages: Packages): Buffer => {
  const related = (from: string, relationshipType: string, to: string) => ({
    spdxElementId: `SPDXRef-${from}`,
    relationshipType,
    relatedSpdxElement: `SPDXRef-${to}`,
  });
  const document = {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: taint,
    documentNamespace: `https://example.com/${taint}/${scheduler.draw(1e9)}`,
    creationInfo: { created: new Date(scheduler.now).toISOString(), creators: ['Tool: build'] },
    packages: [packageOf([taint, '1.0.0']), ...Object.entries(packages).map(packageOf)],
    relationships: [
      related('DOCUMENT', 'DESCRIBES', taint),
      ...Object.keys(packages).map((name) => related(taint, 'DEPENDS_ON', name)),
    ],
  };
  return Buffer.from(JSON.stringify(document));
};

/** An SBOM in CycloneDX. */
export const cyclonedxOf = (taint: string, packages: Packages): object => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { type: 'application', name: taint, 'bom-ref': taint, version: '1.0.0' } },
  components: Object.entries(packages).map(([name, version]) => {
    const purl = purlOf(name, version);
    return { type: 'library', name, version, purl, 'bom-ref': purl };
  }),
  dependencies: [
    { ref: taint, dependsOn: Object.entries(packages).map(([name, version]) => purlOf(name, version)) },
  ],
});
