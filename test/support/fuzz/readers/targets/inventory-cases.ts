import type { InventoryCase } from '#test/corpora/inventory/inventory-case.ts';
import { cases as bun } from '#test/corpora/inventory/bun-lock.ts';
import { cases as cargo } from '#test/corpora/inventory/cargo-lock.ts';
import { cases as composer } from '#test/corpora/inventory/composer-lock.ts';
import { cases as cpp } from '#test/corpora/inventory/further-tools/cpp.ts';
import { cases as erlang } from '#test/corpora/inventory/further-tools/erlang-and-scripts.ts';
import { cases as gemfile } from '#test/corpora/inventory/gemfile-lock.ts';
import { cases as gradle } from '#test/corpora/inventory/gradle.ts';
import { cases as hex } from '#test/corpora/inventory/hex.ts';
import { cases as maven } from '#test/corpora/inventory/maven.ts';
import { cases as nuget } from '#test/corpora/inventory/nuget.ts';
import { cases as pub } from '#test/corpora/inventory/pub.ts';
import { cases as python } from '#test/corpora/inventory/python-locks.ts';
import { cases as swift } from '#test/corpora/inventory/swift.ts';
import { cases as yarnAndPnpm } from '#test/corpora/inventory/yarn-and-pnpm.ts';

/** Units of several files that belong together, such as a lockfile and what asks for its packages. */
export const inventoryCases: readonly InventoryCase[] = [
  bun,
  cargo,
  composer,
  cpp,
  erlang,
  gemfile,
  gradle,
  hex,
  maven,
  nuget,
  pub,
  python,
  swift,
  yarnAndPnpm,
].flat();
