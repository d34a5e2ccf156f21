import { type Distribution, dumpOf, type Ecosystem, type PackageEcosystem } from '../model/component.ts';
import { actionsOrder } from './actions-order.ts';
import { apkOrder } from './apk-order.ts';
import { dottedOrder } from './dotted-order.ts';
import { dpkgOrder } from './dpkg-order.ts';
import { goOrder } from './go-order.ts';
import { juliaOrder } from './julia-order.ts';
import { opamOrder } from './opam-order.ts';
import { packagistOrder } from './packagist-order.ts';
import { mavenOrder } from './maven-order.ts';
import { nugetOrder } from './nuget-order.ts';
import { pep440Order } from './pep440-order.ts';
import { rpmOrder } from './rpm-order.ts';
import { rubygemsOrder } from './rubygems-order.ts';
import { pubOrder } from './pub-order.ts';
import { semverOrder } from './semver-order.ts';
import type { VersionOrder } from './version-order.ts';

/** Longer texts are not versions and cost time. */
const longestVersion = 200;

const orders: Partial<Record<PackageEcosystem, VersionOrder>> & Record<Distribution, VersionOrder> = {
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
  CRAN: dottedOrder(/[.-]/),
  Bioconductor: dottedOrder(/[.-]/),
  Hackage: dottedOrder(/\./),
  Julia: juliaOrder,
  opam: opamOrder,
  'GitHub Actions': actionsOrder,
  Debian: dpkgOrder,
  Ubuntu: dpkgOrder,
  Alpine: apkOrder,
  Wolfi: apkOrder,
  Chainguard: apkOrder,
  'Red Hat': rpmOrder,
  'Rocky Linux': rpmOrder,
  AlmaLinux: rpmOrder,
  SUSE: rpmOrder,
  openSUSE: rpmOrder,
};

/** Cache size: advisories repeat the same bounds, and hostile versions must not fill memory. */
const maxRemembered = 50_000;

const bounded = (order: VersionOrder): VersionOrder => {
  const remembered = new Map<string, unknown>();
  return {
    parse(version) {
      if (version.length > longestVersion) return undefined;
      if (remembered.has(version)) return remembered.get(version);
      const parsed = order.parse(version.trim());
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(version, parsed);
      return parsed;
    },
    compare: (a, b) => order.compare(a, b),
  };
};

const boundedOrders = new Map<string, VersionOrder>(
  Object.entries(orders).map(([ecosystem, order]) => [ecosystem, bounded(order)]),
);

/**
 * Returns the order of an ecosystem's versions, or undefined if it is unknown; then nothing can be evaluated.
 */
export const versionOrder = (ecosystem: Ecosystem): VersionOrder | undefined =>
  boundedOrders.get(dumpOf(ecosystem));
