import type { HiddenRequests } from './hidden-requests.ts';

const names = ['present', 'absent'] as const;

/** The lockfiles of Erlang's machine, of Haskell and of other tools. */
export const beamAndScripts = {
  'mix-lock': {
    cases: [
      {
        manifest: 'mix.exs',
        lockfile: {
          'mix.lock': '%{\n  "present": {:hex, :present, "1.0.0", "00", [:mix], [], "hexpm", "11"},\n}\n',
        },
        asks: (name) => ({
          'mix.exs': `defmodule A.MixProject do\n  defp deps do\n    [\n      {:${name}, "~> 1.0"}\n    ]\n  end\nend\n`,
        }),
        names,
      },
    ],
  },
  'rebar-lock': {
    cases: [
      {
        manifest: 'rebar.config',
        lockfile: {
          'rebar.lock':
            '{"1.2.0",\n[{<<"present">>,{pkg,<<"present">>,<<"1.0.0">>},0}]}.\n[\n{pkg_hash,[\n {<<"present">>, <<"AA">>}]}\n].\n',
        },
        asks: (name) => ({
          'rebar.config': `%% {deps, [commented]}.\n{erl_opts, [{src_dirs, ["a\\"b"]}]}.\n{deps, [{${name}, "1.0.0"}, {present, {git, "x", {tag, "1"}}}, present]}.\n{profiles, [{test, [{deps, [meck]}]}]}.\n`,
        }),
        names,
        fixed: (name) => ({ 'rebar.config': `{deps, [{${name}, "0.9.0"}]}.\n` }),
      },
    ],
  },
  'gleam-manifest': {
    cases: [
      {
        manifest: 'gleam.toml',
        lockfile: {
          'manifest.toml':
            'packages = [\n  { name = "present", version = "1.0.0", build_tools = ["gleam"], requirements = [], otp_app = "a", source = "hex", outer_checksum = "AA" },\n]\n\n[requirements]\n',
        },
        asks: (name) => ({ 'gleam.toml': `name = "a"\n[dependencies]\n${name} = "1.0.0"\n` }),
        names,
      },
    ],
  },
  'conan-lock': {
    cases: [
      {
        manifest: 'conanfile.txt',
        lockfile: { 'conan.lock': '{"version": "0.5", "requires": ["present/1.0"]}' },
        asks: (name) => ({ 'conanfile.txt': `[requires]\n${name}/1.0\n` }),
        names,
      },
    ],
  },
  'vcpkg-json': { none: 'it is a manifest itself' },
  'renv-lock': {
    cases: [
      {
        manifest: 'DESCRIPTION',
        lockfile: {
          'renv.lock': JSON.stringify({
            R: { Version: '4.3.1' },
            Packages: {
              present: { Package: 'present', Version: '1.0', Source: 'Repository', Repository: 'CRAN' },
            },
          }),
        },
        asks: (name) => ({ DESCRIPTION: `Package: a\nImports: ${name}\n` }),
        names,
      },
    ],
  },
  'julia-manifest': {
    cases: [
      {
        manifest: 'Project.toml',
        lockfile: {
          'Manifest.toml':
            'julia_version = "1.9.0"\nmanifest_format = "2.0"\n\n[[deps.present]]\nuuid = "u-present"\nversion = "1.0.0"\ngit-tree-sha1 = "00"\n',
        },
        asks: (name) => ({ 'Project.toml': `[deps]\n${name} = "u-${name}"\n` }),
        names,
      },
    ],
  },
  'stack-lock': {
    cases: [
      {
        manifest: 'stack.yaml',
        lockfile: {
          'stack.yaml.lock':
            'packages:\n- completed:\n    hackage: present-1.0.0@sha256:00,12\n  original:\n    hackage: present-1.0.0\nsnapshots: []\n',
        },
        asks: (name) => ({ 'stack.yaml': `resolver: lts-21.0\nextra-deps:\n- ${name}-1.0.0\n- ./own\n` }),
        names,
        fixed: (name) => ({ 'stack.yaml': `extra-deps:\n- ${name}-0.9.0\n` }),
      },
    ],
  },
  'cabal-freeze': {
    cases: [
      {
        manifest: 'x.cabal',
        lockfile: {
          'cabal.project.freeze': 'constraints: any.present ==1.0.0,\n             any.base ==4.18.0.0\n',
        },
        asks: (name) => ({
          'x.cabal': `cabal-version: 2.4\nname: x\ncommon shared\n  build-depends: ${name} ==1.0.0\nlibrary\n  import: shared\n  build-depends:\n    , base >=4\n    , x:inner\n  if os(windows)\n    build-depends: Win32\ntest-suite t\n  build-depends: hspec\n`,
        }),
        names,
        fixed: (name) => ({ 'x.cabal': `name: x\nlibrary\n  build-depends: ${name} ==0.9\n` }),
      },
      {
        manifest: 'core/core.cabal',
        lockfile: { 'cabal.project.freeze': 'constraints: any.present ==1.0.0\n' },
        asks: (name) => ({
          'cabal.project': 'packages: app\n  ./core/\n',
          'core/core.cabal': `name: core\nlibrary\n  build-depends: ${name}\n`,
          'app/app.cabal': 'name: app\nexecutable app\n  build-depends: core, present\n',
          'example/example.cabal': 'name: example\nlibrary\n  build-depends: other\n',
        }),
        names,
      },
    ],
  },
  'cpan-snapshot': {
    cases: [
      {
        manifest: 'cpanfile',
        lockfile: {
          'cpanfile.snapshot':
            '# carton snapshot format: version 1.0\nDISTRIBUTIONS\n  Present-1.0\n    pathname: A/AA/AAA/Present-1.0.tar.gz\n    provides:\n      Present 1.0\n    requirements:\n      perl 0\n',
        },
        asks: (name) => ({ cpanfile: `requires '${name}', '1.0';\n` }),
        names: ['Present', 'Absent'],
      },
    ],
  },
  'opam-locked': {
    cases: [
      {
        manifest: 'x.opam',
        lockfile: {
          'x.opam.locked':
            'opam-version: "2.0"\nname: "x"\nversion: "dev"\ndepends: [\n  "present" {= "1.0.0"}\n]\n',
        },
        asks: (name) => ({ 'x.opam': `opam-version: "2.0"\ndepends: [ "${name}" {= "1.0.0"} ]\n` }),
        names,
      },
    ],
  },
  'luarocks-lock': {
    cases: [
      {
        manifest: 'x-1-1.rockspec',
        lockfile: {
          'luarocks.lock': 'return {\n   dependencies = {\n      ["present"] = "1.0-1"\n   }\n}\n',
        },
        asks: (name) => ({
          'x-1-1.rockspec': `package = "x"\nversion = "1-1"\ndependencies = {\n  "lua >= 5.1", -- "commented"\n  "${name} == 1.0"\n}\n`,
        }),
        names,
      },
    ],
  },
} satisfies Record<string, HiddenRequests>;
