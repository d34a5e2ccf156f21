import type { Component } from '../model/component.ts';
import type { Advisory, AdvisoryIndex } from './advisory.ts';
import { canaryComponent, canaryRecord } from './canary.ts';
import { judgeVersion, type VersionJudgment } from './judge-version.ts';
import { groupByAlias, mergeGroup, type Vulnerability } from './merge-aliases.ts';
import { versionOrder } from '../versions/ecosystem-orders.ts';

/** What the snapshot knows of one component. A `gap` says why a miss proves nothing; hits stand beside it. */
export interface Match {
  vulnerabilities: Vulnerability[];
  gap?: string;
}

type Matchable = Pick<Component, 'ecosystem' | 'name' | 'version'>;

export type Matcher = (component: Matchable) => Match;

const gap = (reason: string): Match => ({ vulnerabilities: [], gap: reason });

const matchVersion = (component: Required<Matchable>, advisories: readonly Advisory[]): Match => {
  const { ecosystem, version } = component;
  const judgements = new Map<Advisory, VersionJudgment>(
    advisories.map((advisory) => [advisory, judgeVersion(ecosystem, version, advisory)]),
  );
  const vulnerabilities = [...judgements.values()].includes('affected')
    ? groupByAlias(advisories).flatMap((group) => {
        const hits = group.filter((advisory) => judgements.get(advisory) === 'affected');
        return hits.length > 0 ? mergeGroup(ecosystem, version, group, hits) : [];
      })
    : [];
  const order = versionOrder(ecosystem);
  if (!order) return { vulnerabilities, gap: `versions of ${ecosystem} cannot be ordered` };
  if (order.parse(version) === undefined) return { vulnerabilities, gap: 'the version cannot be ordered' };
  const doubtful = [...judgements.values()].includes('unknown');
  return doubtful
    ? { vulnerabilities, gap: 'an advisory has versions that cannot be ordered' }
    : { vulnerabilities };
};

/**
 * A matcher over one snapshot. It remembers what it found for a name and version, so that a package
 * installed a thousand times is judged once.
 */
export const createMatcher = (index: AdvisoryIndex): Matcher => {
  const remembered = new Map<string, Match>();
  return ({ ecosystem, name, version }) => {
    if (!ecosystem) return gap('no ecosystem with advisories');
    if (!index.ecosystems.includes(ecosystem)) return gap(`no advisories for ${ecosystem} in the snapshot`);
    if (version === undefined || version === '') return gap('no version is pinned');
    const key = JSON.stringify([ecosystem, name, version]);
    let match = remembered.get(key);
    if (!match) {
      match = matchVersion({ ecosystem, name, version }, index.lookup(ecosystem, name));
      remembered.set(key, match);
    }
    return match;
  };
};

/**
 * Proves that the matcher is awake in every ecosystem the snapshot holds: a component known to be bad is found.
 * @throws Error otherwise: a bug, and no scan may call anything clean.
 */
export const assertMatcherFindsCanary = (index: AdvisoryIndex, match: Matcher): void => {
  for (const ecosystem of index.ecosystems) {
    const [id] = canaryRecord(ecosystem);
    const { vulnerabilities } = match(canaryComponent(ecosystem));
    if (vulnerabilities.length !== 1 || vulnerabilities[0]?.id !== id) {
      throw new Error(`the matcher did not find the canary of ${ecosystem}`);
    }
  }
};
