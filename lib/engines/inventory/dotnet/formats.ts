import type { BuildFileRow, LockfileRow, ManifestRow } from '../formats/rows.ts';

/** The lockfiles of .NET. */
export const nugetLockfiles = [
  {
    file: 'packages.lock.json',
    type: 'nuget',
    rank: 0,
    format: 'packages-lock',
    isComplementary: true,
    about: 'versions 1 and 2',
  },
  {
    file: /^packages\.[^/]{1,120}\.lock\.json$/,
    label: 'packages.*.lock.json',
    type: 'nuget',
    rank: 0,
    format: 'packages-lock',
    isComplementary: true,
    about: 'of one project of the directory',
  },
  { file: 'paket.lock', type: 'nuget', rank: 1, format: 'paket-lock', about: 'all groups' },
  {
    file: 'project.assets.json',
    type: 'nuget',
    rank: 2,
    format: 'project-assets',
    inSharedFolder: true,
    about: 'what a restore writes into obj',
  },
  {
    file: /^.{1,120}\.deps\.json$/,
    label: '*.deps.json',
    type: 'nuget',
    rank: 3,
    format: 'deps-json',
    isComplementary: true,
    about: 'what is published with a program',
  },
] as const satisfies readonly LockfileRow[];

/** The build files of .NET. */
export const nugetBuildFiles: readonly BuildFileRow[] = [
  {
    file: /^.{1,120}\.(?:csproj|fsproj|vbproj)$/i,
    label: '*.csproj, *.fsproj, *.vbproj',
    type: 'nuget',
    marksProject: true,
    about: 'package references with imports',
  },
  {
    file: /^.{1,120}\.(?:vcxproj|sqlproj|proj)$/i,
    label: '*.vcxproj, *.sqlproj, *.proj',
    type: 'nuget',
    about: 'package references with imports',
  },
  {
    file: 'packages.config',
    type: 'nuget',
    marksProject: true,
    isStandalone: true,
    about: 'all installed packages',
  },
  {
    file: /^packages\.config$/i,
    label: 'packages.config in another case',
    type: 'nuget',
    marksProject: true,
    about: 'all installed packages',
  },
  { file: 'Directory.Build.props', type: 'nuget', marksProject: true, about: 'shared properties' },
  { file: 'Directory.Build.targets', type: 'nuget', marksProject: true, about: 'shared properties' },
  { file: 'Directory.Packages.props', type: 'nuget', marksProject: true, about: 'central package versions' },
];

/** The manifests of .NET. */
export const nugetManifests: readonly ManifestRow[] = [
  { file: 'paket.dependencies', type: 'nuget' },
  { file: /^.{1,120}\.slnx?$/, label: '*.sln, *.slnx', type: 'nuget' },
];
