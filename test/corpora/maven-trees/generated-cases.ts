import { bom, dep, pomXml, type MavenCase, type PomParts } from './maven-case.ts';

/** Numbers below a limit, the same for the same seed. */
const numbersFrom = (seed: number) => {
  let state = seed >>> 0;
  return (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
};
type Draw = ReturnType<typeof numbersFrom>;

const groups = ['g', 'h.core'];
const versions = ['1.0', '1.1', '2.0'];
const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const artifacts = names.flatMap((name) => groups.map((group) => `${group}:${name}`));
/** Parents depend on these, so that nothing inherits a dependency on itself. */
const leaves = ['g:leaf', 'h.core:leaf'];

const pick = <T>(draw: Draw, items: readonly T[]): T => items[draw(items.length)]!;

const rangesOf = ['[1.0,2.0)', '[1.1]', '[1.0,)', '(1.0,2.0]'];

const exclusionOf = (draw: Draw): string =>
  pick(draw, [pick(draw, artifacts), `*:${pick(draw, ['a', 'b', 'c'])}`, `${pick(draw, groups)}:*`, '*:*']);

const dependency = (draw: Draw, among: readonly string[], hasRanges = true): string => {
  const version = draw(14) === 0 && hasRanges ? pick(draw, rangesOf) : pick(draw, versions);
  const scope = pick(draw, ['', '', '', '', 'compile', 'runtime', 'provided', 'test']);
  const kind = draw(16);
  return dep(`${pick(draw, among)}:${version}`, {
    ...(scope !== '' && { scope }),
    ...(kind === 0 && { classifier: 'linux' }),
    ...(kind === 1 && { type: 'test-jar' }),
    ...(kind === 2 && { type: 'ejb' }),
    ...(draw(8) === 0 && { optional: 'true' }),
    ...(draw(7) === 0 && { exclusions: [exclusionOf(draw)] }),
  });
};

const managedEntry = (draw: Draw, artifact: string): string =>
  dep(`${artifact}:${pick(draw, versions)}`, {
    ...(draw(5) === 0 && { scope: pick(draw, ['compile', 'runtime', 'test', 'provided']) }),
    ...(draw(6) === 0 && { exclusions: [exclusionOf(draw)] }),
    ...(draw(12) === 0 && { optional: 'true' }),
  });

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Removes what is named twice, which Maven refuses in the pom of a project. */
const unique = (items: readonly string[]): string[] => {
  const nameOf = (text: string): string =>
    [/<groupId>(.*?)</, /<artifactId>(.*?)</, /<classifier>(.*?)</, /<type>(.*?)</]
      .map((expression) => expression.exec(text)?.[1] ?? '')
      .join(':');
  return [...new Map(items.map((item) => [nameOf(item), item])).values()];
};

/** @param among what it may depend on, or have moved to; half of the repositories have ranges instead. */
const publishedPom = (draw: Draw, among: readonly string[], hasRanges: boolean): PomParts => ({
  ...(draw(4) === 0 && { parent: `g:parent:${pick(draw, ['1', '2'])}` }),
  ...(draw(4) === 0 && { managed: unique(times(2, () => managedEntry(draw, pick(draw, artifacts)))) }),
  needs: unique(times(draw(4), () => dependency(draw, among, hasRanges))),
  ...(draw(15) === 0 &&
    !hasRanges &&
    among.length < artifacts.length && { relocation: `${pick(draw, among)}:${pick(draw, versions)}` }),
});

/** Whether the artifacts of a generated case may depend on each other in a circle. */
const mayBeCircular = (seed: number): boolean => seed % 5 === 0;

/** Makes a project over two groups of six artifacts in three versions, with parents and BOMs. */
const generatedCase = (seed: number): MavenCase => {
  const draw = numbersFrom(seed);
  const hasRanges = seed % 2 === 0;
  const poms: [string, PomParts][] = artifacts.flatMap((artifact, at) => {
    const among = mayBeCircular(seed) ? artifacts : [...artifacts.slice(at + 1), ...leaves];
    return versions.map((version): [string, PomParts] => [
      `${artifact}:${version}`,
      publishedPom(draw, among, hasRanges),
    ]);
  });
  const ends = leaves.flatMap((artifact) =>
    versions.map((version): [string, PomParts] => [`${artifact}:${version}`, {}]),
  );
  const packaging = 'pom';
  const parents = ['1', '2'].map((version): [string, PomParts] => [
    `g:parent:${version}`,
    {
      packaging,
      properties: { 'b.version': pick(draw, versions) },
      managed: unique(times(3, () => managedEntry(draw, pick(draw, artifacts)))),
      needs: draw(3) === 0 ? [dependency(draw, leaves, hasRanges)] : [],
    },
  ]);
  const boms = ['x', 'y'].map((name): [string, PomParts] => [
    `g:bom-${name}:1`,
    {
      packaging,
      ...(draw(2) === 0 && { parent: 'g:parent:1' }),
      managed: [
        ...unique(times(4, () => managedEntry(draw, pick(draw, artifacts)))),
        dep('g:b:${b.version}'),
      ],
      properties: { 'b.version': pick(draw, versions) },
    },
  ]);
  // A few artifacts are nowhere.
  const kept = [...poms.filter(() => draw(25) > 0), ...ends, ...parents, ...boms];
  const managed = unique([
    ...times(draw(4), () => managedEntry(draw, pick(draw, artifacts))),
    ...(draw(2) === 0 ? [bom('g:bom-x:1')] : []),
    ...(draw(2) === 0 ? [bom('g:bom-y:1')] : []),
  ]);
  const project: PomParts = {
    ...(draw(2) === 0 && { parent: `g:parent:${pick(draw, ['1', '2'])}`, relativePath: '' }),
    managed,
    needs: unique(times(2 + draw(4), () => dependency(draw, artifacts, hasRanges))),
  };
  return {
    name: `generated ${seed}`,
    repository: Object.fromEntries(kept.map(([named, parts]) => [named, pomXml(named, parts)])),
    files: { 'pom.xml': pomXml('t:p:1', project) },
  };
};

/** Projects over random repositories, the same each time. */
export const generatedCases = (count: number): MavenCase[] => times(count, (at) => generatedCase(at + 1));
