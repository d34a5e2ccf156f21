import { cases as actions } from './actions.ts';
import { cases as cratesIo } from './crates-io.ts';
import { cases as go } from './go.ts';
import { cases as haskell } from './haskell.ts';
import { cases as hex } from './hex.ts';
import { cases as julia } from './julia.ts';
import { cases as maven } from './maven.ts';
import { cases as npm } from './npm.ts';
import { cases as nuget } from './nuget.ts';
import { cases as opam } from './opam.ts';
import { cases as packagist } from './packagist.ts';
import { cases as pub } from './pub.ts';
import { cases as pypi } from './pypi.ts';
import { bioconductor, cran } from './r.ts';
import { cases as rubygems } from './rubygems.ts';
import { cases as swift } from './swift.ts';
import type { VersionCases } from './version-cases.ts';

/** The version corpora of all ecosystems. */
export const versionCases: readonly VersionCases[] = [
  actions,
  bioconductor,
  cran,
  cratesIo,
  go,
  haskell,
  hex,
  julia,
  maven,
  npm,
  nuget,
  opam,
  packagist,
  pub,
  pypi,
  rubygems,
  swift,
];
