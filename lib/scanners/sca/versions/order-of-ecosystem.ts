import type { Ecosystem } from '../../../domain/scans/component.ts';
import { goOrder } from './go-order.ts';
import { packagistOrder } from './packagist-order.ts';
import { mavenOrder } from './maven-order.ts';
import { nugetOrder } from './nuget-order.ts';
import { pep440Order } from './pep440-order.ts';
import { rubygemsOrder } from './rubygems-order.ts';
import { pubOrder } from './pub-order.ts';
import { semverOrder } from './semver-order.ts';
import type { VersionOrder } from './version-order.ts';

/** Longer ones are not versions, and cost time. */
const longestVersion = 200;

const orders: Partial<Record<Ecosystem, VersionOrder>> = {
  npm: semverOrder,
  'crates.io': semverOrder,
  Hex: semverOrder,
  SwiftURL: semverOrder,
  Go: goOrder,
  PyPI: pep440Order,
  Maven: mavenOrder,
  NuGet: nugetOrder,
  Pub: pubOrder,
  RubyGems: rubygemsOrder,
  Packagist: packagistOrder,
};

const bounded = (order: VersionOrder): VersionOrder => ({
  parse: (version) => (version.length > longestVersion ? undefined : order.parse(version.trim())),
  compare: (a, b) => order.compare(a, b),
});

const boundedOrders = new Map<string, VersionOrder>(
  Object.entries(orders).map(([ecosystem, order]) => [ecosystem, bounded(order)]),
);

/** The order of an ecosystem's versions, or undefined where none is known here: then nothing is judged. */
export const versionOrder = (ecosystem: Ecosystem): VersionOrder | undefined => boundedOrders.get(ecosystem);
