import { dpkgOrder } from '@scangate/engines/versions/dpkg-order';
import { versionOrder } from '@scangate/engines/versions/ecosystem-orders';
import { mavenOrder } from '@scangate/engines/versions/maven-order';
import { packagistOrder } from '@scangate/engines/versions/packagist-order';
import { rpmOrder } from '@scangate/engines/versions/rpm-order';
import type { VersionOrder } from '@scangate/engines/versions/version-order';
import { systemAnswers } from '#test/corpora/system-versions/system-answers.ts';
import { versionCases } from '#test/corpora/versions/index.ts';
import { answersOf, type ToolAnswer } from '#test/corpora/versions/tool-answers.ts';
import { pairsOf } from '#test/corpora/versions/version-cases.ts';
import type { Row } from '../row.ts';
import { share } from './score.ts';

const section = 'Quality: versions';

const signOf = <V>(order: VersionOrder<V>, a: string, b: string): ToolAnswer['sign'] => {
  const [left, right] = [order.parse(a), order.parse(b)];
  if (left === undefined || right === undefined) return null;
  return (Math.sign(order.compare(left, right)) || 0) as ToolAnswer['sign'];
};

const rowOf = <V>(what: string, order: VersionOrder<V>, answers: readonly ToolAnswer[]): Row => {
  const right = answers.filter(({ a, b, sign }) => signOf(order, a, b) === sign);
  return share(section, `${what} (${answers.length} pairs)`, right.length / answers.length);
};

/** Measures which pairs of versions are ordered as the rules of their ecosystem say, and as its tool answers. */
export const versionRows = (): Row[] => [
  ...versionCases.map((own) =>
    rowOf(
      own.ecosystem,
      versionOrder(own.ecosystem)!,
      pairsOf(own).map(([a, b, sign]) => ({ a, b, sign })),
    ),
  ),
  rowOf('as ComparableVersion of Maven', mavenOrder, answersOf('maven')),
  rowOf('as composer/semver', packagistOrder, answersOf('composer')),
  rowOf('as dpkg', dpkgOrder, systemAnswers('dpkg')),
  rowOf('as rpm', rpmOrder, systemAnswers('rpm')),
];
