import { describe } from 'vitest';
import { cases as cpp } from '#test/corpora/inventory/further-tools/cpp.ts';
import { cases as trees } from '#test/corpora/inventory/further-tools/dependency-trees.ts';
import { cases as erlangAndScripts } from '#test/corpora/inventory/further-tools/erlang-and-scripts.ts';
import { conda, denoLock, goSum, pixi, podfile, pylock } from '#test/corpora/inventory/further-locks.ts';
import { cases as tools, terraform } from '#test/corpora/inventory/tools.ts';
import { cases as goMod } from '#test/corpora/inventory/go-mod.ts';
import { cases as jvmLocks } from '#test/corpora/inventory/further-tools/jvm-locks.ts';
import { cases as nugetRestore } from '#test/corpora/inventory/further-tools/nuget-restore.ts';
import { cases as packageLock } from '#test/corpora/inventory/package-lock.ts';
import { cases as pythonLocks } from '#test/corpora/inventory/python-locks.ts';
import { cases as requirements } from '#test/corpora/inventory/requirements.ts';
import { cases as scientific } from '#test/corpora/inventory/further-tools/scientific-locks.ts';
import { cases as yarnAndPnpm } from '#test/corpora/inventory/yarn-and-pnpm.ts';
import { expectCases } from './expect-cases.ts';

describe.each([
  ['go.mod', goMod],
  ['go.sum and go.work', goSum],
  ['Podfile.lock', podfile],
  ['pylock.toml', pylock],
  ['deno.lock', denoLock],
  ['conda-lock.yml and environment.yml', conda],
  ['pixi.lock', pixi],
  ['.terraform.lock.hcl', terraform],
  ['workflows, actions and tools', tools],
  ['package-lock.json', packageLock],
  ['yarn.lock and pnpm-lock.yaml', yarnAndPnpm],
  ['requirements.txt', requirements],
  ['poetry.lock, uv.lock and Pipfile.lock', pythonLocks],
  ['conan.lock and vcpkg.json', cpp],
  ['trees of Maven and Gradle', trees],
  ['locks of Erlang, Gleam, Perl and Lua', erlangAndScripts],
  ['locks of the JVM and Bazel', jvmLocks],
  ['restored and published projects of .NET', nugetRestore],
  ['locks of R, Julia, Haskell and OCaml', scientific],
])('%s', (_format, cases) => {
  expectCases(cases);
});
