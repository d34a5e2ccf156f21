import { parseGeneratedToml } from '../parse/generated-toml.ts';
import { asList, asText, entriesOf, member, textsOf } from '../parse/untrusted-value.ts';
import { parseRequirement, pypiName, requirementRange } from '../python/python-requirement.ts';
import type { RangeReader } from './range-reader.ts';

/** Returns the range of a dependency; if there are several for different environments, any one will do. */
const rangeOf = (value: unknown): string | undefined => {
  const stated = asText(value) ?? asText(member(value, 'version'));
  if (stated !== undefined) return stated;
  const each = asList(value).map((one) => asText(one) ?? asText(member(one, 'version')));
  return each.length > 0 && each.every((one) => one !== undefined) ? each.join(' || ') : undefined;
};

const labelOf = (entry: unknown): string =>
  `${pypiName(asText(member(entry, 'name')) ?? '')}@${asText(member(entry, 'version')) ?? ''}`;

export const poetryLockRanges: RangeReader = (text) =>
  new Map(
    asList(member(parseGeneratedToml(text), 'package')).map((entry) => [
      labelOf(entry),
      new Map(
        entriesOf(member(entry, 'dependencies')).flatMap(([name, value]): [string, string][] => {
          const range = rangeOf(value);
          return range === undefined ? [] : [[pypiName(name), range]];
        }),
      ),
    ]),
  );

/** Reads pdm.lock, in which a package with an extra is another entry of the same version. */
export const pdmLockRanges: RangeReader = (text) => {
  const ranges = new Map<string, Map<string, string>>();
  for (const entry of asList(member(parseGeneratedToml(text), 'package'))) {
    const asked = ranges.get(labelOf(entry)) ?? new Map<string, string>();
    ranges.set(labelOf(entry), asked);
    for (const stated of textsOf(member(entry, 'dependencies'))) {
      const bare = stated.split(';', 1)[0] ?? '';
      const [name, range] = [parseRequirement(bare)?.name, requirementRange(bare)];
      if (name !== undefined && range !== undefined) asked.set(name, range);
    }
  }
  return ranges;
};
