import type { Inventory } from '@scangate/engines/model/component';
import { manifestRows } from '@scangate/engines/inventory/formats';
import { lockfileReaders } from '@scangate/engines/inventory/readers';
import { buildSbom } from '@scangate/engines/sbom/build-sbom';
import { validateSbom } from '@scangate/engines/sbom/validate-sbom';
import { lockfileInputs } from '#test/bench-engines/readers.ts';
import { lockfileSamples } from '#test/engines/inventory/lockfile-samples.ts';
import { inventoryOf } from '#test/engines/inventory/inventory-fixtures.ts';
import { inventoryCases } from './inventory-cases.ts';
import { jsonFlaws, neverRefuses, type ReaderClass, type ReaderTarget } from '../reader-target.ts';

/** A dependency file with those beside it. */
interface DependencyFile {
  path: string;
  text: string;
  beside: Record<string, string>;
}

const refFlaws = ({ components, direct }: Inventory): string[] => {
  const refs = new Set(components.map(({ ref }) => ref));
  const unknown = [...direct, ...components.flatMap(({ dependsOn }) => dependsOn)].filter(
    (ref) => !refs.has(ref),
  );
  return [
    ...(refs.size < components.length ? ['two components have one ref'] : []),
    ...(unknown.length > 0 ? [`there is no component ${unknown[0]}`] : []),
  ];
};

/** Tells of a component that lacks what each must have, whatever was written in the file. */
const componentFlaws = ({ components }: Inventory): string[] =>
  components
    .filter(
      ({ name, version, hashes, dependsOn, file }) =>
        typeof name !== 'string' ||
        name === '' ||
        (version !== undefined && (typeof version !== 'string' || version === '')) ||
        typeof file !== 'string' ||
        !Array.isArray(hashes) ||
        !Array.isArray(dependsOn),
    )
    .slice(0, 1)
    .map((component) => `no component is ${JSON.stringify(component).slice(0, 300)}`);

const noteFlaws = ({ unread, notes }: Inventory): string[] =>
  [...unread, ...notes].some(
    ({ file, reason }) => typeof file !== 'string' || typeof reason !== 'string' || reason === '',
  )
    ? ['a gap has no file or no reason']
    : [];

/** One in so many inventories is written as an SBOM, which has to be valid. */
const sbomShare = 10;

const sbomFlaws = (inventory: Inventory): string[] => {
  const text = buildSbom({
    inventory,
    unit: { path: '', type: 'source', name: 'shop' },
    repository: { fullName: 'acme/shop' },
    commitHash: 'a'.repeat(40),
    serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
    timestamp: new Date(0),
  });
  return validateSbom(JSON.parse(text)).map(({ pointer }) => `the SBOM is invalid at ${pointer}`);
};

export const inventoryFlaws = (inventory: Inventory): string[] => [
  ...refFlaws(inventory),
  ...componentFlaws(inventory),
  ...noteFlaws(inventory),
  ...jsonFlaws(inventory),
];

const targetOf = (name: string, files: readonly DependencyFile[]): ReaderTarget => ({
  name,
  samples: files.map(({ text }) => Buffer.from(text)),
  isRefusal: neverRefuses,
  read: (bytes, { index, dice }) => {
    const { path = '', beside = {} } = files[index] ?? {};
    const inventory = inventoryOf({ ...beside, [path]: bytes });
    return [...inventoryFlaws(inventory), ...(dice.below(sbomShare) === 0 ? sbomFlaws(inventory) : [])];
  },
});

/** The name of the file without what tells two inputs of one format apart. */
const pathOf = (path: string): string => path.replace(/ of .*/, '');

const generated = (format: string): DependencyFile[] =>
  lockfileInputs
    .filter((input) => input.format === format)
    .map(({ path, textOf }) => ({ path: pathOf(path), text: textOf(6), beside: {} }));

const fromCorpora = (): DependencyFile[] =>
  inventoryCases.flatMap(({ files }) =>
    Object.entries(files).map(([path, text]) => {
      const { [path]: _own, ...beside } = files;
      return { path, text, beside };
    }),
  );

/** Every format of the readers' table, so that a new one is tried by itself; without a sample of it this fails. */
export const dependencyFiles: ReaderClass = {
  name: 'dependency files',
  open: () => {
    const byFormat = Object.keys(lockfileReaders).map((format) => {
      const files = generated(format);
      if (files.length === 0) throw new Error(`there is no sample of the format ${format}`);
      return targetOf(format, files);
    });
    const others = Object.entries(lockfileSamples).map(([path, text]) => ({ path, text, beside: {} }));
    const manifests = manifestRows.length > 0 ? [targetOf('manifests and build files', others)] : [];
    return [...byFormat, ...manifests, targetOf('corpora', fromCorpora())];
  },
};
