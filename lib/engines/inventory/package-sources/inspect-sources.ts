import type { SourceProblem } from '@scangate/engines/model/source-problem';
import type { LockfileFormat } from '../formats.ts';
import { cargoSources } from './cargo-sources.ts';
import { composerSources } from './composer-sources.ts';
import { condaLockSources, pixiSources } from './conda-sources.ts';
import { configuredHosts, inspectRequirements } from '../registries/inspect-registries.ts';
import { gemfileSources } from './gemfile-sources.ts';
import { goSources } from './go-sources.ts';
import { includedRequirements } from '../python/included-requirements.ts';
import { judgeSources } from './judge-sources.ts';
import type { SourceInput, SourceReader } from './locked-source.ts';
import { mixSources } from './mix-sources.ts';
import { bunLockSources, packageLockSources } from './package-lock-sources.ts';
import { pnpmSources } from './pnpm-sources.ts';
import { pubSources } from './pub-sources.ts';
import {
  pdmSources,
  pipfileSources,
  poetrySources,
  pylockSources,
  requirementsSources,
  uvSources,
} from './python-sources.ts';
import { yarnSources } from './yarn-sources.ts';

/** The formats that state where packages are taken from. */
const readers: Partial<Record<LockfileFormat, SourceReader>> = {
  'package-lock': packageLockSources,
  'bun-lock': bunLockSources,
  yarn: yarnSources,
  'pnpm-lock': pnpmSources,
  'poetry-lock': poetrySources,
  'uv-lock': uvSources,
  'pdm-lock': pdmSources,
  'pipfile-lock': pipfileSources,
  pylock: pylockSources,
  'conda-lock': condaLockSources,
  'pixi-lock': pixiSources,
  requirements: requirementsSources,
  'cargo-lock': cargoSources,
  'gemfile-lock': gemfileSources,
  'composer-lock': composerSources,
  'pubspec-lock': pubSources,
  'mix-lock': mixSources,
  'go-mod': goSources,
};

/**
 * Finds problems of the package sources in a lockfile, which an installer would follow without asking
 * (docs/adr/0035-sources-of-packages.md).
 * @throws what the reader throws on a text that is not of the format.
 */
export const inspectSources = (format: LockfileFormat, input: SourceInput): SourceProblem[] => {
  const sources = readers[format]?.(input);
  if (!sources) return [];
  const configured = configuredHosts(sources.ecosystem, input);
  const judged = judgeSources(sources, { file: input.path, text: input.text, configured });
  return format === 'requirements' ? [...judged, ...inspectIncluded(input, configured)] : judged;
};

/** Inspects what a requirements file includes, and the options of all of these files: pip follows them from anywhere. */
const inspectIncluded = (input: SourceInput, configured: ReadonlySet<string>): SourceProblem[] => {
  const included = includedRequirements(input);
  const judged = included.flatMap(({ path: file, text, isConstraints }) => {
    const sources = requirementsSources({ ...input, path: file, text });
    const packages = sources.packages.filter(({ kind }) => !isConstraints || kind !== 'registry');
    return judgeSources({ ...sources, packages }, { file, text, configured });
  });
  return [...judged, ...inspectRequirements([input, ...included])];
};
