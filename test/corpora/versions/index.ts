import { cases as cratesIo } from './crates-io.ts';
import { cases as go } from './go.ts';
import { cases as hex } from './hex.ts';
import { cases as maven } from './maven.ts';
import { cases as npm } from './npm.ts';
import { cases as nuget } from './nuget.ts';
import { cases as packagist } from './packagist.ts';
import { cases as pub } from './pub.ts';
import { cases as pypi } from './pypi.ts';
import { cases as rubygems } from './rubygems.ts';
import { cases as swift } from './swift.ts';
import type { VersionCases } from './version-cases.ts';

/** The version corpora of all ecosystems. */
export const versionCases: readonly VersionCases[] = [
  cratesIo,
  go,
  hex,
  maven,
  npm,
  nuget,
  packagist,
  pub,
  pypi,
  rubygems,
  swift,
];
