import type { InventoryCase } from './inventory-case.ts';

const inner = 'aa'.repeat(32);
const outer = 'bb'.repeat(32);

const need = (name: string, optional = false): string =>
  `{:${name}, "~> 1.0", [hex: :${name}, repo: "hexpm", optional: ${optional}]}`;

const hex = (app: string, version: string, needs: string[] = [], name = app, repository = 'hexpm'): string =>
  `  "${app}": {:hex, :${name}, "${version}", "${inner}", [:mix], [${needs.join(', ')}], "${repository}", "${outer}"},\n`;

const lock = (...entries: string[]): string => `%{\n${entries.join('')}}\n`;

const manifest = (...dependencies: string[]): string => `defmodule App.MixProject do
  use Mix.Project

  def project do
    [app: :app, version: "0.1.0", deps: deps()]
  end

  # {:commented, "~> 1.0"},
  defp deps do
    [
      ${dependencies.join(',\n      ')}
    ]
  end
end
`;

const one = (name: string, files: Record<string, string>, ...expected: string[]): InventoryCase => ({
  name,
  files,
  unitType: 'hex',
  expected,
});

export const cases: InventoryCase[] = [
  one('no dependencies', { 'mix.lock': '%{\n}\n' }),
  one(
    'the graph determines what is direct if no manifest does',
    { 'mix.lock': lock(hex('plug', '1.15.0', [need('mime')]), hex('mime', '2.0.5')) },
    'pkg:hex/mime@2.0.5 required transitive',
    'pkg:hex/plug@1.15.0 required direct',
  ),
  one(
    'mix.exs determines what is direct and for development',
    {
      'mix.lock': lock(
        hex('phoenix', '1.7.10', [need('plug')]),
        hex('plug', '1.15.0'),
        hex('credo', '1.7.1', [need('bunt')]),
        hex('bunt', '0.2.1'),
        hex('telemetry', '1.2.1'),
        hex('ex_doc', '0.31.0'),
      ),
      'mix.exs': manifest(
        '{:phoenix, "~> 1.7"}',
        '{:credo, "~> 1.7", only: [:dev, :test], runtime: false}',
        '{:ex_doc, "~> 0.31", only: :dev}',
        '{:telemetry, "~> 1.0", optional: true}',
      ),
    },
    'pkg:hex/bunt@0.2.1 dev transitive',
    'pkg:hex/credo@1.7.1 dev direct',
    'pkg:hex/ex_doc@0.31.0 dev direct',
    'pkg:hex/phoenix@1.7.10 required direct',
    'pkg:hex/plug@1.15.0 required transitive',
    'pkg:hex/telemetry@1.2.1 optional direct',
  ),
  one(
    'a dependency only for production is required',
    {
      'mix.lock': lock(hex('a', '1.0.0'), hex('b', '1.0.0')),
      'mix.exs': manifest('{:a, "~> 1.0", only: [:prod, :dev]}', '{:b, ">= 0.0.0", only: :prod}'),
    },
    'pkg:hex/a@1.0.0 required direct',
    'pkg:hex/b@1.0.0 required direct',
  ),
  one(
    'an optional dependency of a package is optional',
    {
      'mix.lock': lock(
        hex('ecto', '3.11.0', [need('jason', true), need('decimal')]),
        hex('jason', '1.4.1'),
        hex('decimal', '2.1.1'),
      ),
    },
    'pkg:hex/decimal@2.1.1 required transitive',
    'pkg:hex/ecto@3.11.0 required direct',
    'pkg:hex/jason@1.4.1 optional transitive',
  ),
  one(
    'an application under another package name',
    { 'mix.lock': lock(hex('app_name', '1.0.0', [], 'package_name')) },
    'pkg:hex/package_name@1.0.0 required direct',
  ),
  one(
    'the package of an organization',
    { 'mix.lock': lock(hex('secret', '1.0.0', [], 'secret', 'hexpm:acme')) },
    'pkg:hex/acme/secret@1.0.0 required direct',
  ),
  one(
    'a repository, with options after the commit',
    {
      'mix.lock': lock(
        `  "heroicons": {:git, "https://github.com/o/heroicons.git", "${'56'.repeat(20)}", [tag: "v2.1.1", sparse: "optimized", depth: 1]},\n`,
      ),
    },
    `pkg:hex/heroicons?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fheroicons.git%40${'56'.repeat(20)} required direct`,
  ),
  one(
    'the old form of a lockfile: no outer checksum, arrows for keys',
    {
      'mix.lock': `%{"cowboy" => {:hex, :cowboy, "1.1.2", "${inner}", [:rebar3], [{:cowlib, "~> 1.0.2", [hex: :cowlib, optional: false]}]},
  "cowlib" => {:hex, :cowlib, "1.0.2", "${inner}", [:make], []}}`,
    },
    'pkg:hex/cowboy@1.1.2 required direct',
    'pkg:hex/cowlib@1.0.2 required transitive',
  ),
  one(
    'the apps of an umbrella',
    {
      'mix.lock': lock(hex('a', '1.0.0', [need('c')]), hex('b', '1.0.0'), hex('c', '1.0.0')),
      'mix.exs': manifest(),
      'apps/web/mix.exs': manifest('{:a, "~> 1.0"}', '{:core, in_umbrella: true}'),
      'apps/core/mix.exs': manifest('{:b, "~> 1.0", only: :test}'),
    },
    'pkg:hex/a@1.0.0 required direct',
    'pkg:hex/b@1.0.0 dev direct',
    'pkg:hex/c@1.0.0 required transitive',
  ),
];
