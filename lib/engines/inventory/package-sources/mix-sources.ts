import { siblingPath } from '@scangate/engines/units/paths';
import { itemsOf, parseElixirTerm, type ElixirTerm } from '../beam/elixir-terms.ts';
import { mixDependencies } from '../beam/mix-exs.ts';
import type { LockedSource, SourceReader } from './locked-source.ts';

const textOf = (term: ElixirTerm | undefined): string | undefined =>
  term && 'value' in term && term.kind !== 'pair' ? term.value : undefined;

/** Packages also rename their requirements: their lists have `{:app, "~> 1.0", [hex: :package]}`. */
const renamesIn = (entry: ElixirTerm): string[] =>
  itemsOf(entry.kind === 'pair' ? itemsOf(entry.value)[5] : undefined).flatMap((need) => {
    const [app, , options] = itemsOf(need);
    const hex = itemsOf(options).find((each) => each.kind === 'pair' && each.key === 'hex');
    return hex?.kind === 'pair' ? [`${textOf(app)} ${textOf(hex.value)}`] : [];
  });

/** Reads mix.lock, in which an application may only have a package of another name when mix.exs says so. */
export const mixSources: SourceReader = ({ path, text, readText, findNearby }) => {
  const term = parseElixirTerm(text);
  const manifests = [siblingPath(path, 'mix.exs'), ...(findNearby?.('mix.exs') ?? [])];
  const isKnown = manifests.some((manifest) => readText(manifest) !== undefined);
  const renamed = new Map(
    manifests.flatMap((manifest) =>
      [...mixDependencies(readText(manifest))].map(([app, each]) => [app, each.package] as const),
    ),
  );
  const entries = 'items' in term ? term.items : [];
  const aliases = new Set(entries.flatMap(renamesIn));
  const packages = entries.flatMap((entry): LockedSource[] => {
    if (entry.kind !== 'pair' || !('items' in entry.value)) return [];
    const [kind, second, version] = entry.value.items.map(textOf);
    const named = { name: entry.key, mark: `"${entry.key}":` };
    if (kind === 'git') return [{ ...named, kind, ...(second !== undefined && { address: second }) }];
    if (kind !== 'hex' || second === undefined) return [];
    // Without a manifest, nothing says whether the project wants the other name.
    const isSame =
      !isKnown ||
      second === entry.key ||
      renamed.get(entry.key) === second ||
      aliases.has(`${entry.key} ${second}`);
    return [
      {
        ...named,
        ...(version !== undefined && { version }),
        kind: 'registry',
        ...(!isSame && { mismatch: `it is the package ${second}` }),
      },
    ];
  });
  return { ecosystem: 'Hex', packages, publicHosts: new Set(['repo.hex.pm']) };
};
