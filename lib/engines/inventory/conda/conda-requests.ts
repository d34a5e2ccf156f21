import { siblingPath } from '@scangate/engines/units/paths';
import type { FixedVersion, ManifestReader, ManifestRequests } from '../lock-manifests/manifest-reader.ts';
import { requestsOf } from '../lock-manifests/python-requests.ts';
import { tryParse } from '../parse/parse-document.ts';
import { parseRequirement } from '../python/python-requirement.ts';
import type { RequestedRange } from '../unmet-ranges.ts';
import { condaPackageOf, requestedIn, withoutComment } from './conda-environment.ts';

/** conda reads either name. */
export const environmentFiles = ['environment.yml', 'environment.yaml'];

const condaRequests = (stated: readonly string[]): ManifestRequests => {
  const found = stated.flatMap((each) => condaPackageOf(each) ?? []);
  return {
    names: found.map(({ name }) => name),
    fixed: found.flatMap(({ name, version }): FixedVersion[] =>
      version === undefined ? [] : [{ name, version }],
    ),
  };
};

const pipRequests = (
  stated: readonly string[],
): Required<Pick<ManifestRequests, 'names' | 'ranges' | 'fixed'>> => {
  const texts = stated.map(withoutComment);
  const { names, ranges = [] } = requestsOf(texts);
  const fixed = texts.flatMap((text): FixedVersion[] => {
    const { name, version, local, origin } = (text.includes(';') ? undefined : parseRequirement(text)) ?? {};
    return name === undefined || version === undefined || local || origin ? [] : [{ name, version }];
  });
  const isFixed = new Set(fixed.map(({ name }) => name));
  return { names, fixed, ranges: ranges.filter(({ name }) => !isFixed.has(name)) };
};

/** Reads what the environment files beside a lockfile request from conda and pip. */
export const environmentRequests: ManifestReader = ({ path, readText }) => {
  const names: string[] = [];
  const found = { ranges: [] as RequestedRange[], fixed: [] as FixedVersion[], unreadable: [] as string[] };
  for (const file of environmentFiles.map((name) => siblingPath(path, name))) {
    const text = readText(file);
    if (text === undefined) continue;
    // Files of this name also have other purposes, and then no such list.
    const asked = tryParse(text, (each) => requestedIn(each) ?? { conda: [], pip: [] });
    if (!asked) found.unreadable.push(file);
    const conda = condaRequests(asked?.conda ?? []);
    const pip = pipRequests(asked?.pip ?? []);
    names.push(...conda.names, ...pip.names);
    found.ranges.push(...pip.ranges);
    found.fixed.push(...(conda.fixed ?? []), ...pip.fixed);
    const included = (asked?.pip ?? []).filter(
      (each) => each.startsWith('-r') || each.startsWith('--requirement'),
    );
    found.unreadable.push(...included.map((each) => `${file}: ${each}`));
  }
  return { names, ...found };
};
