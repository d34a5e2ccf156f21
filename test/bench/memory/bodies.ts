import { jsonContainerLimit } from '#contract/parse-json.ts';

const hex = (number: number, length: number): string =>
  // A multiplicative hash gives digits that compress about as badly as real checksums.
  Array.from({ length: Math.ceil(length / 8) }, (_, part) =>
    (Math.imul(number * 31 + part + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0'),
  )
    .join('')
    .slice(0, length);

export const nameOf = (number: number): string => `package-${hex(number, 6)}-${number}`;
export const versionOf = (number: number): string => `${number % 9}.${number % 31}.${number % 17}`;
export const refOf = (number: number): string => `pkg:npm/${nameOf(number)}@${versionOf(number)}`;
/** Each package depends on a few later ones, so there are no cycles, as in most trees. */
const neededBy = (number: number, count: number): number[] =>
  [1, 7, 41].map((step) => number + step).filter((other) => other < count);

const component = (number: number) => ({
  type: 'library',
  'bom-ref': refOf(number),
  name: nameOf(number),
  version: versionOf(number),
  purl: refOf(number),
  scope: number % 5 === 0 ? 'optional' : 'required',
  licenses: [{ license: { id: number % 3 === 0 ? 'Apache-2.0' : 'MIT' } }],
  hashes: [{ alg: 'SHA-512', content: hex(number, 128) }],
});

export const sbomOf = (count: number): Record<string, unknown> => {
  const numbers = Array.from({ length: count }, (_, index) => index);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
    version: 1,
    metadata: { component: { type: 'application', name: 'bench', 'bom-ref': 'bench' } },
    components: numbers.map(component),
    dependencies: [
      { ref: 'bench', dependsOn: numbers.slice(0, 50).map(refOf) },
      ...numbers.map((number) => ({ ref: refOf(number), dependsOn: neededBy(number, count).map(refOf) })),
    ],
  };
};

const lockEntry = (number: number, count: number) => ({
  version: versionOf(number),
  resolved: `https://registry.example.com/${nameOf(number)}/-/${nameOf(number)}-${versionOf(number)}.tgz`,
  integrity: `sha512-${Buffer.from(hex(number, 128), 'hex').toString('base64')}`,
  license: number % 3 === 0 ? 'Apache-2.0' : 'MIT',
  ...(number % 5 === 0 && { dev: true }),
  dependencies: Object.fromEntries(neededBy(number, count).map((other) => [nameOf(other), '*'])),
  engines: { node: '>=18' },
});

/** Indents with two spaces, as npm does. */
export const packageLockOf = (count: number): string => {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const direct = Object.fromEntries(numbers.slice(0, 50).map((number) => [nameOf(number), '*']));
  const installed = numbers.map((number) => [`node_modules/${nameOf(number)}`, lockEntry(number, count)]);
  const packages = { '': { name: 'bench', dependencies: direct }, ...Object.fromEntries(installed) };
  return JSON.stringify({ name: 'bench', lockfileVersion: 3, requires: true, packages }, undefined, 2);
};

/** Finds the largest request that `requestOf` makes of a number of packages and `measure` finds within the limit. */
export const largestBody = (
  requestOf: (count: number) => unknown,
  limitBytes: number,
  measure: (json: string) => number = Buffer.byteLength,
): string => {
  const sample = 2_000;
  const perPackage = measure(JSON.stringify(requestOf(sample))) / sample;
  for (let count = Math.floor(limitBytes / perPackage); ; count -= Math.ceil(count / 500)) {
    const json = JSON.stringify(requestOf(count));
    if (measure(json) <= limitBytes) return json;
  }
};

/**
 * The accepted input that takes the most memory: as many objects as a request may have, each as long as then fits, in an
 * SBOM and in a lockfile.
 */
const smallObjects = (head: string, tail: string, limitBytes: number): string => {
  const one = '{"a":0.5},';
  const fitting = Math.floor((limitBytes - head.length - tail.length) / one.length);
  return `${head}${one.repeat(Math.min(fitting, jsonContainerLimit - 10))}{}${tail}`;
};

export const hostileSbom = (limitBytes: number): string =>
  smallObjects('{"bomFormat":"CycloneDX","specVersion":"1.6","components":[', ']}', limitBytes);

/** Within a request it is text, so its objects are not counted. */
export const hostileLockfile = (limitBytes: number): string => {
  const [head, tail] = ['{"lockfileVersion":3,"packages":{"":{},"node_modules/a":{"a":[', '{}]}}}'];
  return `${head}${'{},'.repeat(Math.floor((limitBytes - head.length - tail.length) / 3))}${tail}`;
};

/** A text that lists items, each by its number. */
export interface Listing {
  head: string;
  tail: string;
  item: (number: number) => string;
  /** Between two items; by default a comma. */
  separator?: string;
}

/** Joins as many items as fit. */
export const fill = ({ head, tail, item, separator = ',' }: Listing, limitBytes: number): string => {
  const items: string[] = [];
  let left = limitBytes - head.length - tail.length;
  for (let number = 1_000_000; ; number += 1) {
    const next = item(number);
    left -= next.length + separator.length;
    if (left < 0) return `${head}${items.join(separator)}${tail}`;
    items.push(next);
  }
};

/** A valid SBOM of as many components as fit. */
export const smallestComponents = (limitBytes: number): string =>
  fill(
    {
      head: '{"bomFormat":"CycloneDX","specVersion":"1.6","components":[',
      tail: ']}',
      item: (number) => `{"type":"library","name":"${number}"}`,
    },
    limitBytes,
  );

/** One component that has as many components as fit. */
export const nestedComponents = (limitBytes: number): string =>
  fill(
    {
      head: '{"bomFormat":"CycloneDX","specVersion":"1.6","components":[{"type":"library","name":"a","components":[',
      tail: ']}]}',
      item: (number) => `{"type":"library","name":"${number}"}`,
    },
    limitBytes,
  );

/** An SBOM of as many unknown members as fit. */
export const unknownMembers = (limitBytes: number): string =>
  fill(
    {
      head: '{"bomFormat":"CycloneDX","specVersion":"1.6","metadata":{',
      tail: '}}',
      item: (number) => `"${number}":0`,
    },
    limitBytes,
  );

/** A lockfile of as many packages as fit. */
export const smallestPackages = (limitBytes: number): string =>
  fill(
    {
      head: '{"lockfileVersion":3,"packages":{"":{},',
      tail: '}}',
      item: (number) => `"node_modules/${number}":{}`,
    },
    limitBytes,
  );

/** Puts one character beyond Latin after a mark, because of which V8 takes two bytes for each character of the text. */
export const beyondLatin = (text: string, mark: string): string => text.replace(mark, () => `${mark}\u5b57`);
