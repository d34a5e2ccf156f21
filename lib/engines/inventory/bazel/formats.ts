import type { LockfileRow, ManifestRow } from '../formats/rows.ts';

/** The lockfiles of Bazel; Maven artifacts have Maven's purl type. */
export const bazelLockfiles = [
  {
    file: 'MODULE.bazel.lock',
    type: 'bazel',
    rank: 0,
    format: 'module-lock',
    hasNoGraph: true,
    about: 'modules, and what extensions download from Maven',
  },
  {
    file: 'maven_install.json',
    type: 'maven',
    rank: 1,
    format: 'maven-install',
    isComplementary: true,
    about: 'rules_jvm_external, versions 0.1 to 2',
  },
  {
    file: /^[\w.-]{1,60}_maven_install\.json$|^maven_install_[\w.-]{1,60}\.json$/,
    label: '*_maven_install.json, maven_install_*.json',
    type: 'maven',
    rank: 1,
    format: 'maven-install',
    isComplementary: true,
    about: 'as maven_install.json',
  },
] as const satisfies readonly LockfileRow[];

/** The manifests of Bazel. */
export const bazelManifests: readonly ManifestRow[] = [{ file: 'MODULE.bazel', type: 'bazel' }];
